"""8th edition: the referee finds nothing in a battle, and speaks where the resolver is wrong.

Faults in the steps that editions share are those of `test_faults`; here they break this edition's ledger.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from resolver.engine.game import Game
from resolver.shared.field import borders
from tests.armies import few
from tests.referee import test_faults as shared
from tests.referee.battles import Documents, faults, play_and_referee
from tests.referee.test_faults import BATTLES, FAMILY, Fault, Patch, change_event
from tests.soak.armies import armies as mustered

FAULTS: list[Fault] = []
SCOUTS = {"kind": "infiltrate", "distance": 9}
GIFT = {
    "kind": "mortal-wounds",
    "number": "1",
    "on": "turn-start",
    "when": ["own-turn"],
    "to": {"scope": "enemy-units", "range": 12, "carriers": ["INFANTRY"], "carriers_range": 12},
}


@cache
def armies(name: str) -> Documents:
    """Small armies: with much shooting and fighting, with psykers and transports, of which one spreads a plague."""
    if name == "psykers":
        a = few("tidewatch", "Storm Reader", "Tide Lighter", "Harbour Captain", "Reef Gun")
        return a, few("cinder-clan", "Ember Seer", "Slag Brutes", "Coal Thane", "Tunnel Drill", "Sparkthrowers")
    if name == "plague":
        return few("tidewatch-patrol", "Harbour Captain", "Quay Militia", every=GIFT), few("cinder-patrol")
    if name == "scouts":
        return few("tidewatch-patrol", every=SCOUTS), few("cinder-patrol", every=SCOUTS)
    return few("tidewatch-patrol"), few("cinder-patrol")


def fault(
    *rules: str, armies: str = "patrols", bot: str = "random", seed: int = 1
) -> Callable[[Callable[[Patch], None]], None]:
    """Register a fault of this edition."""

    def register(patch: Callable[[Patch], None]) -> None:
        FAULTS.append(Fault(patch.__name__, patch, frozenset(rules), armies, bot, seed))

    return register


for _name, _rules, _given in (
    ("moves_an_inch_too_far", ["8E-MOVE-05"], {}),
    ("engagement_range_is_no_obstacle", ["8E-ENEMY-03"], {"armies": "psykers", "bot": "greedy", "seed": 2}),
    ("models_are_no_obstacle", ["8E-MOVE-06"], {}),
    ("ranges_do_not_matter", ["8E-TARGET-02"], {}),
    ("everybody_is_seen", ["8E-TARGET-03"], {"bot": "greedy", "seed": 2}),
    ("one_shot_too_many", ["8E-NUMATT-02"], {}),
    ("rapid_fire_at_any_range", ["8E-NUMATT-02"], {"bot": "greedy"}),
    ("hits_are_off_by_one", ["8E-HIT-01"], {}),
    ("heavy_weapons_fire_on_the_move", ["8E-HIT-01"], {"bot": "greedy"}),
    ("a_one_may_hit", ["8E-HIT-02", "8E-WOUND-04"], {}),
    ("strength_counts_for_more", ["8E-WOUND-02"], {}),
    ("armour_penetration_is_forgotten", ["8E-SAVE-01"], {}),
    ("damage_is_one_more", ["8E-DAMAGE-01"], {}),
    ("a_wound_too_few_is_lost", ["8E-DAMAGE-01"], {"bot": "greedy"}),
    ("the_wounded_are_spared", ["8E-ALLOC-02"], {"bot": "greedy"}),
    ("misses_are_rolled_again", ["8E-REROLL-01"], {}),
    ("everybody_shoots_in_a_melee", ["8E-SHOOT-04", "8E-TARGET-05", "8E-PISTOL-02"], {"bot": "greedy"}),
    ("advancing_units_shoot", ["8E-ASSAULT-01", "8E-FALLBACK-05"], {"bot": "greedy"}),
    ("anybody_charges", ["8E-CHARGE-02", "8E-CHARGE-03"], {"armies": "psykers", "bot": "greedy"}),
    ("charges_go_further", ["8E-CHARGE-06"], {"bot": "greedy"}),
    ("charges_end_anywhere", ["8E-CHARGE-07"], {"bot": "greedy"}),
    ("overwatch_hits_on_fives", ["8E-OVERWATCH-04"], {"bot": "greedy"}),
    ("piling_in_goes_further", ["8E-PILEIN-01", "8E-CONSOL-01"], {"bot": "greedy", "seed": 5}),
    ("one_more_attack_in_melee", ["8E-MELEE-01"], {"bot": "greedy"}),
    ("leadership_is_higher", ["8E-MORALE-03"], {"bot": "greedy"}),
    ("losses_are_forgotten", ["8E-MORALE-02"], {"bot": "greedy"}),
    ("points_count_double", ["8E-PRIMARY-02"], {}),
    ("markers_reach_further", ["8E-OBJECTIVE-05"], {}),
    ("psychic_tests_pass_more_easily", ["8E-PSYCHIC-07"], {"armies": "psykers"}),
    ("ties_deny", ["8E-PSYCHIC-10"], {"armies": "psykers", "bot": "greedy"}),
    ("mortal_wounds_are_one_more", ["8E-MORTAL-01"], {"armies": "psykers", "bot": "greedy"}),
    ("passengers_jump_further", ["8E-TRANSPORT-12"], {"armies": "psykers"}),
    ("the_battle_goes_on", ["8E-LENGTH-01", "8E-ROUND-01"], {}),
    ("the_other_player_begins_a_round", ["8E-ROUND-01", "8E-ROUND-02"], {}),
):
    _patch = next(each.patch for each in shared.FAULTS if each.name == _name)
    FAULTS.append(Fault(_name, _patch, frozenset(_rules), **{"armies": "patrols"} | _given))


@fault("8E-VICTORY-01", "8E-VICTORY-02")
def the_wrong_player_wins(patch: Patch) -> None:
    def change(game: Game, fields: dict[str, Any]) -> None:
        fields["winner"] = 1 - fields["winner"]

    change_event(patch, "battle.ended", change)


@fault("8E-POWER-02")
def the_favourite_is_the_underdog(patch: Patch) -> None:
    def change(game: Game, fields: dict[str, Any]) -> None:
        fields["player"] = 1 - fields["player"]

    change_event(patch, "underdog.named", change)


@fault("8E-POWER-05")
def everybody_rolls_dice_again(patch: Patch) -> None:
    patch.setattr("resolver.shared.rerolls.rerolls_left", lambda game, player: int(game.state.round > 0))


@fault("8E-DEPLOY-04")
def zones_reach_the_border(patch: Patch) -> None:

    def zone(game: Game, player: int) -> Any:
        return borders.half_of(game, player)

    from resolver.rulesets.wh40k_8e.edition import EDITION

    patch.setattr(EDITION.deployment.__class__, "zone", property(lambda _: zone), raising=False)


@fault("8E-DEPLOY-04", armies="scouts")
def scouts_stand_too_near(patch: Patch) -> None:
    patch.setattr("resolver.shared.moves.deployment._infiltrates", lambda *_: 2)


@fault("8E-CHAR-02", armies="psykers", bot="greedy")
def characters_are_shot(patch: Patch) -> None:
    patch.setattr(f"{FAMILY}.attacks.targets.TargetOptions._may", lambda *_, allowed=False: True)


@fault("8E-SAVE-01", bot="greedy")
def everybody_is_in_cover(patch: Patch) -> None:
    patch.setattr("resolver.rulesets.wh40k_8e.targets.in_cover", lambda *_: True)


@fault("8E-MORALE-04", bot="greedy")
def nobody_flees(patch: Patch) -> None:
    def change(game: Game, fields: dict[str, Any]) -> None:
        fields["total"], fields["passed"] = fields["leadership"] + 9, False

    change_event(patch, "morale.tested", change)


@fault("8E-FIGHT-02", bot="greedy")
def chargers_do_not_fight_first(patch: Patch) -> None:
    patch.setattr(f"{FAMILY}.attacks.fight.rank", lambda *_: 0)


@fault("8E-SMITE-02", armies="psykers")
def smite_strikes_whomever_it_likes(patch: Patch) -> None:
    def targets(game: Game, unit: int, power: Any) -> list[int]:
        return game.units_on_table(1 - game.owner(unit))[::-1]

    patch.setattr(f"{FAMILY}.psychic.targets", targets)


@fault("8E-HEROIC-01", bot="greedy")
def everybody_intervenes(patch: Patch) -> None:
    def able(game: Game, player: int) -> list[int]:
        return [] if player == game.state.turn else [u for u in game.units_on_table(player) if not game.has_mark(u, "acted")]

    patch.setattr(f"{FAMILY}.moves.interventions.able_to_intervene", able)


@fault("8E-PSYCHIC-02", "8E-PSYCHIC-08", armies="psykers")
def psykers_do_not_tire(patch: Patch) -> None:
    tried: dict[tuple[int, int, int], int] = {}

    def powers(game: Game, unit: int) -> list[Any]:
        key = (game.state.round, game.state.turn, unit)
        tried[key] = tried.get(key, 0) + 1
        return list(game.armies.units[unit].powers) if tried[key] < 40 else []

    patch.setattr(f"{FAMILY}.psychic.powers", powers)


@fault("8E-SHEET-09", armies="plague")
def a_plague_spreads_from_everybody(patch: Patch) -> None:
    def carriers(game: Game, source: Any, models: Any) -> Any:
        return game.state.standing_of(game.owner(source.unit))

    patch.setattr("resolver.shared.effects.abilities._carriers", carriers)
    patch.setattr("resolver.shared.effects.abilities._is_near", lambda *_: True)


@fault("8E-SHEET-09", armies="plague", bot="greedy", seed=6)
def a_plague_spreads_from_its_source_alone(patch: Patch) -> None:
    patch.setattr("resolver.shared.effects.abilities._carriers", lambda game, source, models: models)


def is_noticed(fault: Fault) -> bool:
    """Whether the referee names a rule that a fault breaks in one of its battles."""
    return any(
        finding.rule in fault.rules
        for seed in range(fault.seed, fault.seed + BATTLES)
        for found in play_and_referee(armies(fault.armies), fault.bot, seed)
        for finding in found
    )


@pytest.mark.slow
@pytest.mark.sample(2)
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_makes_the_referee_speak(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    fault.patch(monkeypatch)
    assert is_noticed(fault)


def test_there_are_faults_of_many_kinds() -> None:
    assert len(FAULTS) >= 40
    assert len({rule for fault in FAULTS for rule in fault.rules}) >= 40


@cache
def documents() -> Documents:
    made = mustered(7, "wh40k-8e")
    return next(made), next(made)


@pytest.mark.slow
def test_nothing_is_wrong_with_a_battle() -> None:
    assert list(map(str, faults(documents(), "random", 1))) == []


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["patrols", "psykers", "plague", "scouts"])
def test_nothing_is_wrong_with_the_battles_of_the_faults(name: str) -> None:
    assert list(map(str, faults(armies(name), "greedy", 1))) == []
