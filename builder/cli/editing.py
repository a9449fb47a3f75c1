"""`muster edit`, `rename`, `undo`, `redo`, `history`, `delete`: a stored roster, edited as the pages and the API edit it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

import click

from builder.cli.context import CliContext, Refused
from builder.cli.listing import everything
from builder.cli.names import ROSTER
from builder.cli.output import json_option, print_json, print_lines, table
from builder.cli.words import say
from builder.operations import MOST_OPERATIONS
from builder.services.rosters import RosterAnswer, Rosters

COLUMNS = ("step", "after", "edits", "name", "here")
MOST_SHOWN = 3
"""So many edits of a step are named; those of a roster that was brought in are a hundred."""

Edit = Callable[[Rosters, str, int], RosterAnswer]


def _edit(context: CliContext, written: str, edit: Edit, as_json: bool) -> None:
    """Edit a stored roster in the version that it has now, and say how it stands."""
    rosters, id = context.services.rosters, context.roster(written)
    found = edit(rosters, id, rosters.version(id))
    row = found.row
    if as_json:
        summary = {name: row.summary[name] for name in ("legal", "errors", "warnings")}
        undo = {"can_undo": found.can_undo, "can_redo": found.can_redo}
        print_json({"id": row.id, "name": row.name, "version": row.version, "step": row.step, **summary, **undo})
    else:
        values = {"roster": row.id, "name": row.name, "version": row.version, "errors": row.summary["errors"]}
        print_lines([say("cli.edit.done", values)])


@click.command()
@click.argument("roster", type=ROSTER)
@click.argument("file", metavar="F")
@json_option
@click.pass_obj
def edit(context: CliContext, roster: str, file: str, as_json: bool) -> None:
    """Run the operations in the JSON file F on a stored roster: all of them, or none. "-" reads them from standard input.

    F holds a list of operations, such as [{"op": "rename", "name": "Club night"}]; /api/v1/schemas/operations says which
    there are.

    \b
    Examples:
      muster edit sunward-host edits.json
      echo '[{"op": "annotate", "note": "for Saturday"}]' | muster edit sunward-host -
    """
    operations = _operations(file, context.contents(file))
    _edit(context, roster, lambda rosters, id, version: rosters.apply(id, version, operations), as_json)


def _operations(file: str, data: bytes) -> Sequence[dict[str, Any]]:
    """Return the operations that a file holds.

    Raises:
        Refused: it is no JSON, or no list of objects.
    """
    from datasheets.problems import DocumentError
    from datasheets.strict_json import read_json

    try:
        read = read_json(data)
    except DocumentError as error:
        raise Refused(f"{file}: {error.problems[0].message}") from error
    found = read.get("operations") if isinstance(read, dict) else read
    if not isinstance(found, list) or not found or not all(isinstance(each, dict) for each in found):
        raise Refused(say("cli.edit.no-operations", {"file": file}))
    if len(found) > MOST_OPERATIONS:
        raise Refused(say("cli.edit.most", {"file": file, "count": len(found), "most": MOST_OPERATIONS}))
    return found


@click.command()
@click.argument("roster", type=ROSTER)
@click.argument("name")
@json_option
@click.pass_obj
def rename(context: CliContext, roster: str, name: str, as_json: bool) -> None:
    """Give a stored roster another name.

    \b
    Examples:
      muster rename sunward-host "Club night"
    """
    operations = [{"op": "rename", "name": name}]
    _edit(context, roster, lambda rosters, id, version: rosters.apply(id, version, operations), as_json)


@click.command()
@click.argument("roster", type=ROSTER)
@json_option
@click.pass_obj
def undo(context: CliContext, roster: str, as_json: bool) -> None:
    """Take back the last edit of a stored roster.

    \b
    Examples:
      muster undo sunward-host
    """
    _edit(context, roster, Rosters.undo, as_json)


@click.command()
@click.argument("roster", type=ROSTER)
@json_option
@click.pass_obj
def redo(context: CliContext, roster: str, as_json: bool) -> None:
    """Do again what was taken back of a stored roster.

    \b
    Examples:
      muster redo sunward-host
    """
    _edit(context, roster, Rosters.redo, as_json)


@click.command()
@click.argument("roster", type=ROSTER)
@json_option
@click.pass_obj
def history(context: CliContext, roster: str, as_json: bool) -> None:
    """List the steps of a stored roster, the oldest first; an edit after an undo starts a branch.

    \b
    Examples:
      muster history sunward-host
      muster compare sunward-host@1 sunward-host
    """
    id = context.roster(roster)
    at = context.services.rosters.get(id).row.step
    steps = list(everything(context.services.rosters.history, id))
    if as_json:
        items = [
            {"step": each.n, "after": each.parent, "operations": each.operations, "name": each.name, "here": each.n == at}
            for each in steps
        ]
        print_json({"id": id, "items": items})
        return
    rows = [(each.n, each.parent, _edits(each.operations), each.name, "*" if each.n == at else "") for each in steps]
    print_lines(table([say(f"cli.column.{name}") for name in COLUMNS], rows))


def _edits(operations: Sequence[dict[str, Any]]) -> str:
    names = [str(each.get("op", "")) for each in operations[:MOST_SHOWN]]
    more = len(operations) - len(names)
    return ", ".join([*names, f"+{more}"] if more else names)


@click.command()
@click.argument("roster", type=ROSTER)
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
@click.pass_obj
def delete(context: CliContext, roster: str, yes: bool, as_json: bool) -> None:
    """Delete a stored roster with its history. It asks first, unless you say --yes.

    \b
    Examples:
      muster delete 4m2k9d7p0q1x --yes
    """
    id = context.roster(roster)
    row = context.services.rosters.get(id).row
    values = {"roster": id, "name": row.name}
    if not yes:
        if not sys.stdin.isatty():
            raise Refused(say("cli.delete.ask", values))
        click.confirm(say("cli.delete.sure", values), abort=True, err=True)
    context.services.rosters.delete(id, row.version)
    print_json({"id": id, "name": row.name}) if as_json else print_lines([say("cli.delete.done", values)])


COMMANDS = {
    "edit": edit,
    "rename": rename,
    "undo": undo,
    "redo": redo,
    "history": history,
    "delete": delete,
}
