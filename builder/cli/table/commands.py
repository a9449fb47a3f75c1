"""What may be typed at the table besides an answer: one table of words, each with what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Protocol

import click

from builder.answers import FORMS, aim_of, aims, arsenal
from builder.cli.files import write_file
from builder.cli.table import looks
from builder.cli.table.board import field, letters
from builder.cli.words import file_failed, language, say, translate
from builder.services.battles import Asked, Battles
from builder.services.errors import ServiceError
from builder.services.seats import Holder
from resolver.engine.decision import Decision
from resolver.engine.prose import LogWriter
from resolver.engine.view import View

Lines = Iterable[str]


class Table(Protocol):
    """What a command needs of the conversation that it is typed in (`terminal_game.TerminalGame`)."""

    battles: Battles
    id: str
    holder: Holder
    asked: Asked

    @property
    def asked_now(self) -> Decision:
        """The open decision, which is one of this table's."""

    def show_again(self, *, whole: bool = False) -> None:
        """Show the open decision once more."""


class Left(Exception):
    """The player leaves the table; the battle stays as it is."""


def _help(table: Table, rest: str) -> Iterator[str]:
    yield say("play.help")
    for word in COMMANDS:
        yield say(f"play.help.{word}")
    if told := hint(table.asked.view, table.asked_now):
        yield told


def _units(table: Table, rest: str) -> Lines:
    return looks.units(table.asked.view)


def _unit(table: Table, rest: str) -> Iterator[str]:
    """By its letter on the map or a part of its name; without one, the unit that is asked about."""
    view, decision = table.asked.view, table.asked_now
    names = LogWriter(view.game.armies, view.game.ruleset, language()).units
    if not rest:
        wanted = [view.game.unit(decision.subject)] if decision.subject else []
    else:
        wanted = [unit for unit, letter in letters(view).items() if letter == rest]
        wanted = wanted or [n for n, each in enumerate(view.game.armies.units) if rest.lower() in names[each.key].lower()]
    living = [unit for unit in wanted if unit in view.game.living_units()]
    if not living:
        yield say("play.unit.none")
    for unit in living:
        yield from looks.unit(view, unit)


def _odds(table: Table, rest: str) -> Iterator[str]:
    if rest and not (rest.isascii() and rest.isdigit()):
        yield say("play.number")
        return
    yield from looks.odds(table.asked.view, table.asked_now, table.asked.options, int(rest) if rest else None)


def _weapons(table: Table, rest: str) -> Iterator[str]:
    if aim_of(table.asked.view, table.asked_now).form not in ("shots", "blows"):
        yield say("play.weapons.none")
        return
    names = LogWriter(table.asked.view.game.armies, table.asked.view.game.ruleset).units
    for number, (label, rows) in enumerate(arsenal(table.asked.view, table.asked_now, table.asked.options).items(), 1):
        yield say("play.weapons.weapon", {"number": number, "weapon": label, "models": len(rows)})
    for number, key in enumerate(aims(table.asked.view, table.asked_now, table.asked.options), 1):
        yield say("play.weapons.target", {"number": number, "target": names[key]})


def _rule(table: Table, rest: str) -> Lines:
    return looks.rule(table.asked.row.system, rest.upper() or table.asked_now.rule)


def _undo(table: Table, rest: str) -> Iterator[str]:
    if rest and not (rest.isascii() and rest.isdigit() and len(rest) < 7):
        yield say("play.number")
        return
    try:
        stood = table.battles.get(table.id).choices
        row = table.battles.past.undo(table.id, table.holder, int(rest) if rest else None)
    except ServiceError as error:
        yield translate(error.detail)
        return
    if row.choices == stood:
        yield say("play.wish")
        return
    yield say("play.undone", {"choices": row.choices})
    table.show_again()


def _save(table: Table, rest: str) -> Iterator[str]:
    if not rest:
        yield say("play.saved", {"id": table.id})
        return
    try:
        write_file(Path(rest).expanduser(), table.battles.past.record(table.id, table.holder).to_bytes())
    except ServiceError as error:
        yield translate(error.detail)
        return
    except click.ClickException as error:
        yield error.message
        return
    except OSError as error:
        yield file_failed(rest, error)
        return
    except ValueError as error:  # a zero byte in the name
        yield say("cli.file.failed", {"file": rest, "problem": str(error)})
        return
    yield say("play.saved.file", {"file": rest, "id": table.id})


def _quit(table: Table, rest: str) -> Lines:
    raise Left


def _map(table: Table, rest: str) -> Lines:
    return field(table.asked.view)


def _again(table: Table, rest: str) -> Lines:
    table.show_again(whole=True)
    return ()


COMMANDS: Mapping[str, Callable[[Table, str], Lines]] = {
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


def hint(view: View, decision: Decision) -> str:
    """Return what may be typed besides the number of an option, "" if nothing."""
    form = aim_of(view, decision).form
    return say(f"play.own.{form}") if form in FORMS else ""


def find(text: str) -> tuple[Callable[[Table, str], Lines], str] | None:
    """Return the command that was typed, with what comes after it; None where it is none."""
    word, _, rest = text.partition(" ")
    command = COMMANDS.get(SHORT.get(word.lower(), word.lower()))
    return (command, rest.strip()) if command else None
