"""What may be typed at the table besides an answer: one table of words, each with what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from builder.answers import aims, arsenal, form
from builder.cli.output import write_file
from builder.cli.table import looks
from builder.cli.table.board import field, letters
from builder.cli.words import language, say, spoken, why
from builder.services.errors import ServiceError
from resolver.declared import KINDS
from resolver.engine.decision import Decision
from resolver.engine.prose import Teller

if TYPE_CHECKING:
    from builder.cli.table.sitting import Sitting

Lines = Iterable[str]


class Left(Exception):
    """The player leaves the table; the battle stays as it is."""


def _help(table: Sitting, rest: str) -> Iterator[str]:
    yield say("play.help")
    for word in COMMANDS:
        yield say(f"play.help.{word}")
    if told := hint(table.asked_now):
        yield told


def _units(table: Sitting, rest: str) -> Lines:
    return looks.units(table.asked.view)


def _unit(table: Sitting, rest: str) -> Iterator[str]:
    """By its letter on the map or a part of its name; without one, the unit that is asked about."""
    view, decision = table.asked.view, table.asked_now
    names = Teller(view.game.armies, language()).units
    if not rest:
        wanted = [view.game.unit(decision.subject)] if decision.subject else []
    else:
        wanted = [unit for unit, letter in letters(view).items() if letter == rest]
        wanted = wanted or [n for n, each in enumerate(view.game.armies.units) if rest.lower() in names[each.key].lower()]
    living = [unit for unit in wanted if unit in view.game.living()]
    if not living:
        yield say("play.unit.none")
    for unit in living:
        yield from looks.unit(view, unit)


def _odds(table: Sitting, rest: str) -> Iterator[str]:
    if rest and not (rest.isascii() and rest.isdigit()):
        yield say("play.number")
        return
    yield from looks.odds(table.asked.view, table.asked_now, table.asked.options, int(rest) if rest else None)


def _weapons(table: Sitting, rest: str) -> Iterator[str]:
    if table.asked_now.kind not in KINDS:
        yield say("play.weapons.none")
        return
    names = Teller(table.asked.view.game.armies).units
    for number, (label, rows) in enumerate(arsenal(table.asked.view, table.asked_now, table.asked.options).items(), 1):
        yield say("play.weapons.weapon", {"number": number, "weapon": label, "models": len(rows)})
    for number, key in enumerate(aims(table.asked.options), 1):
        yield say("play.weapons.target", {"number": number, "target": names[key]})


def _rule(table: Sitting, rest: str) -> Lines:
    return looks.rule(table.asked.row.system, rest.upper() or table.asked_now.rule)


def _undo(table: Sitting, rest: str) -> Iterator[str]:
    if rest and not (rest.isascii() and rest.isdigit() and len(rest) < 7):
        yield say("play.number")
        return
    try:
        row = table.battles.past.undo(table.id, table.holder, int(rest) if rest else None)
    except ServiceError as error:
        yield spoken(error.detail)
        return
    yield say("play.undone", {"choices": row.choices})
    table.show_again()


def _save(table: Sitting, rest: str) -> Iterator[str]:
    if not rest:
        yield say("play.saved", {"id": table.id})
        return
    try:
        write_file(Path(rest).expanduser(), table.battles.past.record(table.id, table.holder).to_bytes())
    except (OSError, ValueError) as error:
        yield say("cli.file.failed", {"file": rest, "problem": why(error)})
        return
    yield say("play.saved.file", {"file": rest, "id": table.id})


def _quit(table: Sitting, rest: str) -> Lines:
    raise Left


def _map(table: Sitting, rest: str) -> Lines:
    return field(table.asked.view)


def _again(table: Sitting, rest: str) -> Lines:
    table.show_again(whole=True)
    return ()


COMMANDS: Mapping[str, Callable[[Sitting, str], Lines]] = {
    "help": _help,
    "more": _again,
    "map": _map,
    "units": _units,
    "unit": _unit,
    "odds": _odds,
    "weapons": _weapons,
    "rule": _rule,
    "undo": _undo,
    "save": _save,
    "quit": _quit,
}
SHORT: Mapping[str, str] = {"?": "help", "h": "help", "m": "map", "u": "units", "q": "quit", "exit": "quit"}


def hint(decision: Decision) -> str:
    """Return what may be typed besides the number of an option, "" if nothing."""
    name = form(decision)
    return say(f"play.own.{name}") if name else ""


def find(text: str) -> tuple[Callable[[Sitting, str], Lines], str] | None:
    """Return the command that was typed, with what comes after it; None where it is none."""
    word, _, rest = text.partition(" ")
    command = COMMANDS.get(SHORT.get(word.lower(), word.lower()))
    return (command, rest.strip()) if command else None
