"""Checks of battle rounds, turns and phases, and of the end of the battle."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tests.referee.aos_1e.checks import Fault, on
from tests.referee.aos_1e.table import NEAR, Event, Table
from tests.referee.geometry import polygon_gap

PHASES = ("hero", "movement", "shooting", "charge", "combat", "battleshock")


@on("turn.chosen")
def check_first_turn(table: Table, event: Event) -> Iterator[Fault]:
    if not table.round:
        said = [document["army"]["agreed"].get("first_turn_chooser") or None for document in table.documents]
        agreed = next((each for each in said if each), "finished_last")
        setting = table.ruling.get("first_turn_chooser", agreed)
        if event["player"] != table.finished[0 if setting == "finished_first" else 1]:
            yield "AOS-SETUP-13", "Another player chooses who has the first turn."
    elif table.rolled_off != ("first-turn", event["player"]):
        yield "AOS-ROUND-03", "Who rolled highest chooses."


@on("round.began")
def check_round(table: Table, event: Event) -> Iterator[Fault]:
    if event["round"] != table.round + 1:
        yield "AOS-ROUND-07", "Rounds are counted one by one."
    if any(number and not table.over and table.is_wiped_out(player) for player, number in table.counted.items()):
        yield "AOS-VICTORY-02", "A side has no models left."


@on("turn.began")
def check_turn(table: Table, event: Event) -> Iterator[Fault]:
    if not table.turns and event["player"] != table.chosen:
        yield "AOS-ROUND-03", "The other player has the first turn."
    if event["player"] in table.turns or len(table.turns) > 1:
        yield "AOS-ROUND-01", "Each player has one turn in a round."


@on("phase.began")
def check_phase(table: Table, event: Event) -> Iterator[Fault]:
    if len(table.phases) > 5 or event["phase"] != PHASES[len(table.phases)]:
        yield "AOS-ROUND-05", "The phases have an order."
    if table.counted and (table.is_wiped_out(0) or table.is_wiped_out(1)):
        yield "AOS-VICTORY-02", "A side has no models left: the battle is over."
    if table.achieved is not None or table.slew() is not None:
        yield "AOS-SUDDEN-04", "A Sudden Death objective is achieved: the battle is over."


@on("turn.ended", "round.ended")
def check_turn_end(table: Table, event: Event) -> Iterator[Fault]:
    over = table.is_decided()
    if event["kind"] == "turn.ended" and tuple(table.phases) != PHASES and not over:
        yield "AOS-ROUND-05", "A turn has six phases."
    if event["kind"] == "round.ended" and len(table.turns) != 2 and not over:
        yield "AOS-ROUND-01", "A round has two turns."


@on("objective.achieved")
def check_objective(table: Table, event: Event) -> Iterator[Fault]:
    player, objective = event["player"], table.objective.get(event["player"])
    if objective is None or objective["objective"] != event["objective"]:
        yield "AOS-SUDDEN-02", "It has no such objective."
        return
    models = [m for key in table.standing(player) for m in table.of(key)]
    if event["objective"] == "endure" and (table.round != 6 or not any(m.started and not m.returned for m in models)):
        yield "AOS-SUDTAB-04", "It endures at the end of round 6 with a model that began the battle."
    if event["objective"] == "seize-ground":
        piece = table.pieces[objective["feature"]]
        near = any(polygon_gap(m.body, piece.corners) <= NEAR + 0.002 for m in models)
        if table.round != 4 or not near:
            yield "AOS-SUDTAB-05", "Nobody is near the feature at the end of round 4."


@on("battle.ended")
def check_end(table: Table, event: Event) -> Iterator[Fault]:
    left = [not table.is_wiped_out(player) for player in (0, 1)]
    lost = [Fraction(table.removed[p], max(table.counted.get(p, 1), 1)) for p in (0, 1)]
    winner: int | None
    if left[0] != left[1]:
        winner, wanted, rule = (0 if left[0] else 1), "major", "AOS-VICTORY-01"
    elif not left[0]:
        winner, wanted, rule = None, None, "AOS-Q-32"
    elif table.achieved is not None or table.slew() is not None:
        winner, wanted, rule = table.achieved if table.achieved is not None else table.slew(), "major", "AOS-SUDDEN-04"
    elif lost[0] == lost[1]:
        winner, wanted, rule = None, None, "AOS-Q-32"
    else:
        winner, wanted, rule = int(lost[1] < lost[0]), "minor", "AOS-VICTORY-04"
    if event["winner"] != winner:
        yield rule, "Somebody else has won."
    if event.get("victory") != wanted:
        yield "AOS-VICTORY-05", f"It is no {event.get('victory')} victory."
    if any(abs(shown - 100 * float(share)) > 0.06 for shown, share in zip(event["losses"], lost, strict=True)):
        yield "AOS-VICTORY-04", "The losses are others."
