"""The Psychic phase: manifesting powers, Psychic tests, Perils of the Warp, Smite; denials are in `denial`.

Source: 9E-PSY-01..06, 9E-POWER-01..04, 9E-MANIF-01, -02, -04, -05, 9E-PTEST-01, -02, 9E-SMITE-01..04, 9E-PERILS-01..03,
9E-Q-04..06, -37, -38; 8E-PSYCHIC-01..15, 8E-SMITE-01..03, 8E-Q-55, -56, -86.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from datasheets.values import Dice
from resolver.engine.battle_armies import BattleArmies, Power
from resolver.engine.decision import Data, Decision
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.families.wh40k.edition import edition
from resolver.families.wh40k.marks import POWERS
from resolver.shared.attacks import attacks
from resolver.shared.effects import abilities
from resolver.shared.effects.context import AttackContext
from resolver.shared.effects.moments import moment
from resolver.shared.effects.sources import MOST_BITS, of_power
from resolver.shared.rolling import Result, amount, roll_test
from resolver.shared.selecting import select
from resolver.shared.units import engagement
from resolver.table.geometry import EPSILON, Indices
from resolver.table.sight import visible

PSYKER, SMITE = "PSYKER", "smite"
PASSED = "psychic-test.passed"
"""The moment after a psychic test that was passed and that the psyker has survived."""


def manifest(game: Game) -> Script[bool]:
    """Select one eligible PSYKER unit and manifest powers with it; or no more.

    Where players go back and forth between their psykers it makes one attempt, and may be selected again (8E-Q-86).
    """
    again = edition(game).psychic.back_and_forth
    unit = yield from select(
        game,
        game.active,
        "manifest",
        eligible(game),
        "manifest.select",
        rules=("manifest.eligible", "manifest.once"),
        marks=() if again else ("acted",),
    )
    if unit is None:
        return True
    if again:
        only = yield from _choose_power(game, unit, optional=False)
        if only is not None:
            yield from _attempt(game, unit, only)
        return False
    while game.on_table(unit) and not game.decided and powers(game, unit):
        power = yield from _choose_power(game, unit, optional=True)
        if power is None:
            break
        yield from _attempt(game, unit, power)
    return False


def _choose_power(game: Game, unit: int, *, optional: bool) -> Script[Power | None]:
    """Let the player choose a power, or none where that is `optional`."""
    known = powers(game, unit)
    shown = [{"power": power.id, "warp_charge": warp_charge(game, power)} for power in known]
    data = yield from game.ask("power", game.active, "manifest", unit, powers=shown, optional=optional)
    return next((power for power in known if power.id == data["power"]), None)


def eligible(game: Game) -> list[int]:
    """Return the units that may be selected to manifest now."""
    return [
        unit for unit in game.units_on_table(game.active) if not game.has_mark(unit, "acted") and may_manifest(game, unit)
    ]


def may_manifest(game: Game, unit: int) -> bool:
    """Tell whether a unit may attempt powers; in some editions not after it fell back, unless it is TITANIC."""
    if not engagement.has_keyword(game, unit, PSYKER) or not powers(game, unit):
        return False
    kept = game.has_mark(unit, "fell-back") and not edition(game).psychic.after_fall_back
    return abilities.may(game, "manifest", unit, not kept or engagement.has_keyword(game, unit, "TITANIC"))


@lru_cache(maxsize=16)
def number_powers(armies: BattleArmies) -> Mapping[str, int]:
    """Return a number for each power that anybody knows; those that cost more with each attempt come first, to be counted.

    What does not fit into `State` has none, and is attempted by nobody.
    """
    known = sorted({(not power.step, power.id) for unit in armies.units for power in unit.powers})
    return {power: index for index, (_, power) in enumerate(known[:MOST_BITS])}


def powers(game: Game, unit: int) -> list[Power]:
    """Return the powers that a unit may attempt now (9E-MANIF-02, -05, 8E-PSYCHIC-02, -08)."""
    more = sum(s.effect["number"] for s in abilities.effects(game, "extra-powers", unit) if s.effect["of"] == "manifest")
    if game.count(unit, "casts") >= game.armies.units[unit].casts + more:
        return []
    once = edition(game).psychic.once_each
    tried = game.count(unit, "tried") if once else game.player_count(game.active, "tried")
    numbers = number_powers(game.armies)
    known = [power for power in game.armies.units[unit].powers if power.id in numbers]
    return [power for power in known if (power.id == SMITE and not once) or not tried >> numbers[power.id] & 1]


def warp_charge(game: Game, power: Power) -> int:
    """Return the warp charge value of a power now: Smite costs 1 more for each other attempt in the phase (9E-SMITE-02)."""
    number = number_powers(game.armies)[power.id]
    attempts = 0 if number >= POWERS else game.player_count(game.active, f"attempts-{number}")
    return power.value + power.step * attempts


def _attempt(game: Game, unit: int, power: Power) -> Script[None]:
    """Attempt a power: test, Perils, Deny the Witch, effect, in this order (9E-MANIF-01, 9E-Q-38, 8E-PSYCHIC-06, -12)."""
    charge, number = warp_charge(game, power), number_powers(game.armies)[power.id]
    player = game.owner(unit)
    attempts: dict[str, Any] = {f"{'' if edition(game).psychic.once_each else 'player_'}bits": {"tried": 1 << number}}
    if number < POWERS:
        attempts["player_counts"] = {f"attempts-{number}": 1}
    yield from game.happen(
        "psychic.attempted",
        unit=unit,
        player=player,
        power=power.id,
        warp_charge=charge,
        counts={"casts": 1, "actions": 1},
        rules=("manifest", "manifest.known", *(("smite", "smite.again") if power.id == SMITE else ())),
        **attempts,
    )
    result = yield from roll_test(game, "psychic", unit, 2, charge)
    passed = result.total >= charge
    yield from game.happen(
        "psychic.tested",
        unit=unit,
        power=power.id,
        dice=result.dice,
        modifier=result.modifier,
        total=result.total,
        warp_charge=charge,
        passed=passed,
        rules=("psychic-test",),
        **result.reasons,
    )
    slain = result.dice in ((1, 1), (6, 6)) and (yield from _perils(game, unit))
    if slain:
        yield from _fail(game, unit, power, "destroyed", "perils.destroyed")
    elif not passed:
        yield from _fail(game, unit, power, "test", "power.effect")
    elif (yield from game.open(PASSED, unit=unit, power=power.id, total=result.total)):
        yield from _fail(game, unit, power, "denied", "deny.test")
    else:
        yield from _take_effect(game, unit, power, result)


def _fail(game: Game, unit: int, power: Power, reason: str, rule: str) -> Script[None]:
    yield from game.happen("power.failed", unit=unit, power=power.id, reason=reason, rules=(rule,))


def _perils(game: Game, unit: int) -> Script[bool]:
    """The psyker suffers D3 mortal wounds at once, and nobody gets the credit; tell whether that slays it."""
    model = _psyker(game, unit)
    number, faces = yield from amount(game, "mortal", Dice.parse("D3"), unit, unit, best=1)
    yield from game.happen("perils.suffered", unit=unit, dice=faces, rules=("psychic-test.perils", "perils"))
    yield from attacks.mortal_wounds(game, unit, number, "perils", None, faces, by_power=True, only=model)
    return not (game.on_table(unit) if model is None else game.state.alive[model])


def _psyker(game: Game, unit: int) -> int | None:
    """Return the model that manifests powers: the first that is a PSYKER itself; None where the whole unit counts as one."""
    if not edition(game).psychic.slain_alone:
        return None
    return next(int(model) for model in game.state.standing(unit) if engagement.model_has(game, int(model), PSYKER))


def psykers(game: Game, unit: int) -> Indices:
    """Return the models of a unit from which powers and denials are measured: its psykers, or all where it counts as one."""
    models = game.state.standing(unit)
    if not edition(game).psychic.slain_alone:
        return models
    own = models[np.array([engagement.model_has(game, int(model), PSYKER) for model in models], dtype=bool)]
    return own if len(own) else models


def _take_effect(game: Game, unit: int, power: Power, result: Result) -> Script[None]:
    target = yield from _target(game, unit, power)
    rules = ("power.effect", *(("smite.target", "smite.eleven") if power.id == SMITE else ()))
    hit = [] if target is None else [target]
    yield from game.happen("power.manifested", unit=unit, power=power.id, total=result.total, targets=hit, rules=rules)
    context = AttackContext(unit=unit, target=-1 if target is None else target, test=result.total, by_power=True)
    yield from moment(game, "manifested", unit, context, only=of_power(game, unit, power))


def _target(game: Game, unit: int, power: Power) -> Script[int | None]:
    """Return the unit that a power is aimed at: the closest enemy, one that the player chooses, or none."""
    candidates = targets(game, unit, power)
    if not candidates:
        return None
    keys = [game.key(other) for other in candidates]
    rule = "closest.choose" if power.target.startswith("closest-") else "power.effect"
    data = yield from game.ask("pick-unit", game.owner(unit), rule, unit, ability=power.name, units=keys)
    return game.unit(data["unit"])


def targets(game: Game, unit: int, power: Power) -> list[int]:
    """Return the units that a power may be aimed at; whether they must be visible its data say (9E-Q-06, 8E-SMITE-02)."""
    player, kind = game.owner(unit), power.target.removeprefix("closest-").removeprefix("visible-")
    sides = {"enemy-unit": (1 - player,), "friendly-unit": (player,), "unit": (0, 1)}
    others = [other for side in sides.get(kind, ()) for other in game.units_on_table(side)]
    fitting = [o for o in others if engagement.unit_keywords(game, o).has_all(power.keywords)]
    models, state = psykers(game, unit), game.state
    gaps = {other: engagement.gap(game, models, state.standing(other)) for other in fitting}
    near = [other for other in fitting if power.range is None or gaps[other] <= power.range + EPSILON]
    if "visible-" in power.target:
        near = [other for other in near if visible(state, models, state.standing(other)).any()]
    if not power.target.startswith("closest-") or not near:
        return near
    closest = min(gaps[other] for other in near)
    return [other for other in near if gaps[other] <= closest + EPSILON]


def power_options(game: Game, decision: Decision) -> Iterator[Data]:
    """Every power that was offered, and none where that is allowed."""
    for row in decision.data["powers"]:
        yield {"power": row["power"]}
    if decision.data["optional"]:
        yield {"power": None}


def deny_options(game: Game, decision: Decision) -> Iterator[Data]:
    """Nobody, or one of the units."""
    yield {"unit": None}
    for key in decision.data["units"]:
        yield {"unit": key}
