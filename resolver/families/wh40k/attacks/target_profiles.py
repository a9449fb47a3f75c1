"""Targets as they stand in a battle, every ability looked up: what the kernels of `resolver/attack` take.

Source: 9E-ALLOC-01, -02, 9E-SAVE-02, 9E-INVUL-01, -02, 9E-IGNORE-01, 9E-MORTAL-03, 9E-MORTAL-07, 9E-Q-45, 9E-Q-46;
8E-ALLOC-01, -02, 8E-SAVE-01..03, 8E-INVULN-01..03, 8E-COVER-01..03, 8E-MORTAL-03, 8E-Q-61, -63, -64, -78.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from datasheets.values import Dice, apply_changes
from resolver.attack.check import NO_REROLL, Changes, Check
from resolver.attack.profile import TargetModel, TargetProfile
from resolver.engine.game import Game
from resolver.families.wh40k.attacks import damage
from resolver.families.wh40k.edition import edition
from resolver.shared.effects import abilities
from resolver.shared.effects.context import NO_ATTACK, AttackContext
from resolver.shared.effects.effect_rules import Source
from resolver.shared.effects.sources import sources
from resolver.shared.units import characteristics
from resolver.shared.units.strength import is_wounded
from resolver.table.rerolls import Reroll

T = TypeVar("T")


def target(game: Game, unit: int, now: AttackContext = NO_ATTACK) -> TargetProfile:
    """Return the target unit as it stands now, in the order in which its player must, or would, allocate attacks."""
    models = [model for model in game.state.standing(unit) if game.state.wounds[model] > 0]
    must = set(struck_first(game, unit))
    order = sorted(models, key=lambda model: (model not in must or len(must) == len(models), model))
    return TargetProfile(tuple(_by_likeness(game, order, lambda model: target_model(game, model, now))))


def _by_likeness(game: Game, models: Iterable[int], make: Callable[[int], T]) -> list[T]:
    """Return what `make` makes of each model, made once for all that are alike."""
    known: dict[tuple[int, ...], T] = {}
    found: list[T] = []
    for model in map(int, models):
        alike = abilities.likeness(game, model)
        if alike not in known:
            known[alike] = make(model)
        found.append(known[alike])
    return found


def struck_first(game: Game, unit: int) -> list[int]:
    """Return the models one of which the next attack must be allocated to.

    These are the models that have lost wounds (8E-ALLOC-02, 8E-Q-78) or, where the edition says so, had an attack
    allocated in this phase (9E-ALLOC-02, 9E-Q-46); if there is none, all of them.
    """
    models = [int(model) for model in game.state.standing(unit) if game.state.wounds[model] > 0]
    once = edition(game).combat.allocated_first
    first = [model for model in models if is_wounded(game, model) or (once and game.model_marked(model, "allocated"))]
    return first or models


def toughness(game: Game, unit: int, throw: Callable[[Dice], int] | None = None, chosen: int | None = None) -> int:
    """Return the Toughness of a unit (9E-Q-45, 8E-Q-61); 1 for a unit that has gone.

    Random ones are rolled with `throw`, for each model (9E-MODC-07, 8E-MODCHAR-06); without it their average counts.
    """
    models = game.state.standing(unit)
    if throw:
        found = tuple(_toughness(game, int(model), throw) for model in models)
    else:
        found = tuple(_by_likeness(game, models, lambda model: _toughness(game, model)))
    if chosen is not None and chosen in _most_common(found):
        return chosen
    return edition(game).attacks.resistance(found) if found else 1


def open_toughness(game: Game, unit: int) -> list[int]:
    """Return the Toughnesses between which the player of a unit chooses, the highest first (8E-Q-61)."""
    if not edition(game).characteristics.chooses_toughness:
        return []
    tied = _most_common(tuple(_toughness(game, int(model)) for model in game.state.standing(unit)))
    return tied if len(tied) > 1 else []


def _most_common(found: tuple[int, ...]) -> list[int]:
    """The values that most have, the highest first."""
    most = max(map(found.count, found), default=0)
    return sorted({value for value in found if found.count(value) == most}, reverse=True)


def target_model(game: Game, model: int, now: AttackContext) -> TargetModel:
    """Return a model as an attack strikes it: its saves, and what it does about damage."""
    unit = int(game.state.unit[model])
    there_are = sources(game).between(unit, unit)

    def changes(roll: str) -> Changes:
        return tuple(abilities.roll_changes(game, roll, unit, model, now)) if f"modify-roll/{roll}" in there_are else ()

    def reroll(*rolls: str) -> Reroll:
        some = [roll for roll in rolls if f"re-roll/{roll}" in there_are]
        given = [s.effect["results"] for roll in some for s in abilities.rerolls(game, roll, unit, model, now)]
        return Reroll.join(given) if given else NO_REROLL

    either = changes("save")
    saves = [int(s.effect["save"][0]) for s in abilities.effects(game, "invulnerable-save", unit, model, now)]
    denied = {source.effect["of"] for source in _against(game, "deny", now)}
    inflicted, special = damage.against(game, model, now)
    shields = abilities.effects(game, "modify-damage", unit, model, now)
    caps = [source.effect["value"] for source in abilities.effects(game, "maximum-damage", unit, model, now)]
    return TargetModel(
        resistance=_toughness(game, model),
        wounds=int(game.state.wounds[model]),
        save=None if "saves" in denied else characteristics.value(game, model, "save", now),
        armour_changes=either + changes("armour-save") + (() if "cover" in denied else _cover(game, unit, now)),
        armour_reroll=reroll("save", "armour-save"),
        fixed_save=None if denied & {"saves", "invulnerable-saves"} else min(saves, default=None),
        fixed_changes=either + changes("invulnerable-save"),
        fixed_reroll=reroll("save", "invulnerable-save"),
        ignore=None if "ignoring-wounds" in denied else _ignore(game, model, now),
        ignore_mortal=None if "ignoring-wounds" in denied else _ignore(game, model, now, mortal=True),
        damage=inflicted,
        damage_changes=special + tuple(source.change for source in shields),
        least_damage=min((source.effect["minimum"] for source in shields), default=1),
        most_damage=min(caps, default=None),
    )


def _cover(game: Game, unit: int, now: AttackContext) -> Changes:
    return edition(game).combat.cover(game, unit, now) if now.weapon else ()


def _against(game: Game, kind: str, now: AttackContext) -> list[Source]:
    """The effects on the attack itself, which whoever makes it has; mortal wounds have none."""
    return abilities.effects(game, kind, now.unit, now.attacker, now) if now.weapon else []


def _toughness(game: Game, model: int, throw: Callable[[Dice], int] | None = None) -> int:
    found = characteristics.dice(game, model, "resistance") if throw else None
    if throw and found and not found[0].fixed:
        return apply_changes(throw(found[0]), found[1], 1)
    return characteristics.value(game, model, "resistance") or 1


def _ignore(game: Game, model: int, now: AttackContext, *, mortal: bool = False) -> Check | None:
    """The best of the rules that let a model ignore the wound that it would lose: only one may be used (9E-IGNORE-01)."""
    unit = int(game.state.unit[model])
    if not abilities.may_concern(game, unit, "ignore-wounds"):
        return None
    now = now._replace(mortal=True) if mortal else now
    rules = [source.effect for source in abilities.effects(game, "ignore-wounds", unit, model, now)]
    needs = [int(rule["needs"][0]) for rule in rules if rule["against"] == "all" or now.mortal]
    if not needs:
        return None
    changes = tuple(abilities.roll_changes(game, "ignore-wounds", unit, model, now))
    again = Reroll.join(s.effect["results"] for s in abilities.rerolls(game, "ignore-wounds", unit, model, now))
    return Check(min(needs), changes, again)
