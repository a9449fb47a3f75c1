"""The order of rounds, turns and phases; dice; how a battle ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.referee.case import Case, Checks, Fault

CHECKS = Checks()
WHOSE = {"deploy": None, "move": True, "arrive": True, "manifest": True, "shoot": True, "charge": True, "intervene": False}
"""Who is selected to do what: True, units of the player whose turn it is; False, the other's; else anybody's."""
PHASES = {
    "deploy": "set-up",
    "move": "movement",
    "arrive": "movement",
    "manifest": "psychic",
    "shoot": "shooting",
    "charge": "charge",
    "intervene": "charge",
    "fight": "fight",
    "test": "morale",
}
DICE = ("dice", "first", "rerolled", "throws")


@CHECKS.on("*")
def check_header(case: Case) -> Iterator[Fault]:
    """Events are numbered, and nothing happens after the end."""
    event, table = case.event, case.table
    if event["n"] != case.at:
        yield "log", f"The event is number {case.at}, not {event['n']}."
    if case.at and case.log[case.at - 1]["kind"] == "battle.ended":
        yield "battle.end", "Something happens after the battle has ended."
    if event["kind"] != "step.began" and (event["round"], event["turn"]) != (table.round, table.turn):
        yield "turn.order", f"The event is of round {event['round']}, turn of {event['turn']}, which has not begun."


@CHECKS.on("*")
def check_dice(case: Case) -> Iterator[Fault]:
    """Every die shows a face of a D6."""
    for value in _faces(case.event):
        if not (isinstance(value, int) and 1 <= value <= 6):
            yield "dice", f"A D6 shows {value}."


def _faces(part: Any) -> Iterator[Any]:
    if isinstance(part, dict):
        for key, value in part.items():
            yield from _leaves(value) if key in DICE and isinstance(value, list) else _faces(value)
    elif isinstance(part, list):
        for value in part:
            yield from _faces(value)


def _leaves(part: Any) -> Iterator[Any]:
    if isinstance(part, list):
        for value in part:
            yield from _leaves(value)
    elif part is not None:
        yield part


@CHECKS.on("rolled-off")
def check_roll_off(case: Case) -> Iterator[Fault]:
    """The higher die wins, ties are rolled again."""
    throws = case.event["throws"]
    if any(a != b for a, b in throws[:-1]) or not throws or throws[-1][0] == throws[-1][1]:
        yield "roll-off.tie", f"A roll-off ends with the first throw that is no tie, not with {throws}."
    elif case.event["winner"] != int(throws[-1][1] > throws[-1][0]):
        yield "roll-off", f"Player {case.event['winner']} wins a roll-off of {throws[-1]}."


@CHECKS.on("round.began")
def check_round(case: Case) -> Iterator[Fault]:
    """Rounds follow one another, no more than the mission has."""
    before = case.memory.get("round", 0)
    if case.event["round"] != before + 1 or case.event["round"] > case.numbers.rounds:
        yield "round.order", f"Battle round {case.event['round']} begins after {before}."
    case.memory["round"], case.memory["turns"] = case.event["round"], []


@CHECKS.on("turn.began")
def check_turn(case: Case) -> Iterator[Fault]:
    """Each player has one turn in each battle round, the same one the first."""
    turns, player = case.memory.setdefault("turns", []), case.event["player"]
    wanted = case.table.first if not turns else 1 - case.table.first
    if player != wanted or len(turns) > 1:
        yield "turn.first" if not turns else "turn.order", f"Player {player} has a turn, it is the turn of {wanted}."
    turns.append(player)
    case.memory["phases"] = []


@CHECKS.on("phase.began")
def check_phase(case: Case) -> Iterator[Fault]:
    """The phases of a turn, in their order."""
    phases, phase = case.memory.setdefault("phases", []), case.event["phase"]
    wanted = case.numbers.phases[len(phases)] if len(phases) < len(case.numbers.phases) else None
    if phase != wanted:
        yield "phase.order", f"The {phase} phase begins; the {wanted} phase should."
    if case.event["player"] != case.table.turn:
        yield "phase.order", f"A phase of player {case.event['player']} in the turn of {case.table.turn}."
    phases.append(phase)


@CHECKS.on("turn.ended")
def check_turn_end(case: Case) -> Iterator[Fault]:
    """All phases have been played, unless the battle is over."""
    if len(case.memory.get("phases", ())) < len(case.numbers.phases) and not _is_decided(case):
        yield "phase.order", f"The turn ends after {case.memory.get('phases')}."


@CHECKS.on("round.ended")
def check_round_end(case: Case) -> Iterator[Fault]:
    """Both players have had a turn."""
    if len(case.memory.get("turns", ())) < 2:
        yield "turn.order", "The battle round ends before both players have had their turn."


@CHECKS.on("unit.selected")
def check_selection(case: Case) -> Iterator[Fault]:
    """Units act in the right phase, of the right player, once; none when the battle is decided."""
    to, table = case.event["to"], case.table
    if table.phase != PHASES.get(to, table.phase) and to != "deploy":
        yield "phase.order", f"{case.unit} is selected to {to} in the {table.phase} phase."
    own = WHOSE.get(to)
    if own is not None and (case.player == table.turn) != own:
        yield "turn.order", f"{case.unit} is selected to {to} in the turn of {table.turn}."
    again = case.did("was moved") if to == "move" else case.did(f"selected to {to}")  # it may have got out before it moves
    if again and to != "deploy" and not (to == "manifest" and case.numbers.powers_by_psyker):
        yield f"{to}.once", f"{case.unit} is selected to {to} a second time in the phase."
    if not table.of(case.unit):
        yield "unit.gone", f"{case.unit} is selected and has no models."
    if table.round and _is_decided(case):
        yield "battle.end", "An army has been destroyed and the battle goes on."


def _is_decided(case: Case) -> bool:
    return not (case.table.living(0) and case.table.living(1))


@CHECKS.on("unit.destroyed")
def check_destroyed_unit(case: Case) -> Iterator[Fault]:
    """A unit is destroyed with its last model."""
    if case.table.of(case.unit):
        yield "unit.destroyed", f"{case.unit} counts as destroyed and has {len(case.table.of(case.unit))} models."


@CHECKS.on("battle.ended")
def check_battle_end(case: Case) -> Iterator[Fault]:
    """The battle ends after the last round or with an army; the victor is who stands alone, then who has most points."""
    event, table = case.event, case.table
    decided = _is_decided(case)
    if table.round < case.numbers.rounds and not decided:
        yield "battle.end", f"The battle ends in round {table.round} while both armies stand."
    points = table.victory_points
    if list(event["victory_points"]) != points:
        yield "victor.points", f"The victory points are {points}, not {event['victory_points']}."
    alive = [bool(table.living(player)) for player in (0, 1)]
    wanted = None if points[0] == points[1] else int(points[1] > points[0])
    if wanted is None and not case.numbers.draws:
        wanted = case.memory.get("underdog")
    if alive[0] != alive[1]:
        wanted = int(alive[1])
    if event["winner"] != wanted:
        code = "victor.destroyed" if alive[0] != alive[1] else "victor.points"
        yield code, f"The victor is {wanted}, not {event['winner']}."
