"""The mission Only War of 8th edition: Primary Objectives, halves of the battlefield, the Underdog, points."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from tests.referee.case import Case, Checks, Fault
from tests.referee.documents import facts
from tests.referee.geometry import Polygon, sides

CHECKS = Checks()
EACH = {"domination": 1, "slay-and-secure": 2, "ancient-relic": 6}
"""What a marker is worth."""


@CHECKS.on("primary.rolled")
def check_primary(case: Case) -> Iterator[Fault]:
    """A D3 chooses the Primary Objectives for both players."""
    event = case.event
    cards = {row["id"]: row for row in facts(case.table.armies.system)["cards"]}
    if len(event["dice"]) != 1 or ceil(event["dice"][0] / 2) not in cards[event["primary"]]["rolls"]:
        yield "primary", f"A roll of {event['dice']} gives {event['primary']}."
    case.memory["primary"], case.memory["chooser"] = event["primary"], event["player"]


@CHECKS.on("battlefield.divided")
def check_division(case: Case) -> Iterator[Fault]:
    """Who did not roll for the Primary Objectives divides the battlefield into equal halves."""
    width, depth = case.table.size
    if any(abs(_area(half) - width * depth / 2) > 0.01 for half in case.event["halves"]):
        yield "zone", f"The battlefield is not divided in halves: {case.event['halves']}."
    if case.event["player"] == case.memory.get("chooser"):
        yield "zone", "Who rolled for the Primary Objectives divides the battlefield."
    case.memory["halves"] = case.event["halves"]


def _area(corners: Polygon) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in sides(corners)) / 2


@CHECKS.on("zone.chosen")
def check_zone(case: Case) -> Iterator[Fault]:
    """Each player has a half of its own."""
    corners, taken = case.event["corners"], [list(map(list, z)) for z in case.table.zones.values()]
    if corners not in case.memory.get("halves", []) or corners in taken:
        yield "zone", f"Player {case.event['player']} takes the zone {corners}."


@CHECKS.on("underdog.named")
def check_underdog(case: Case) -> Iterator[Fault]:
    """The player with less Power is the Underdog."""
    event = case.event
    powers = [document["army"]["power_level"] for document in case.table.armies.documents]
    if list(event["powers"]) != powers or (powers[0] != powers[1] and event["player"] != int(powers[1] < powers[0])):
        yield "underdog", f"With Power Levels {powers} player {event['player']} is the Underdog."
    case.memory["underdog"], case.memory["rerolls"] = event["player"], event["rerolls"]


@CHECKS.on("die.rolled-again")
def check_reroll(case: Case) -> Iterator[Fault]:
    """Only the Underdog rolls single dice again, each of its re-rolls once, during the battle."""
    event = case.event
    left = case.memory.get("rerolls", 0)
    if event["player"] != case.memory.get("underdog") or left < 1 or not case.table.round:
        yield "underdog.re-roll", f"Player {event['player']} rolls a die again and may not."
    case.memory["rerolls"], case.memory["spare"] = left - 1, case.memory.get("spare", 0) + 1


@CHECKS.on("turn.chosen")
def check_first_turn(case: Case) -> Iterator[Fault]:
    """The Underdog chooses who begins."""
    if case.event["player"] != case.memory.get("underdog"):
        yield "turn.first", f"Player {case.event['player']} chooses the first turn."


@CHECKS.on("marker.removed")
def check_relic(case: Case) -> Iterator[Fault]:
    """For the Ancient Relic alone, and never the last marker."""
    if case.memory.get("primary") != "ancient-relic" or len(case.table.markers) < 2:
        yield "primary", f"Marker {case.event['marker']} is removed."


@CHECKS.on("victory-points.scored")
def check_score(case: Case) -> Iterator[Fault]:
    """What the Primary Objectives give: for markers held, and D3 for the enemy Warlord."""
    event, player, purpose = case.event, case.event["player"], case.event["purpose"]
    held = list(case.memory.get("holders", {}).values()).count(player)
    case.memory.setdefault("scored", []).append((purpose, player))
    if case.memory["scored"].count((purpose, player)) > 1:
        yield "score", f"Player {player} scores {purpose} twice."
    if purpose == "slay-the-warlord":
        warlord = case.table.warlords.get(1 - player)
        slain = warlord is not None and not case.table.models[warlord].alive
        if not slain or [ceil(die / 2) for die in event["dice"]] != [event["points"]]:
            yield "score", f"Player {player} scores {event['points']} for the enemy Warlord."
    elif purpose != case.memory.get("primary") or event["points"] != held * EACH.get(purpose, 0):
        yield "score", f"Player {player} holds {held} markers and scores {event['points']} for {purpose}."
    late = case.table.phase == "end" or event["phase"] == "end"
    if (purpose == "domination") == late:
        yield "score", f"{purpose} is scored in the {event['phase']} phase."


@CHECKS.on("turn.ended", "battle.ended")
def check_all_scored(case: Case) -> Iterator[Fault]:
    """Nobody forgets points."""
    table, wanted = case.table, case.memory.get("primary")
    if (case.event["kind"] == "turn.ended") != (wanted == "domination") or not (table.living(0) and table.living(1)):
        return
    holders, done = case.memory.get("holders", {}), case.memory.get("scored", [])
    if len(holders) < len(table.markers):
        yield "score", f"{wanted} is not scored for {len(table.markers)} markers."
    for player in (0, 1):
        if list(holders.values()).count(player) and (wanted, player) not in done:
            yield "score", f"Player {player} does not score {wanted}."
