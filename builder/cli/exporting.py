"""`muster export`: a roster as a file for people and for other programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import click

from builder.cli.desk import Desk
from builder.cli.output import OutFile, tell, write_file
from datasheets.words import say
from exports.battlescribe.left_out import FORMATS as FOREIGN
from exports.document import RosterDocument
from exports.text import listing

DOCUMENTS: Mapping[str, Callable[[RosterDocument], str]] = {
    "json": lambda document: f"{document.to_bytes().decode()}\n",
    "txt": listing,
}
FORMATS = (*DOCUMENTS, *FOREIGN)


@click.command()
@click.argument("roster")
@click.option(
    "--format",
    "format_",
    type=click.Choice(FORMATS),
    help="json: the roster document; txt: a list to read or paste; ros, rosz, newrecruit-json, text: for BattleScribe and "
    "New Recruit. Without it, what the name of the file says, else json.",
)
@click.option("--out", type=OutFile(), metavar="FILE", help="Where to; without it, standard output.")
@click.pass_obj
def export(desk: Desk, roster: str, format_: str | None, out: Path | None) -> None:
    """Write ROSTER as a roster document, as plain text, or as other programs' files.

    What a format cannot hold is said on standard error.

    \b
    Examples:
      muster export sunward-host --format txt
      muster export a.pdf --out list.json
      muster export sunward-host --out host.rosz
    """
    named = out.suffix[1:].lower() if out else ""
    made = _made(desk, roster, format_ or (named if named in FORMATS else "json"))
    if out is None:
        click.echo(made, nl=False)
    else:
        write_file(out, made)
        tell(say("cli.written", {"file": out}))


def _made(desk: Desk, roster: str, format_: str) -> bytes:
    if document := DOCUMENTS.get(format_):
        return document(desk.document(roster)).encode()
    found = desk.services.lists.export(desk.tree(roster), next(each for each in FOREIGN if each == format_))
    if found.left_out:
        tell(say("export.left-out", {"what": ", ".join(found.left_out)}))
    return found.content


COMMANDS = {"export": export}
