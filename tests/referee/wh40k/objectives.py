"""Objective markers: who is near, who controls them, who scores."""

from __future__ import annotations

from collections.abc import Iterator

from tests.referee.case import Case, Checks, Fault
from tests.referee.effects import find_effects
from tests.referee.geometry import SLACK, Body, flat, gap, upright
from tests.referee.table import Model
from tests.referee.wh40k.setup import mission

CHECKS, SCORES = Checks(), Checks()


def _inside(case: Case, marker: int, model: Model, slack: float) -> bool:
    """Whether a model is within range of a marker, of its edge or its centre, across and up or through the air."""
    given = mission(case)["objectives"]
    x, y = case.table.markers[marker]
    disc = Body(x, y, 0, 0, 0, given.get("diameter_mm", 0) / 2 / 25.4, 0, 0)
    height = given.get("range_vertical_in")
    if height is None:
        return bool(gap(model.body, disc) <= given["range_in"] + slack)
    return bool(flat(model.body, disc) <= given["range_in"] + slack and upright(model.body, disc) <= height + SLACK)


def counting(case: Case) -> list[Model]:
    """The models that may control markers: where such rules are, not AIRCRAFT, not Fortifications."""
    table = case.table
    if not case.numbers.aircraft:
        return table.all_standing()
    out = {
        unit
        for unit in table.units_on_table()
        if table.has(unit, "AIRCRAFT") or table.units[unit].sheet.sheet["role"] == "fortification"
    }
    return [model for model in table.all_standing() if model.unit not in out]


@CHECKS.on("marker.controlled")
def check_control(case: Case) -> Iterator[Fault]:
    """Whoever has more models within range, each counted for one marker; Objective Secured beats numbers."""
    event, table = case.event, case.table
    marker, counted = event["marker"], event["counted"]
    models = counting(case)
    bound: dict[int, int] = case.memory.setdefault("bound", {})
    for number in counted:
        model = table.models[number]
        if model not in models or not _inside(case, marker, model, SLACK):
            yield "marker.range", f"Model {number} counts for marker {marker} and is not within range of it."
        if bound.setdefault(number, marker) != marker:
            yield "marker.one", f"Model {number} counts for the markers {bound[number]} and {marker} in one turn."
    for model in models:
        if (
            model.number not in counted
            and _inside(case, marker, model, -SLACK)
            and bound.get(model.number, marker) == marker
        ):
            others = [other for other in table.markers if other != marker and _inside(case, other, model, SLACK)]
            if not others:
                yield "marker.range", f"Model {model.number} is within range of marker {marker} and does not count."
    sides = [[n for n in counted if table.player_of(table.models[n]) == player] for player in (0, 1)]
    if [len(side) for side in sides] != list(event["models"]):
        yield (
            "marker.control",
            f"Marker {marker}: {event['models']} models are counted, {[len(s) for s in sides]} are named.",
        )
    secured = [any(_secures(case, table.models[n]) for n in side) for side in sides]
    numbers = [len(side) for side in sides]
    wanted = None if numbers[0] == numbers[1] else int(numbers[1] > numbers[0])
    if secured[0] != secured[1]:
        wanted = int(secured[1])
    if event["player"] != wanted:
        yield "marker.control", f"Marker {marker} is controlled by {event['player']}, with {numbers} models near it."
    holders: dict[int, int | None] = case.memory.setdefault("holders", {})
    holders[marker] = event["player"]


def _secures(case: Case, model: Model) -> bool:
    return bool(find_effects(case.table, "objective-secured", model.unit, model).any)


@CHECKS.on("turn.ended")
def forget_bound_models(case: Case) -> Iterator[Fault]:
    """Forget at the end of a turn which models are bound to which markers."""
    case.memory.pop("bound", None)
    return iter(())


@CHECKS.on("phase.began")
def forget_holders(case: Case) -> Iterator[Fault]:
    """Forget who held what: it is asked anew in each phase."""
    case.memory["holders"], case.memory["scored"] = {}, []
    return iter(())


@SCORES.on("victory-points.scored")
def check_score(case: Case) -> Iterator[Fault]:
    """Points for markers held, for the Warlord, for most markers: as many as the mission says, once."""
    event, player = case.event, case.event["player"]
    holders = list(case.memory.get("holders", {}).values())
    held, other = holders.count(player), holders.count(1 - player)
    purpose, points = event["purpose"], event["points"]
    done = case.memory.setdefault("scored", [])
    if (purpose, player) in done:
        yield f"score.{purpose}", f"Player {player} scores {purpose} twice."
    done.append((purpose, player))
    if purpose == "capture-and-control":
        if case.table.phase != "command" or player != case.table.turn or points != held:
            yield "score.capture-and-control", f"Player {player} holds {held} markers and scores {points}."
    elif purpose == "slay-the-warlord":
        warlord = case.table.warlords.get(1 - player)
        if warlord is None or case.table.models[warlord].alive or points != 1:
            yield "score.slay-the-warlord", f"Player {player} scores {points} for a Warlord that is not destroyed."
    elif purpose == "most-markers" and (held <= other or points != 1):
        yield "score.most-markers", f"Player {player} scores {points} for {held} markers against {other}."


@SCORES.on("phase.ended")
def check_all_scored(case: Case) -> Iterator[Fault]:
    """Nobody forgets points at the end of the Command phase."""
    table = case.table
    if table.phase == "command" and table.living(0) and table.living(1):
        holders = case.memory.get("holders", {})
        if len(holders) < len(table.markers):
            yield "score.capture-and-control", "The Command phase ends and not all markers were judged."
        held = list(holders.values()).count(table.turn)
        if held and ("capture-and-control", table.turn) not in case.memory.get("scored", ()):
            yield "score.capture-and-control", f"Player {table.turn} holds {held} markers and scores nothing."


@SCORES.on("battle.ended")
def check_final_scores(case: Case) -> Iterator[Fault]:
    """At the end: the Warlords, and most markers."""
    table, done = case.table, case.memory.get("scored", [])
    for player in (0, 1):
        warlord = table.warlords.get(1 - player)
        if warlord is not None and not table.models[warlord].alive and ("slay-the-warlord", player) not in done:
            yield "score.slay-the-warlord", f"Player {player} does not score the destroyed Warlord."
    holders = list(case.memory.get("holders", {}).values())
    held = [holders.count(player) for player in (0, 1)]
    if held[0] != held[1] and ("most-markers", int(held[1] > held[0])) not in done:
        yield "score.most-markers", f"The markers are held {held} and nobody scores for most."


@SCORES.on("command-points.gained")
def check_command_points(case: Case) -> Iterator[Fault]:
    """A Battle-forged army gains 1 at the start of its Command phase; abilities may give more."""
    event, table = case.event, case.table
    given = [
        s
        for s in table.armies.sources
        if s.effect["kind"] == "command-points" and table.units[s.unit].player == event["player"]
    ]
    forged = any(row["value"] is True for row in table.armies.declarations(event["player"], "battle-forged"))
    if not given and (not forged or event["points"] != 1 or table.phase != "command"):
        yield "command-points", f"Player {event['player']} gains {event['points']} command points."
