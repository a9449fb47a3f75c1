"""Where effects come from: abilities, wargear, weapons and powers of both armies, collected once.

Each effect knows who has it; one that lasts, or that may be used a limited number of times, has a bit of its own in `State`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import count

import numpy as np

from datasheets.effects.effect import Effect
from datasheets.effects.vocabulary import AT_ONCE
from datasheets.systems.parts import weapon_parts
from datasheets.values import Dice
from resolver.engine.abilities import Ability
from resolver.engine.battle_armies import BattleArmies, Loadout, Power
from resolver.engine.game import Game
from resolver.engine.ruleset import Ruleset
from resolver.shared.effects.effect_rules import Source
from resolver.shared.rules import rules_of
from resolver.table.geometry import Indices

OWN = frozenset({"bearer", "unit", "weapon"})
"""Scopes of effects that concern nobody but the unit that has them."""
MOST_BITS = 60
"""Effects whose bit is beyond this do not fit into `State`: they never begin, and are listed as not resolved."""


@dataclass(frozen=True)
class Sources:
    """All effects of both armies, and those that can be resolved by kind and by trigger.

    Kinds are "re-roll", and "re-roll/hit" for those about one thing. `by_model`: some tell models with the same loadout
    apart, by where they stand or who they are.
    """

    every: tuple[Source, ...]
    by_kind: Mapping[str, tuple[Source, ...]] = field(default_factory=dict)
    by_trigger: Mapping[str, tuple[Source, ...]] = field(default_factory=dict)
    by_model: bool = False
    _known: dict[tuple[int, int], Mapping[str, tuple[Source, ...]]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def that_may_concern(self, unit: int, kind: str) -> tuple[Source, ...]:
        """Return the effects of a kind that may ever concern a unit: its own, what lasts, what reaches other units."""
        found = self._known.get((unit, unit))
        return (self.between(unit, unit) if found is None else found).get(kind, ())

    def between(self, unit: int, other: int) -> Mapping[str, tuple[Source, ...]]:
        """Return the effects that may ever concern one of two units, by their kinds: of few kinds is there one."""
        found = self._known.get((unit, other))
        if found is None:
            every = {
                kind: tuple(s for s in some if s.unit in (unit, other) or not _stays_at_home(s))
                for kind, some in self.by_kind.items()
            }
            found = self._known[unit, other] = {kind: some for kind, some in every.items() if some}
        return found


def _stays_at_home(source: Source) -> bool:
    return source.lasting is None and source.model is None and source.effect.to.scope in OWN


def home(game: Game, source: Source) -> int:
    """Return the unit of whoever has an effect now: what one model has goes with it when its unit is divided."""
    return source.unit if source.model is None else int(game.state.unit[source.model])


def bearers(game: Game, source: Source) -> Indices:
    """Return the models on the table that have an effect."""
    state = game.state
    models: Indices = state.standing(home(game, source))
    if source.holds and not source.holds(game, source):
        return models[:0]
    if source.model is not None:
        return np.asarray(models[models == source.model])
    if source.loadouts is None:
        return models
    return models[np.array([loadout in source.loadouts for loadout in state.loadout[models].tolist()], dtype=np.bool_)]


def sources(game: Game) -> Sources:
    """Return all effects in a battle, collected once for two armies and a ruleset."""
    return collect(game.armies, game.ruleset)


def of_power(game: Game, unit: int, power: Power) -> list[Source]:
    """Return the effects of a power of a unit, which happen when it is manifested."""
    every = sources(game).by_trigger.get("manifested", ())
    return [source for source in every if source.unit == unit and source.name == power.name]


@lru_cache(maxsize=16)
def collect(armies: BattleArmies, ruleset: Ruleset) -> Sources:
    """Collect all effects of two armies, with those that the ruleset knows beside their datasheets."""
    found: list[Source] = []
    for index, unit in enumerate(armies.units):
        for ability in unit.abilities:
            found += _of_ability(ability, index)
        for power in unit.powers:
            found += [Source(effect, power.name, index, part) for part, effect in enumerate(power.effects)]
        first = index if unit.spare_of is None else unit.spare_of
        found += _of_equipment(armies, first, index)
    found += rules_of(ruleset).effects.sources(armies)
    return _index(_with_bits(found), damage_key(ruleset.id))


def _of_ability(
    ability: Ability, unit: int, loadouts: frozenset[int] | None = None, weapon: int | None = None
) -> list[Source]:
    return [
        Source(effect, ability.name, unit, part, loadouts, weapon, aura=ability.aura)
        for part, effect in enumerate(ability.effects)
    ]


def _of_equipment(armies: BattleArmies, first: int, unit: int) -> list[Source]:
    """Wargear and weapons belong to the models that carry them; `first` is the unit in which they began."""
    carried: dict[tuple[object, ...], tuple[Ability, int | None, set[int]]] = {}
    for loadout in sorted({model.loadout for model in armies.models if model.unit == first}):
        for key, ability, weapon in _equipment(armies.loadouts[loadout]):
            carried.setdefault(key, (ability, weapon, set()))[2].add(loadout)
    return [s for ability, weapon, which in carried.values() for s in _of_ability(ability, unit, frozenset(which), weapon)]


def _equipment(loadout: Loadout) -> Iterable[tuple[tuple[object, ...], Ability, int | None]]:
    for gear in loadout.wargear:
        yield (gear.name, gear.text), gear, None
    for weapon in loadout.slots:
        for profile in weapon.profiles:
            yield (profile.index,), profile.ability, profile.index


def _with_bits(found: list[Source]) -> list[Source]:
    lasting, used = count(), count()
    return [
        replace(
            source,
            lasting=next(lasting) if _lasts(source.effect) else None,
            used=next(used) if source.effect.limit != "none" else None,
        )
        for source in found
    ]


def _lasts(effect: Effect) -> bool:
    return effect.until != "while" and effect.kind not in AT_ONCE


def is_fixed(effect: Effect, damage: str) -> bool:
    """Tell whether an effect changes something by a fixed number. Rolled changes are not resolved.

    What a weapon inflicts, the characteristic `damage`, alone may be replaced by dice.
    """
    value = effect.parameters.get("value")
    if not isinstance(value, str) or Dice.parse(value).fixed:
        return True
    given = effect.parameters
    return (given.get("characteristic"), given.get("of"), given["operation"]) == (damage, "weapons", "set")


def damage_key(system: str) -> str:
    """Return what a system calls the damage of weapons, "" where they have none."""
    column = weapon_parts(system).get("damage")
    return column.key if column else ""


def _index(found: list[Source], damage: str) -> Sources:
    kinds: dict[str, list[Source]] = {}
    triggers: dict[str, list[Source]] = {}
    for source in (source for source in found if is_fixed(source.effect, damage)):
        kinds.setdefault(source.effect.kind, []).append(source)
        if about := _about(source.effect):
            kinds.setdefault(f"{source.effect.kind}/{about}", []).append(source)
        triggers.setdefault(source.effect.on, []).append(source)
    frozen = [{key: tuple(rows) for key, rows in table.items()} for table in (kinds, triggers)]
    by_model = any(source.model is not None or source.effect.to.scope.endswith("models") for source in found)
    return Sources(tuple(found), frozen[0], frozen[1], by_model)


def _about(effect: Effect) -> str:
    """Return what an effect of its kind is about: a roll, an action, a characteristic and whose it is."""
    given = effect.parameters
    if effect.kind == "modify-characteristic":
        return f"{given['characteristic']}/{given['of']}"
    return str(given.get("roll", "") or given.get("action", ""))


def first_like(game: Game, model: int) -> int:
    """Return the model that stands for one wherever that is so equipped: the first, where no effect tells them apart."""
    return model if sources(game).by_model else _firsts(game.armies)[model]


@lru_cache(maxsize=16)
def _firsts(armies: BattleArmies) -> tuple[int, ...]:
    """Return for each model the first one of its unit with its loadout."""
    found: dict[tuple[int, int], int] = {}
    return tuple(found.setdefault((model.unit, model.loadout), place) for place, model in enumerate(armies.models))
