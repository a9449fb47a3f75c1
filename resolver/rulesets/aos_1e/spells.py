"""Spells: casting rolls, and what a spell does that was not unbound; unbinding is a window.

Source: AOS-WIZARD-01..04, AOS-SPELL-01..06, AOS-BOLT-01..03, AOS-SHIELD-01..03, AOS-Q-04, -40, -41, -54.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from datasheets.values import Change, modified_roll
from resolver.engine.battle_armies import BattleArmies, Power
from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.game import Game
from resolver.engine.modifiers import modifier_fields, modifier_rows
from resolver.engine.ruleset import Script
from resolver.engine.windows import Opening, Window
from resolver.rulesets.aos_1e import lasting, scenery
from resolver.rulesets.aos_1e.sight import visible
from resolver.shared.effects import abilities
from resolver.shared.effects.context import AttackContext
from resolver.shared.effects.moments import moment
from resolver.shared.effects.sources import of_power
from resolver.shared.rolling import Result, roll_test
from resolver.shared.units import engagement
from resolver.table.geometry import EPSILON, Indices

CAST = "spell.cast"
"""The moment after a spell was cast successfully, before its target is picked (AOS-Q-40)."""
UNBIND_RANGE = 18.0
MOST_SPELLS = 60


@lru_cache(maxsize=16)
def _numbers(armies: BattleArmies) -> Mapping[str, int]:
    known = sorted({power.id for unit in armies.units for power in unit.powers})
    return {power: index for index, power in enumerate(known[:MOST_SPELLS])}


def castable(game: Game, unit: int) -> list[Power]:
    """Return the spells that a wizard unit may attempt now: each once, in all as many as it can (AOS-SPELL-02, AOS-Q-04)."""
    if lasting.has(game, unit, "befuddled") or not abilities.may(game, "manifest", unit, True):
        return []
    return [] if _are_used_up(game, unit) else [power for power in _spells(game, unit) if not _was_tried(game, unit, power)]


def unavailable(game: Game, unit: int) -> Iterator[tuple[Power, Refusal]]:
    """Yield the spells that a wizard unit may not attempt any more in this turn, each with the rule that forbids it."""
    for power in _spells(game, unit):
        if _was_tried(game, unit, power):
            yield power, Refusal("AOS-SPELL-02", "spell.tried")
        elif _are_used_up(game, unit):
            yield power, Refusal("AOS-WIZARD-04", "spell.used-up")


def _spells(game: Game, unit: int) -> list[Power]:
    numbers = _numbers(game.armies)
    return [power for power in game.armies.units[unit].powers if power.id in numbers]


def _was_tried(game: Game, unit: int, power: Power) -> bool:
    return bool(game.count(unit, "tried") >> _numbers(game.armies)[power.id] & 1)


def _are_used_up(game: Game, unit: int) -> bool:
    more = sum(s.effect["number"] for s in abilities.effects(game, "extra-powers", unit) if s.effect["of"] == "manifest")
    return bool(game.count(unit, "casts") >= game.armies.units[unit].casts + more)


def casters(game: Game, unit: int) -> list[int]:
    """Return the models of a unit that may cast or unbind: of equally equipped ones that stand alike all (AOS-Q-54)."""
    return [int(model) for model in game.state.standing(unit)]


def cast(game: Game, unit: int, model: int, power: Power) -> Script[None]:
    """Attempt a spell: the casting roll, the unbinding, the effect (AOS-SPELL-03..06)."""
    player = game.owner(unit)
    result = yield from _roll(game, "psychic", unit, model, power.value, unit)
    passed = result.total >= power.value
    yield from game.happen(
        "spell.rolled",
        unit=unit,
        model=model,
        power=power.id,
        dice=result.dice,
        modifier=result.modifier,
        total=result.total,
        needed=power.value,
        passed=passed,
        counts={"casts": 1, "actions": 1},
        bits={"tried": 1 << _numbers(game.armies)[power.id]},
        rules=("AOS-WIZARD-02", "AOS-SPELL-02", "AOS-SPELL-03", *_rules(power)),
        **result.reasons,
    )
    if not passed:
        return
    said: dict[str, Any] = {"unit": unit, "model": model, "power": power.id, "total": result.total}
    if (yield from game.open(CAST, **said)):
        return
    target = None
    if candidates := targets(game, unit, model, power):
        keys = [game.key(other) for other in candidates]
        rule = "AOS-BOLT-02" if power.id == "arcane-bolt" else "AOS-SHIELD-02" if power.id == "mystic-shield" else "AOS-Q-54"
        data = yield from game.ask("pick-unit", player, rule, unit, ability=power.name, units=keys)
        target = game.unit(data["unit"])
    hit = [] if target is None else [target]
    yield from game.happen("spell.took-effect", targets=hit, rules=_rules(power) or ("AOS-SPELL-03",), **said)
    if target is not None:
        now = AttackContext(unit=unit, target=target, test=result.total, by_power=True)
        yield from moment(game, "manifested", unit, now, only=of_power(game, unit, power))


def _rules(power: Power) -> tuple[str, ...]:
    return {
        "arcane-bolt": ("AOS-SPELL-01", "AOS-BOLT-01", "AOS-BOLT-02", "AOS-BOLT-03"),
        "mystic-shield": ("AOS-SPELL-01", "AOS-SHIELD-01", "AOS-SHIELD-02", "AOS-SHIELD-03"),
    }.get(power.id, ())


def _roll(game: Game, label: str, unit: int, model: int, needed: int, against: int, number: int = 0) -> Script[Result]:
    """Make a casting or unbinding roll, with what Arcane features add to it (AOS-SCENTAB-05)."""
    changes: list[Change] = scenery.to_cast(game, model)
    plain = yield from roll_test(game, label, unit, 2, needed, target=against, number=number)
    total = modified_roll(plain.total, changes) if changes else plain.total
    rows = (*plain.rows, *modifier_rows(game, "roll", changes))
    return Result(plain.dice, total, total - plain.unmodified, plain.first, rows)


def targets(game: Game, unit: int, model: int, power: Power) -> list[int]:
    """Return the units that a spell may be aimed at: in range of who casts, and visible to it (AOS-BOLT-02, AOS-Q-54).

    What may be the caster itself is its whole unit.
    """
    player, wanted = game.owner(unit), power.target
    side = 1 - player if "enemy" in wanted else player
    models = np.array([model], dtype=np.intp)
    found = []
    for other in game.units_on_table(side):
        if other == unit:
            if "caster" in wanted or "visible" not in wanted:
                found.append(other)
            continue
        if wanted == "caster" or not engagement.unit_keywords(game, other).has_all(power.keywords):
            continue
        if _in_range(game, models, other, power.range) and ("visible" not in wanted or _sees(game, models, other)):
            found.append(other)
    return found


def _in_range(game: Game, models: Indices, other: int, inches: float | None) -> bool:
    return inches is None or engagement.gap(game, models, game.state.standing(other)) <= inches + EPSILON


def _sees(game: Game, models: Indices, other: int) -> bool:
    return bool(visible(game.state, models, game.state.standing(other)).any())


def unbinders(game: Game, caster: int) -> list[tuple[int, int]]:
    """Return the enemy wizards that may try to unbind: (unit, model), within 18 inches of the caster, which they see.

    Each unit has so many attempts in a turn; a befuddled one may unbind (AOS-SPELL-04, AOS-WIZARD-03, AOS-Q-09, -40).
    """
    found: list[tuple[int, int]] = []
    player = 1 - game.owner(int(game.state.unit[caster]))
    for unit in game.units_on_table(player):
        if _may_unbind(game, unit):
            found += [(unit, model) for model in casters(game, unit) if refuse_unbinder(game, model, caster) is None]
    return found


def _may_unbind(game: Game, unit: int) -> bool:
    """Tell whether a unit has an attempt to unbind left, and nothing forbids it (AOS-WIZARD-04)."""
    more = sum(s.effect["number"] for s in abilities.effects(game, "extra-powers", unit) if s.effect["of"] == "deny")
    able = game.count(unit, "denies") < game.armies.units[unit].denies + more
    return bool(able and abilities.may(game, "deny", unit, True))


def refuse_unbinder(game: Game, model: int, caster: int) -> Refusal | None:
    """Return why an enemy model may not try to unbind what a model casts: too far away, or it does not see it."""
    one, other = np.array([model], dtype=np.intp), np.array([caster], dtype=np.intp)
    gap = engagement.gap(game, one, other)
    if gap > UNBIND_RANGE + EPSILON:
        return Refusal("AOS-SPELL-04", "unbind.far", {"model": model, "distance": gap, "range": UNBIND_RANGE})
    if not visible(game.state, one, other).any():
        return Refusal("AOS-SPELL-04", "unbind.unseen", {"model": model})
    return None


def _who_unbinds(game: Game, fields: Data) -> Iterator[Opening]:
    """Yield the opponent once, where any of its wizards may try (AOS-SPELL-06)."""
    able = unbinders(game, fields["model"])
    if able:
        shown = [{"unit": game.key(unit), "model": model} for unit, model in able]
        said = {"power": fields["power"], "total": fields["total"], "caster": fields["model"], "wizards": shown}
        yield Opening(1 - game.owner(fields["unit"]), fields["unit"], said)


def _unbind(game: Game, fields: Data, opening: Opening, answer: Data) -> Script[bool]:
    """Roll for the wizard that tries: the spell is unbound by a total greater than that which cast it (AOS-SPELL-05)."""
    model = answer["model"]
    if model is None:
        return False
    unit, caster = int(game.state.unit[model]), fields["unit"]
    needed = fields["total"] + 1
    result = yield from _roll(game, "deny", unit, model, needed, caster, game.count(caster, "casts"))
    unbound: bool = result.total >= needed
    yield from game.happen(
        "unbinding.rolled",
        unit=unit,
        model=model,
        target=caster,
        power=fields["power"],
        dice=result.dice,
        modifier=result.modifier,
        total=result.total,
        needed=needed,
        unbound=unbound,
        counts={"denies": 1},
        rules=("AOS-WIZARD-03", "AOS-SPELL-04", "AOS-SPELL-05", "AOS-SPELL-06"),
        **modifier_fields(result.rows),
    )
    return unbound


def unbind_options(game: Game, decision: Decision) -> Iterator[Data]:
    """Nobody, or one of the wizards."""
    yield {"model": None}
    yield from ({"model": row["model"]} for row in decision.data["wizards"])


def unbind_check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Return why a model may not try: it is no wizard of the player, has no attempt left, is too far away or sees nobody."""
    model = data["model"]
    if data in unbind_options(game, decision):
        return None
    standing = model < len(game.state.unit) and game.state.on_table[model]
    unit = int(game.state.unit[model]) if standing else -1
    if unit < 0 or game.owner(unit) != decision.player:
        return Refusal("AOS-WIZARD-03", "unbind.no-wizard")
    if not _may_unbind(game, unit):
        tried = game.count(unit, "denies")
        return Refusal("AOS-WIZARD-04", "unbind.used-up" if tried else "unbind.no-wizard", {"model": model})
    return refuse_unbinder(game, model, decision.data["caster"])


UNBINDING = Window(on=CAST, who=_who_unbinds, decision="unbind", rule="AOS-SPELL-04", then=_unbind)
"""The opponent may try to unbind a spell that was cast, once."""
