"""Checks of what comes before the battle: the battlefield, set-up, generals, Sudden Death, Triumphs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.referee.aos_1e.checks import Fault, on
from tests.referee.aos_1e.standing import apart, coherent
from tests.referee.aos_1e.table import Event, Point, Table
from tests.referee.documents import facts
from tests.referee.geometry import Body, holds, point_to_segment, sides

LEAST_SIDE = 35.4
FEATURES = {
    **dict.fromkeys((2, 3), 0),
    **dict.fromkeys((4, 5), 2),
    **dict.fromkeys((6, 7, 8), 1),
    **dict.fromkeys((9, 10), 2),
}
SOUGHT = {"HERO", "WIZARD", "PRIEST", "MONSTER"}
SCENERY = ("damned", "arcane", "inspiring", "deadly", "mystical", "sinister")
TRIUMPHS = ("blessed", "blessed", "inspired", "inspired", "empowered", "empowered")


@on("battlefield.created")
def check_field(table: Table, event: Event) -> Iterator[Fault]:
    if min(event["width"], event["depth"]) < LEAST_SIDE:
        yield "AOS-FIELD-02", "A side is shorter than 36 inches."


@on("rolled-off")
def check_roll_off(table: Table, event: Event) -> Iterator[Fault]:
    *ties, last = event["throws"]
    if any(first != second for first, second in ties) or last[0] == last[1]:
        yield "AOS-SETUP-02", "Only ties are rolled again, and all of them."
    elif event["winner"] != int(last[1] > last[0]):
        yield "AOS-SETUP-02", "The higher roll wins."


@on("features.rolled")
def check_number_of_features(table: Table, event: Event) -> Iterator[Fault]:
    total = sum(event["dice"])
    if len(event["dice"]) != 2 or event["total"] != total:
        yield "AOS-FIELD-07", "Two dice are added up."
    if event["chosen"] != (total >= 11) or not 0 <= event["number"] <= 3:
        yield "AOS-FIELD-08", "The players choose up to 3 on 11 and 12."
    if total in FEATURES and event["number"] != FEATURES[total]:
        yield "AOS-FIELD-07", "The table says another number."


@on("terrain.placed")
def check_terrain(table: Table, event: Event) -> Iterator[Fault]:
    if table.square and table.features_due <= 0:
        yield "AOS-FIELD-07", "There are more features than were rolled."


@on("scenery.ruled")
def check_scenery(table: Table, event: Event) -> Iterator[Fault]:
    if table.pieces[event["feature"]].rule:
        yield "AOS-SCENERY-02", "Each feature has one scenery rule."
    if event["dice"] and event["scenery"] != SCENERY[event["dice"][0] - 1]:
        yield "AOS-SCENTAB-01", "The Scenery Table says another rule."


@on("battlefield.divided")
def check_division(table: Table, event: Event) -> Iterator[Fault]:
    if table.rolled_off != ("zones", event["player"]):
        yield "AOS-SETUP-03", "Who rolled highest divides the battlefield."
    whole = table.size[0] * table.size[1]
    if any(abs(area(half) - whole / 2) > 0.05 for half in event["halves"]):
        yield "AOS-SETUP-03", "The halves are of equal size."


def area(corners: Sequence[Point]) -> float:
    """The area of a polygon."""
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in sides(corners))) / 2


@on("zone.chosen")
def check_zone(table: Table, event: Event) -> Iterator[Fault]:
    if not table.zones and event["player"] == table.divider:
        yield "AOS-SETUP-04", "The opponent of who divided picks a half."
    if table.halves[event["zone"] - 1] in table.zones.values():
        yield "AOS-SETUP-04", "That half is taken."


@on("unit.selected")
def check_set_up_order(table: Table, event: Event) -> Iterator[Fault]:
    if event["to"] != "deploy":
        return
    player = table.units[event["unit"]].player
    if player in table.finished:
        yield "AOS-SETUP-12", "Who has finished sets up nobody."
    if table.last_deployed is None and table.rolled_off and player != table.divider:
        yield "AOS-SETUP-05", "Who won the roll sets up first."
    if table.last_deployed == player and 1 - player not in table.finished:
        yield "AOS-SETUP-05", "The players take turns."


@on("unit.set-up")
def check_set_up(table: Table, event: Event) -> Iterator[Fault]:
    unit = table.units[event["unit"]]
    bodies = {row[0]: table.models[row[0]].body.at(*row[1:]) for row in event["poses"]}
    if set(bodies) != {model.number for model in table.models if model.unit == unit.key and model.alive}:
        yield "AOS-Q-53", "A unit is set up whole."
    if not coherent(list(bodies.values())):
        yield "AOS-UNIT-05", "It is not one group."
    yield from apart(table, bodies)
    if event["where"] != "deployment":
        return
    if unit.reserve:
        yield "AOS-SETUP-11", "Reserves are not set up."
    for body in bodies.values():
        if not holds(table.zones[unit.player], body):
            yield "AOS-SETUP-06", "A model is outside its territory."
        elif border_gap(table, unit.player, body) < 12 - 0.002:
            yield "AOS-SETUP-07", "A model is nearer than 12 inches to enemy territory."


def border_gap(table: Table, player: int, body: Body) -> float:
    """How far a model is from enemy territory."""
    lines = sides(table.zones[1 - player])
    return min(point_to_segment(end, a, b) for a, b in lines for end in body.ends) - body.radius


@on("set-up.finished")
def check_finish(table: Table, event: Event) -> Iterator[Fault]:
    if event["last"] != bool(table.finished) or event["player"] in table.finished:
        yield "AOS-SETUP-12", "Each player finishes once, one of them last."
    if not event["stopped"] and any(
        unit.player == event["player"] and not unit.reserve and not table.of(unit.key) for unit in table.units.values()
    ):
        yield "AOS-SETUP-08", "It has units left to set up."
    if table.is_wiped_out(event["player"]):
        yield "AOS-Q-53", "At least one unit is set up."


@on("army.counted")
def check_count(table: Table, event: Event) -> Iterator[Fault]:
    mine = [m.number for key in table.standing(event["player"]) for m in table.of(key)]
    if sorted(event["models"]) != sorted(mine) or event["number"] != len(mine):
        yield "AOS-SETUP-10", "The models on the battlefield are counted."


@on("general.named")
def check_general(table: Table, event: Event) -> Iterator[Fault]:
    model = table.models[event["model"]]
    if event["player"] in table.generals or table.units[model.unit].player != event["player"] or not model.on:
        yield "AOS-GENERAL-01", "Each army has one general, on the battlefield."
    if not table.generals and table.finished and event["player"] != table.finished[0]:
        yield "AOS-Q-53", "Who finished first names the general first."


@on("objective.chosen")
def check_objective(table: Table, event: Event) -> Iterator[Fault]:
    mine, theirs = table.counted[event["player"]], table.counted[1 - event["player"]]
    if 3 * theirs < 4 * mine:
        yield "AOS-SUDDEN-01", "It is not outnumbered by a third."
    if len(table.generals) < 2:
        yield "AOS-SUDDEN-03", "The generals come first."
    if event["objective"] in ("assassinate", "blunt"):
        unit = table.units[event["unit"]]
        if unit.player == event["player"]:
            yield "AOS-SUDTAB-02", "The unit is one of the larger army."
        if event["objective"] == "blunt" and len(table.of(unit.key)) < 5:
            yield "AOS-SUDTAB-03", "It has fewer than five models."
        if event["objective"] == "assassinate" and not unit.words & SOUGHT:
            yield "AOS-SUDTAB-02", "It has none of the keywords."
    if event["objective"] == "seize-ground":
        piece = table.pieces[event["feature"]]
        x, y = (sum(c[axis] for c in piece.corners) / len(piece.corners) for axis in (0, 1))
        if not holds(table.zones[1 - event["player"]], Body(x, y, 0, 0, 0, 0, 0, 0)):
            yield "AOS-SUDTAB-05", "The feature is not in enemy territory."


@on("triumph.rolled")
def check_triumph(table: Table, event: Event) -> Iterator[Fault]:
    if not table.documents[event["player"]]["army"]["agreed"].get("won_last_battle"):
        yield "AOS-TRIUMPH-02", "Its army did not win a major victory."
    if event["triumph"] != TRIUMPHS[event["dice"][0] - 1]:
        yield "AOS-TRITAB-01", "The Triumph Table says another one."
    if (event["model"] is not None) != (event["triumph"] == "empowered"):
        yield "AOS-TRITAB-04", "Only Empowered concerns the general."


@on("triumph.used", "die.changed")
def check_triumph_use(table: Table, event: Event) -> Iterator[Fault]:
    wanted = "blessed" if event["kind"] == "die.changed" else "inspired"
    if table.triumph.get(event["player"]) != wanted or event["player"] in table.used:
        yield "AOS-TRITAB-02" if wanted == "blessed" else "AOS-TRITAB-03", "It has no such Triumph left."
    if wanted == "inspired" and table.phase != "combat":
        yield "AOS-TRITAB-03", "It is used in a combat phase."
    if wanted == "blessed" and not 1 <= event["face"] <= 6:
        yield "AOS-TRITAB-02", "A die has six faces."


def known_cards() -> set[str]:
    """The names of the command abilities that all generals have."""
    return {row["name"] for row in facts("aos-1e")["commands"]}
