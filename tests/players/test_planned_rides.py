"""The planning program and transports: it rides while that brings a unit nearer, and gets out to shoot and to hold."""

from __future__ import annotations

from typing import Any

from resolver.engine.battle import Battle
from resolver.players.planning import Planner
from resolver.table.dice import SeededDice
from tests.field import Field, gun, unit

Row = dict[str, Any]
HOLD = {"capacity": 10, "admits": [["INFANTRY"]], "refuses": [], "slots": {}, "text": ""}


def carrier() -> Row:
    return unit("cart", 1, keywords=("VEHICLE", "TRANSPORT"), transport=HOLD, M='12"', W="8", T="7", Sv="3+")


GUNS = gun(range='24"', type="Assault 2", S="5", AP="-2")


def aboard(marker: tuple[float, float], foe: tuple[float, float], *guns: Row) -> Field:
    """Riders in a transport at one end of the table, enemies."""
    field = Field([carrier(), unit("riders", 3, *guns)], [unit("foe", 5), unit("rest", 5)], "move-units")
    model = field.put("a.cart", (10.0, 10.0))[0]
    field.row("b.foe", *foe)
    field.row("b.rest", 50, 40)
    field.state.write("embarked_in", field.game.unit("a.riders"), model)
    field.state.write("markers", 0, marker)
    return field


def play_until(field: Field, kind: str) -> Battle:
    battle = field.go(source=SeededDice(3))
    for _ in range(20):
        assert battle.decision is not None
        if battle.decision.kind == kind:
            return battle
        battle.choose(Planner().choose(battle.view(0), battle.options()))
    raise AssertionError(f"nobody was asked: {kind}")


def gets_out(field: Field) -> bool:
    battle = play_until(field, "disembark")
    return Planner().choose(battle.view(0), battle.options()).data["poses"] is not None


def test_it_gets_out_where_the_marker_is_and_an_enemy_to_shoot() -> None:
    assert gets_out(aboard((10, 14), (10, 26), GUNS))


def test_it_rides_to_a_marker_far_away() -> None:
    assert not gets_out(aboard((34, 10), (50, 36)))


def test_those_who_shoot_do_not_hide_aboard() -> None:
    field = aboard((10, 14), (10, 26), GUNS)
    gunners = field.game.unit("a.riders")
    field.state.write("embarked_in", gunners, -1)
    field.row("a.riders", 8, 13.5)
    field.mark("a.cart", "acted", "normal-move")
    battle = field.go(source=SeededDice(3))
    while battle.decision and battle.decision.kind in ("select", "move", "advance", "embark"):
        if battle.decision.data.get("to", "move") != "move":
            break
        battle.choose(Planner().choose(battle.view(0), battle.options()))
    assert int(field.state.embarked_in[gunners]) < 0
