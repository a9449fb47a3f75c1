"""Faults put into the resolver on purpose: each makes the referee speak, and name the rule that is broken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pkgutil import resolve_name
from typing import Any

import numpy as np
import pytest

from datasheets.values import Change
from resolver.engine.game import Game
from resolver.table.board import Area
from tests.armies import few
from tests.referee.battles import Documents, play_and_referee

Patch = pytest.MonkeyPatch
RULES = "resolver.rulesets"
FAMILY = "resolver.families.wh40k"
OVERWATCH = {"kind": "overwatch", "needs": "6+", "on": "charged-at", "to": {"scope": "unit"}}
BATTLES = 4


@cache
def armies(name: str) -> Documents:
    """Small armies: with much shooting and fighting, with psykers and transports, with aircraft."""
    if name == "overwatch":
        return few("sunward-patrol", every=OVERWATCH), few("gloam-patrol", every=OVERWATCH)
    if name == "psykers":
        a = few("sunward-host", "Lamplighter", "Lantern Carrier", "Vigil Scouts", "Dawn Marshal")
        return a, few("gloam-court", "Veilspeaker", "Pale Regent", "Hush Reapers", "Gloom Barge")
    return few("sunward-patrol"), few("gloam-patrol")


@dataclass(frozen=True)
class Fault:
    """A fault: how it is put in, the rules that it breaks, and the battles in which it shows."""

    name: str
    patch: Callable[[Patch], None]
    rules: frozenset[str]
    armies: str = "patrols"
    bot: str = "random"
    seed: int = 1


FAULTS: list[Fault] = []


def fault(
    *rules: str, armies: str = "patrols", bot: str = "random", seed: int = 1
) -> Callable[[Callable[[Patch], None]], None]:
    """Register a fault with the ledger rules of which the referee names one, and battles in which it soon shows."""

    def register(patch: Callable[[Patch], None]) -> None:
        FAULTS.append(Fault(patch.__name__, patch, frozenset(rules), armies, bot, seed))

    return register


def change_event(patch: Patch, kind: str, change: Callable[[Game, dict[str, Any]], None]) -> None:
    """Change the fields of a kind of event before they are applied."""
    happen = Game.happen

    def happen_otherwise(game: Game, name: str, /, **fields: Any) -> Any:
        if name == kind:
            change(game, fields)
        return happen(game, name, **fields)

    patch.setattr(Game, "happen", happen_otherwise)


def change_result(patch: Patch, target: str, change: Callable[[Any], Any]) -> None:
    """Change what a function returns."""
    before = resolve_name(target)
    patch.setattr(target, lambda *args, **kwargs: change(before(*args, **kwargs)))


@fault("9E-NORM-01", "9E-ADV-02", "9E-FALL-01")
def moves_an_inch_too_far(patch: Patch) -> None:
    change_result(
        patch, f"{FAMILY}.moves.movement.move_limits", lambda found: {model: inches + 1 for model, inches in found.items()}
    )


@fault("9E-COHCHK-01", "9E-COH-04", bot="greedy")
def coherency_does_not_matter(patch: Patch) -> None:
    for module in ("resolver.shared.moves.moving", f"{RULES}.wh40k_9e.morale"):
        patch.setattr(f"{module}.in_coherency", lambda *_: True)


@fault("9E-NORM-02", "9E-ADV-03", seed=2)
def engagement_range_is_no_obstacle(patch: Patch) -> None:
    patch.setattr("resolver.shared.moves.moving.Mover._bands", lambda *_: ())


@fault("9E-MOVE-07", "9E-FLY-04")
def models_are_no_obstacle(patch: Patch) -> None:
    change_result(patch, "resolver.shared.moves.moving.Mover.rules", lambda rules: replace(rules, over_models=True))


@fault("9E-MOVE-04", bot="greedy", seed=2)
def engaged_units_walk_away(patch: Patch) -> None:
    change_result(patch, f"{FAMILY}.moves.movement.kinds_of_move", lambda kinds: [*kinds, "normal"])
    patch.setattr("resolver.shared.moves.moving.Mover._bands", lambda *_: ())


@fault("9E-MAP-01", "9E-DEPLOY-03")
def deployment_zones_are_too_deep(patch: Patch) -> None:
    deep = Area.rectangle(0, 0, 44, 10), Area.rectangle(0, 20, 44, 30)
    patch.setattr(f"{RULES}.wh40k_9e.deployment.zones", lambda _: deep)


@fault("9E-REINF-02", armies="psykers", seed=2)
def reinforcements_come_too_early(patch: Patch) -> None:
    from datasheets.effects.effect import load

    early = load({"kind": "reserves", "distance": 4, "from_round": 1})
    patch.setattr("resolver.families.wh40k.moves.reinforcements._rule", lambda *_: early)


@fault("9E-TARGET-05")
def ranges_do_not_matter(patch: Patch) -> None:
    patch.setattr(f"{FAMILY}.attacks.targets.TargetOptions.reach", lambda *_: (0.0, 999.0))
    patch.setattr(f"{FAMILY}.attacks.targets.TargetOptions._ranges_change", True)


@fault("9E-TARGET-05")
def everybody_is_seen(patch: Patch) -> None:
    patch.setattr(
        f"{FAMILY}.attacks.targets.TargetOptions.visible",
        lambda sights, target: np.ones(sights.gaps(target).shape, dtype=bool),
    )


@fault("9E-NUMATT-01")
def one_shot_too_many(patch: Patch) -> None:
    change_result(patch, "resolver.attack.roll.number_of_attacks", lambda found: (found[0] + 1, found[1]))


@fault("9E-NUMATT-01")
def rapid_fire_at_any_range(patch: Patch) -> None:
    patch.setattr(f"{FAMILY}.attacks.targets.TargetOptions.half_range", lambda *_: True)


@fault("9E-HIT-01")
def hits_are_off_by_one(patch: Patch) -> None:
    change_result(patch, f"{FAMILY}.attacks.attack_rules.hit_check", lambda check: replace(check, need=check.need - 1))


@fault("9E-HIT-05")
def heavy_weapons_fire_on_the_move(patch: Patch) -> None:
    patch.setattr(f"{FAMILY}.attacks.attack_profiles._penalties", lambda *_: ())


@fault("9E-HIT-04", "9E-WOUND-04")
def a_one_may_hit(patch: Patch) -> None:
    from resolver.attack.check import Check

    def passes(check: Any, face: int) -> bool:
        if check.only is not None:
            return face >= check.only
        return face >= check.always or check.result(face) + 2 >= check.need

    patch.setattr(Check, "_passes", passes)


@fault("9E-WOUND-01")
def strength_counts_for_more(patch: Patch) -> None:
    change_result(
        patch,
        f"{FAMILY}.attacks.attack_profiles._strength",
        lambda found: (found[0], (*found[1], Change("add", 2)), *found[2:]),
    )


@fault("9E-SAVE-01")
def armour_penetration_is_forgotten(patch: Patch) -> None:
    patch.setattr(f"{FAMILY}.attacks.attack_profiles._penetration", lambda *_: 0)


@fault("9E-SAVE-01")
def modifiers_are_not_named(patch: Patch) -> None:
    patch.setattr("resolver.shared.attacks.reader.AttackReader.reasons", lambda *_: {})


@fault("9E-DAMAGE-01")
def damage_is_one_more(patch: Patch) -> None:
    change_result(patch, "resolver.attack.roll.damage", lambda found: found + 1)


@fault("9E-DAMAGE-01")
def a_wound_too_few_is_lost(patch: Patch) -> None:
    def change(game: Game, fields: dict[str, Any]) -> None:
        if fields["wounds"] > 1:
            fields["left"] += 1

    change_event(patch, "wounds.lost", change)


@fault("9E-ALLOC-02", bot="greedy")
def the_wounded_are_spared(patch: Patch) -> None:
    def pick_unwounded(_: object, game: Game, unit: int) -> list[int]:
        models = [int(model) for model in game.state.standing(unit) if game.state.wounds[model] > 0]
        return sorted(models, key=lambda model: -int(game.state.wounds[model]))[:1]

    patch.setattr("resolver.shared.attacks.reader.AttackReader.struck_first", pick_unwounded)


@fault("9E-IGNORE-01", bot="greedy")
def wounds_are_ignored_more_easily(patch: Patch) -> None:
    change_result(
        patch, f"{FAMILY}.attacks.target_profiles._ignore", lambda check: check and replace(check, need=check.need - 2)
    )


@fault("9E-REROLL-01")
def misses_are_rolled_again(patch: Patch) -> None:
    from resolver.table.rerolls import Reroll

    patch.setattr(f"{FAMILY}.attacks.attack_profiles._reroll", lambda *_: Reroll.of("failed"))


@fault("9E-LOCKED-01", "9E-LOCKED-02", "9E-PISTOL-01", bot="greedy")
def everybody_shoots_in_a_melee(patch: Patch) -> None:
    patch.setattr(f"{FAMILY}.attacks.targets.TargetOptions._target_refusal", lambda *_: None)


@fault("9E-ASSAULT-01", "9E-FALL-04")
def advancing_units_shoot(patch: Patch) -> None:
    patch.setattr(f"{FAMILY}.attacks.shooting.may_shoot", lambda *_: True)
    patch.setattr(f"{FAMILY}.attacks.targets.TargetOptions._weapon_refusal", lambda *_: None)


@fault("9E-LOOKOUT-01", seed=4)
def nobody_looks_out(patch: Patch) -> None:
    patch.setattr(f"{RULES}.wh40k_9e.targets._is_sheltered", lambda *_: False)


@fault("9E-CHARGE-03", "9E-CHARGE-02", "9E-CHARGE-04")
def anybody_charges(patch: Patch) -> None:
    patch.setattr(f"{FAMILY}.moves.charge.may_charge", lambda *_: True)


@fault("9E-CHGUNIT-03", bot="greedy")
def charges_go_further(patch: Patch) -> None:
    change_result(
        patch, f"{FAMILY}.moves.charge.equal_limits", lambda found: {model: inches + 2 for model, inches in found.items()}
    )


@fault("9E-CHGUNIT-04", bot="greedy")
def charges_end_anywhere(patch: Patch) -> None:
    def short(game: Game, fields: dict[str, Any]) -> None:
        if fields["move"] == "charge":
            fields["poses"], fields["paths"] = fields["poses"][:0], []

    change_event(patch, "unit.moved", short)


@fault("9E-OVERW-04", armies="overwatch", bot="greedy")
def overwatch_hits_on_fives(patch: Patch) -> None:
    def change(check: Any) -> Any:
        return check if check.only is None else replace(check, only=5)

    change_result(patch, f"{FAMILY}.attacks.attack_rules.hit_check", change)


@fault("9E-FIGHT-03", bot="greedy")
def units_fight_twice(patch: Patch) -> None:
    fought: dict[tuple[int, int, int], int] = {}

    def eligible(game: Game, player: int) -> list[int]:
        units = before(game, player)
        for unit in game.units_on_table(player):
            key = (game.state.round, game.state.turn, unit)
            if game.has_mark(unit, "acted") and fought.setdefault(key, 0) < 1:
                units.append(unit)
        return units

    def note_selection(game: Game, fields: dict[str, Any]) -> None:
        key = (game.state.round, game.state.turn, fields["unit"])
        if fields["to"] == "fight" and game.has_mark(fields["unit"], "acted"):
            fought[key] = 1

    from resolver.families.wh40k.attacks import fight

    before = fight.eligible
    patch.setattr(fight, "eligible", eligible)
    change_event(patch, "unit.selected", note_selection)


@fault("9E-FIRST-01", "9E-FIGHT-01", bot="greedy")
def chargers_do_not_fight_first(patch: Patch) -> None:
    patch.setattr(f"{FAMILY}.attacks.fight.rank", lambda *_: 0)


@fault("9E-PILEIN-01", "9E-CONS-01", bot="greedy")
def piling_in_goes_further(patch: Patch) -> None:
    patch.setattr(f"{FAMILY}.moves.closing.INCHES", 5.0)


@fault("9E-MATT-01", bot="greedy")
def one_more_attack_in_melee(patch: Patch) -> None:
    def change(game: Game, fields: dict[str, Any]) -> None:
        fields["models"][0]["attacks"] += 1

    change_event(patch, "attacks.counted", change)


@fault("9E-MTEST-01", bot="greedy")
def leadership_is_higher(patch: Patch) -> None:
    def change(game: Game, fields: dict[str, Any]) -> None:
        fields["leadership"] += 1

    change_event(patch, "morale.tested", change)


@fault("9E-MTEST-01", bot="greedy")
def losses_are_forgotten(patch: Patch) -> None:
    def change(game: Game, fields: dict[str, Any]) -> None:
        fields["lost"], fields["total"] = fields["lost"] - 1, fields["total"] - 1

    change_event(patch, "morale.tested", change)


@fault("9E-ATTRIT-01", bot="greedy")
def attrition_spares_one(patch: Patch) -> None:
    def change(game: Game, fields: dict[str, Any]) -> None:
        fields["dice"] = fields["dice"][:-1]

    change_event(patch, "attrition.tested", change)


@fault("9E-BRIEF-02")
def points_count_double(patch: Patch) -> None:
    def change(game: Game, fields: dict[str, Any]) -> None:
        fields["points"] *= 2

    change_event(patch, "victory-points.scored", change)


@fault("9E-OBJ-03", "9E-OBJ-04")
def markers_reach_further(patch: Patch) -> None:
    before = "resolver.shared.field.holding.in_reach"
    change_result(patch, before, lambda near: np.ones_like(near))


@fault("9E-VICTOR-01", "9E-VICTOR-02")
def the_loser_wins(patch: Patch) -> None:
    def change(game: Game, fields: dict[str, Any]) -> None:
        fields["winner"] = 1 if fields["winner"] == 0 else 0

    change_event(patch, "battle.ended", change)


@fault("9E-PTEST-01", armies="psykers", seed=2)
def psychic_tests_pass_more_easily(patch: Patch) -> None:
    def change(game: Game, fields: dict[str, Any]) -> None:
        fields["passed"] = fields["total"] >= fields["warp_charge"] - 2

    change_event(patch, "psychic.tested", change)


@fault("9E-DENY-01", armies="psykers")
def ties_deny(patch: Patch) -> None:
    def change(game: Game, fields: dict[str, Any]) -> None:
        fields["needed"] -= 1

    change_event(patch, "deny.tested", change)


@fault("9E-MORTAL-01", armies="psykers")
def mortal_wounds_are_one_more(patch: Patch) -> None:
    def change(game: Game, fields: dict[str, Any]) -> None:
        fields["number"] += 1

    change_event(patch, "mortal-wounds.suffered", change)


@fault("9E-DISE-02", armies="psykers")
def passengers_jump_further(patch: Patch) -> None:
    patch.setattr(f"{FAMILY}.moves.transports.DISTANCE", 7.0)


@fault("9E-END-01", "9E-ROUND-01")
def the_battle_goes_on(patch: Patch) -> None:
    patch.setattr("resolver.turns.fixed.FixedTurns.rounds", lambda *_: 6)


@fault("9E-ROUND-01", "9E-ROUND-02")
def the_other_player_begins_a_round(patch: Patch) -> None:
    def change(game: Game, fields: dict[str, Any]) -> None:
        if fields.get("battle_round") == 2 and game.state.round == 1:
            fields["player"] = 1 - fields["player"]

    change_event(patch, "step.began", change)


def findings(fault: Fault) -> Iterator[str]:
    """The rules that the referee names, battle after battle, until it has named one that the fault breaks."""
    for seed in range(fault.seed, fault.seed + BATTLES):
        for found in play_and_referee(armies(fault.armies), fault.bot, seed):
            for finding in found:
                yield finding.rule
                if finding.rule in fault.rules:
                    return


@pytest.mark.slow
@pytest.mark.sample(3)
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_makes_the_referee_speak(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    fault.patch(monkeypatch)
    assert set(findings(fault)) & fault.rules


def test_there_are_faults_of_many_kinds() -> None:
    assert len(FAULTS) >= 40
    assert len({rule for fault in FAULTS for rule in fault.rules}) >= 40
