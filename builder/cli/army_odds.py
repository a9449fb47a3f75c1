"""What whole armies do to each other, as tables: each against each, the best targets, all together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.cli.odds_sides import Side
from builder.cli.output import table
from builder.cli.words import say, translate
from datasheets.systems import system as system_of
from exports.document import name_of
from resolver.army_odds import Assault, Toll, losses

COLUMNS = ("number", "target", "wounds", "lost", "together", "destroyed")


def army_lines(found: Assault, ours: Side, theirs: Side) -> Iterator[str]:
    """Yield one army's assault on another: wounds lost by each to each, the best targets, what all of them come to."""
    values = {"army": ours.document.army.name, "enemy": theirs.document.army.name, "inches": found.range_inches}
    yield say("cli.odds.assault" if found.range_inches is None else "cli.odds.assault-at", values)
    yield ""
    if found.reason:
        yield translate(found.reason)
        yield ""
        return
    yield from _matrix(found, ours)
    yield ""
    yield from _targets(found, theirs)
    yield ""
    yield _losses(found, theirs)
    if names := list(dict.fromkeys(each["name"] for each in found.unresolved)):
        yield say("cli.odds.unresolved", {"names": names})
    yield ""


def _matrix(found: Assault, ours: Side) -> list[str]:
    heads = [say("cli.odds.attacker"), *(str(number) for number in range(1, len(found.losses) + 1)), say("cli.odds.best")]
    rows = [
        [unit.title or unit.name, *(_number(each) for each in row), None if best is None else best + 1]
        for unit, row, best in zip(ours.units, found.each, found.best, strict=True)
    ]
    return table(heads, rows)


def _targets(found: Assault, theirs: Side) -> list[str]:
    rows = [
        [
            place,
            unit.title or unit.name,
            _all_wounds([row[place - 1] for row in found.each]),
            _number(chosen),
            _number(every),
            _chance(every),
        ]
        for place, (unit, chosen, every) in enumerate(zip(theirs.units, found.losses, found.together, strict=True), 1)
    ]
    return table([say(f"cli.odds.column.{column}") for column in COLUMNS], rows)


def _losses(found: Assault, theirs: Side) -> str:
    army, system = theirs.document.army, theirs.document.army.system
    taken = losses(found.losses, theirs.units, system)
    values = {"army": army.name, **{name: round(value, 1) for name, value in taken.items() if value is not None}}
    if taken["cost"] is None:
        return say("cli.odds.losses", values)
    kind = system_of(system).size.cost or next(iter(army.costs), "")
    return say("cli.odds.losses-cost", {**values, "name": name_of(army, "cost", kind)})


def _all_wounds(column: Sequence[Toll | None]) -> int | None:
    """Return how many wounds a target has, as far as anybody attacks it."""
    return next((each.all_wounds for each in column if each), None)


def _number(found: Toll | None) -> str | None:
    return f"{found.wounds:.1f}" if found else None


def _chance(found: Toll | None) -> str | None:
    if found is None:
        return None
    error = f" ±{100 * found.error:.1f}" if found.error else ""
    return f"{100 * found.destroyed:.1f}%{error}"
