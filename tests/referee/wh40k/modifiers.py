"""The modifiers that the log names: with the printed characteristics they add up to what was needed and what was rolled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from tests.referee.case import Case, Checks, Fault
from tests.referee.values import Change, apply_changes
from tests.referee.wh40k.attacks import wound_need

CHECKS = Checks()
SIGNS = {"+": "add", "-": "subtract", "x": "multiply", "/": "divide", "=": "set"}
SOURCES = {"ability", "rule", "weapon", "characteristic"}
Row = Mapping[str, Any]


def _changes(rows: Iterable[Row], *what: str) -> list[Change]:
    return [(SIGNS[row["by"][0]], Fraction(row["by"][1:])) for row in rows if row["what"] in what]


@CHECKS.on("attack.made")
def check_attack_rolls(case: Case) -> Iterator[Fault]:
    """Each roll of an attack."""
    event = case.event
    for name in ("hit", "wound", "save"):
        roll = event[name]
        if roll is None:
            continue
        rows = roll.get("modifiers", [])
        yield from _sources(case, name, rows)
        yield from _result(case, name, roll, rows)
        yield from _check_needed(case, name, roll, rows)


def _sources(case: Case, name: str, rows: Sequence[Row]) -> Iterator[Fault]:
    for row in rows:
        if SOURCES.isdisjoint(row) or ("ability" in row) != ("unit" in row):
            yield "log", f"Nobody is named for the modifier {row} of a {name} roll of {case.unit}."


def _result(case: Case, name: str, roll: Row, rows: Sequence[Row]) -> Iterator[Fault]:
    """The die and all rows about the roll make the result, within the limit."""
    die, limit = roll["dice"][0], case.numbers.roll_limit if name != "save" else None
    total = apply_changes(die, _changes(rows, "roll"), 1)
    capped = total if limit is None else die + max(-limit, min(limit, total - die))
    if roll["result"] != capped:
        code = "save.ap" if name == "save" else f"{name}.modifiers"
        yield code, f"A {name} roll of {die} with {rows} becomes {roll['result']}, not {capped}."
    if (total != capped) != any(row["what"] == "limit" for row in rows):
        yield f"{name}.modifiers", f"A {name} roll of {die} is modified beyond the limit by {rows}, or is not."


def _check_needed(case: Case, name: str, roll: Row, rows: Sequence[Row]) -> Iterator[Fault]:
    """The printed characteristics and all rows about them make what was needed; a row may say what is needed at once."""
    at_once = [int(row["by"][1:]) for row in rows if row["what"] == "needed"]
    printed = roll.get("printed", {})
    keys = {row["what"].removeprefix("attack ") for row in rows} & {"BS", "WS", "S", "T", "AP", "Sv"}
    rolled = {"strength": {"S"}, "toughness": {"S", "T"}}
    if not keys <= {*printed, *(key for dice, some in rolled.items() if case.event.get(dice) for key in some)}:
        yield f"{name}.needed", f"{sorted(keys)} are modified by {rows}, and the printed ones are {printed}."
    if at_once:
        wanted = at_once[0]
    elif name == "wound" and {"S", "T"} <= printed.keys():
        wanted = wound_need(_strength(case, printed["S"], rows), apply_changes(printed["T"], _changes(rows, "T"), 1))
    elif single := keys & {"BS", "WS", "Sv"}:
        (key,) = single
        wanted = apply_changes(printed[key], _changes(rows, key))
    else:
        return
    if roll["needed"] != wanted:
        yield f"{name}.needed", f"{printed} with {rows} need {wanted}+, not {roll['needed']}+ ({case.unit}, {name})."


def _strength(case: Case, printed: int, rows: Sequence[Row]) -> int:
    """In 8th edition a weapon's own +1 or x2 comes after everything that changes its bearer's Strength."""
    if not case.numbers.stacked_strength:
        return apply_changes(printed, _changes(rows, "S", "attack S"), 1)
    bearer = apply_changes(printed, _changes([row for row in rows if "weapon" not in row], "S"), 1)
    own = _changes([row for row in rows if "weapon" in row], "S")
    return apply_changes(bearer, [*own, *_changes(rows, "attack S")], 1)


@CHECKS.on("morale.tested", "charge.rolled", "psychic.tested", "deny.tested")
def check_tests(case: Case) -> Iterator[Fault]:
    """The rows of a test of dice make its modifier; the printed Leadership and its rows make the Leadership."""
    event, name = case.event, case.event["kind"].partition(".")[0]
    rows, dice = event.get("modifiers", []), sum(event["dice"])
    yield from _sources(case, name, rows)
    if event["dice"] and apply_changes(dice, _changes(rows, "roll"), 1) - dice != event["modifier"]:
        yield (
            f"{name}.{'total' if name == 'morale' else 'sum'}",
            f"{rows} are no modifier of {event['modifier']} ({case.unit}).",
        )
    if name == "morale" and (printed := event.get("printed")):
        wanted = apply_changes(printed["Ld"], _changes(rows, "Ld"), 1)
        if wanted != event["leadership"]:
            yield "morale.leadership", f"{printed} with {rows} are {wanted}, not {event['leadership']}."
