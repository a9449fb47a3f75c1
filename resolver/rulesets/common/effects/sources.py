"""Where effects come from: abilities, wargear, weapons, powers and Warlord Traits of both armies, collected once.

Each effect knows who has it; one that lasts, or that may be used a limited number of times, has a bit of its own in `State`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import count

import numpy as np

from datasheets.effects import Effect
from datasheets.effects import load as load_effect
from datasheets.systems import system
from datasheets.systems.armoury import Trait
from datasheets.values import Dice
from resolver.engine.abilities import Ability
from resolver.engine.enlisted import Enlisted, Loadout
from resolver.engine.game import Game
from resolver.table.geometry import Indices

AT_ONCE = frozenset(
    {"advance-instead", "blast", "combat-squads", "command-points", "destroy-bearer", "explodes", "extra-attacks"}
    | {"harm-bearer", "mortal-wounds", "regain-wounds", "reserves", "return-models"}
)
"""Kinds of effects that are used up at their moment, whatever `until` says."""
OWN = frozenset({"bearer", "unit", "weapon"})
"""Scopes of effects that concern nobody but the unit that has them."""
ROLL = "roll"
"""What a roster declares as the trait of a Warlord that is rolled in the battle."""
MOST_BITS = 60
"""Effects whose bit is beyond this do not fit into `State`: they never begin, and are listed as not resolved."""


@dataclass(frozen=True, slots=True)
class Source:
    """An effect and who has it: the models of `unit` or, where given, those with `loadout` or `weapon`, or one `model`.

    `part` is its place among the effects of its ability; `lasting` and `used` are its bits in `State`, None for none.
    `trait` is the place in the table, from 1, of a Warlord Trait that the battle determines; 0 where it does not.
    """

    effect: Effect
    name: str
    unit: int
    part: int
    loadouts: frozenset[int] | None = None
    weapon: int | None = None
    model: int | None = None
    aura: bool = False
    lasting: int | None = None
    used: int | None = None
    rule: str = ""
    trait: int = 0


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
    """Return the unit of whoever has an effect now: what one model has goes with it when its unit is divided (9E-Q-24)."""
    return source.unit if source.model is None else int(game.state.unit[source.model])


def bearers(game: Game, source: Source) -> Indices:
    """Return the models on the table that have an effect."""
    state = game.state
    models: Indices = state.standing(home(game, source))
    if source.trait and not _has_trait(game, source):
        return models[:0]
    if source.model is not None:
        return np.asarray(models[models == source.model])
    if source.loadouts is None:
        return models
    return models[np.array([loadout in source.loadouts for loadout in state.loadout[models].tolist()], dtype=np.bool_)]


def _has_trait(game: Game, source: Source) -> bool:
    """Tell whether a trait was determined, for the Warlord that has this source."""
    wanted = game.player_count(game.owner(source.unit), "trait") == source.trait
    return wanted and source.model is not None and game.model_marked(source.model, "warlord")


@lru_cache(maxsize=16)
def sources(armies: Enlisted) -> Sources:
    """Collect all effects of two armies once."""
    found: list[Source] = []
    for index, unit in enumerate(armies.units):
        for ability in unit.abilities:
            found += _of_ability(ability, index)
        for power in unit.powers:
            found += [Source(effect, power.name, index, part) for part, effect in enumerate(power.effects)]
        first = index if unit.spare_of is None else unit.spare_of
        found += _of_equipment(armies, first, index)
    for player in (0, 1):
        found += _of_trait(armies, player)
    return _indexed(_with_bits(found))


def _of_ability(
    ability: Ability, unit: int, loadouts: frozenset[int] | None = None, weapon: int | None = None
) -> list[Source]:
    return [
        Source(effect, ability.name, unit, part, loadouts, weapon, aura=ability.aura)
        for part, effect in enumerate(ability.effects)
    ]


def _of_equipment(armies: Enlisted, first: int, unit: int) -> list[Source]:
    """Wargear and weapons belong to the models that carry them; `first` is the unit in which they were enlisted."""
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


def _of_trait(armies: Enlisted, player: int) -> list[Source]:
    """Return the effects of the Warlord's trait; where it is rolled in the battle, of every trait that it may become."""
    army = armies.documents[player].army
    table, found = system(army.system).traits, []
    declared = army.declared("warlord-trait")
    for row in declared:
        model = armies.model(player, row.subject, row.index)
        trait = next((trait for trait in table if trait.id == row.value), None)
        if model is not None and trait is not None:
            found += _of_warlord(armies, model, trait)
    if all(row.value == ROLL for row in declared):
        for place, trait in enumerate(table, 1):
            for model in _candidates(armies, player, trait.needs) if trait.roll is not None else ():
                found += _of_warlord(armies, model, trait, place)
    return found


def _candidates(armies: Enlisted, player: int, needs: str) -> list[int]:
    """Return the models of a player that may be a Warlord with a trait."""
    profiles = [armies.profiles[armies.loadouts[model.loadout].profile] for model in armies.models]
    return [
        index
        for index, model in enumerate(armies.models)
        if armies.units[model.unit].player == player and needs in profiles[index].keywords
    ]


def _of_warlord(armies: Enlisted, model: int, trait: Trait, place: int = 0) -> list[Source]:
    return [
        Source(
            load_effect(dict(effect)),
            trait.name,
            armies.models[model].unit,
            part,
            model=model,
            aura=trait.aura,
            rule=trait.rule,
            trait=place,
        )
        for part, effect in enumerate(trait.effects)
    ]


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


def is_fixed(effect: Effect) -> bool:
    """Tell whether an effect changes something by a fixed number. Rolled changes are not resolved.

    A Damage characteristic alone may be replaced by dice.
    """
    value = effect.parameters.get("value")
    if not isinstance(value, str) or Dice.parse(value).fixed:
        return True
    given = effect.parameters
    return (given.get("characteristic"), given.get("of"), given["operation"]) == ("D", "weapons", "set")


def _indexed(found: list[Source]) -> Sources:
    kinds: dict[str, list[Source]] = {}
    triggers: dict[str, list[Source]] = {}
    for source in (source for source in found if is_fixed(source.effect)):
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
