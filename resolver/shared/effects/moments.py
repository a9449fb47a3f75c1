"""Effects that happen at a moment, and effects that last from a moment on until they lapse.

`moment(game, "round-start")` resolves everything that this moment triggers. Who decides the order of several: the player
whose turn it is, or the winner of a roll-off at the start or end of a battle round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from datasheets.values import Dice
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.shared.attacks import attacks
from resolver.shared.effects.abilities import UNTIL, in_scope
from resolver.shared.effects.conditions import holds, is_of_attack
from resolver.shared.effects.context import NO_ATTACK, AttackContext
from resolver.shared.effects.effect_rules import Source
from resolver.shared.effects.sources import MOST_BITS, bearers, sources
from resolver.shared.moves import placing
from resolver.shared.rolling import D6, amount, roll_off
from resolver.shared.rules import shared_rules
from resolver.shared.units import engagement

HAPPENING = frozenset({"mortal-wounds", "regain-wounds", "return-models"})
"""Kinds of effects that every ruleset resolves at their moment; they are then over."""
WITHOUT_TURN = frozenset({"deployment", "battle-start", "round-start", "round-end"})
"""Moments at which no player's turn decides the order."""
Reached = tuple[str, int, int]
"""An ability, one of its parts, and a unit that it has reached at a moment."""
MOST_AT_ONCE = 1000
OWN_DICE = 1 << 20


def moment(
    game: Game, on: str, unit: int | None = None, context: AttackContext = NO_ATTACK, only: Sequence[Source] | None = None
) -> Script[None]:
    """Resolve what a moment triggers: for everybody, for what one unit did (`unit`), or of certain effects (`only`)."""
    due = find_due(game, on, unit, context, only)
    reached: set[Reached] = set()
    while due:
        source = due[0] if len(due) == 1 else (yield from _next(game, on, due))
        due.remove(source)
        if _is_due(game, source, unit, context):
            yield from _resolve(game, source, context, reached)


def find_due(
    game: Game, on: str, unit: int | None = None, context: AttackContext = NO_ATTACK, only: Sequence[Source] | None = None
) -> list[Source]:
    """Return the effects that a moment would trigger now, as `moment` is asked for it."""
    every = sources(game).by_trigger.get(on, ()) if only is None else only
    return [source for source in every if _is_due(game, source, unit, context)]


def lapse(game: Game, player: int, phase: str | None = None) -> Script[None]:
    """End the effects that last until the start of this player's turn, or of this phase of it."""
    if bits := find_lapsing(game, player, phase):
        yield from game.happen("effects.lapsed", player=player, cleared={"lasting-own": bits})


def find_lapsing(game: Game, player: int, phase: str | None = None) -> int:
    """Return the bits of the effects that `lapse` ends: 0 where none of them holds for anybody."""
    bits = 0
    for source in sources(game).every:
        if source.lasting is not None and game.owner(source.unit) == player and _lapses(game, source, phase):
            bits |= 1 << source.lasting
    held = bits and (game.state.unit_counters[:, game.ruleset.names.unit_counters["lasting-own"]] & bits).any()
    return bits if held else 0


def _lapses(game: Game, source: Source, phase: str | None) -> bool:
    """Tell whether an effect ends as this phase of its player's begins, or its player's turn (None)."""
    until = source.effect.until
    return phase is None if until == "own-turn" else until == "own-phase" and _phase_of(game, source) == phase


def _phase_of(game: Game, source: Source) -> str | None:
    """Return the phase in which an effect begins, None where that is in no phase."""
    condition = source.effect.condition("phase")
    return condition.parameters["phase"] if condition else shared_rules(game).effects.phases.get(source.effect.on)


def _is_due(game: Game, source: Source, unit: int | None, context: AttackContext) -> bool:
    if source.lasting is None and not happens_at_once(game, source.effect.kind):
        return False
    if max(source.lasting or 0, source.used or 0) >= MOST_BITS:
        return False
    if unit is not None and source.unit != unit:
        return False
    return not _is_used_up(game, source) and bool(_recipients(game, source, context))


def happens_at_once(game: Game, kind: str) -> bool:
    """Tell whether effects of a kind are resolved at their moment."""
    return kind in HAPPENING or kind in shared_rules(game).effects.happenings


def _is_used_up(game: Game, source: Source) -> bool:
    if source.used is None:
        return False
    return bool(game.count(source.unit, f"used-{source.effect.limit}") >> source.used & 1)


def _recipients(game: Game, source: Source, context: AttackContext) -> list[int]:
    models = bearers(game, source)
    if not len(models):
        return []
    now = [condition for condition in source.effect.when if not is_of_attack(game, condition)]
    return [
        unit
        for unit in (*game.units_on_table(0), *game.units_on_table(1))
        if in_scope(game, source, models, unit, None, context) and holds(game, source, now, unit, None, context)
    ]


def _next(game: Game, on: str, due: list[Source]) -> Script[Source]:
    player, rule = game.active, "order.turn"
    if on in WITHOUT_TURN:
        rule = "order.roll-off"
        player = yield from roll_off(game, "order", rule, sorted(WITHOUT_TURN).index(on) * MOST_AT_ONCE + len(due))
    names = [{"unit": game.key(source.unit), "ability": source.name, "effect": source.effect.kind} for source in due]
    data = yield from game.ask("order", player, rule, effects=names)
    return due[data["first"]]


def _resolve(game: Game, source: Source, context: AttackContext, reached: set[Reached]) -> Script[None]:
    """Resolve an effect for all that it reaches; one of several auras of a name strikes a unit once."""
    effect = source.effect
    whom = _recipients(game, source, context)
    if source.aura and not shared_rules(game).effects.auras_add:
        whom = [unit for unit in whom if (source.name, source.part, unit) not in reached]
    if not whom:
        return
    units = yield from _pick_units(game, source, whom)
    reached |= {(source.name, source.part, unit) for unit in units}
    used: dict[str, Any] = {} if source.used is None else {"bits": {f"used-{effect.limit}": 1 << source.used}}
    cited = (source.rule,) if source.rule else ()
    yield from game.happen(
        "ability.used", unit=source.unit, ability=source.name, effect=effect.kind, targets=units, rules=cited, **used
    )
    if happening := shared_rules(game).effects.happenings.get(effect.kind):
        yield from happening(game, source)
        return
    for unit in units:
        if source.lasting is not None:
            yield from game.happen(
                "effect.began",
                unit=unit,
                effect=source.name,
                until=effect.until,
                bits={f"lasting-{UNTIL[effect.until]}": 1 << source.lasting},
            )
        else:
            yield from _happen_to(game, source, unit, context)


def _pick_units(game: Game, source: Source, units: list[int]) -> Script[list[int]]:
    pick, owner = source.effect.to.pick, game.owner(source.unit)
    if pick == "closest":
        models = bearers(game, source)
        gaps = [engagement.gap(game, models, game.state.standing(unit)) for unit in units]
        units = [unit for unit, gap in zip(units, gaps, strict=True) if gap <= min(gaps) + 1e-6]
    if pick == "all" or len(units) < 2:
        return units
    data = yield from game.ask(
        "pick-unit", owner, "closest.choose", source.unit, ability=source.name, units=[game.key(unit) for unit in units]
    )
    return [game.unit(data["unit"])]


def _happen_to(game: Game, source: Source, unit: int, context: AttackContext) -> Script[None]:
    effect, owner = source.effect, game.owner(source.unit)
    if effect.kind == "mortal-wounds":
        if effect["needs"]:
            needed = int(effect["needs"][0])
            face, faces = yield from amount(
                game, "effect", D6, source.unit, unit, dice_number(game, source), best=6, needed=needed
            )
            yield from tell_dice(game, source, unit, faces)
            if face < needed:
                return
        dice = Dice.parse(effect["number"])
        number, faces = yield from amount(game, "mortal", dice, source.unit, unit, dice_number(game, source))
        yield from attacks.mortal_wounds(game, unit, number, source.name, owner, faces, by_power=context.by_power)
        return
    number, faces = yield from amount(
        game, "effect", Dice.parse(effect["number"]), source.unit, unit, dice_number(game, source)
    )
    yield from tell_dice(game, source, unit, faces)
    if effect.kind == "regain-wounds":
        yield from placing.regain(game, unit, number)
    elif effect.kind == "return-models":
        yield from placing.return_models(game, unit, number)


def dice_number(game: Game, source: Source) -> int:
    """Return the number of an effect's dice: its place among all effects, beyond those of models."""
    every = sources(game).every
    return OWN_DICE + next(place for place, other in enumerate(every) if other is source)


def tell_dice(game: Game, source: Source, unit: int | None, faces: Sequence[int]) -> Script[None]:
    """Log the dice of an effect, if there were any."""
    if faces:
        yield from game.happen("ability.rolled", unit=source.unit, ability=source.name, target=unit, dice=faces)
