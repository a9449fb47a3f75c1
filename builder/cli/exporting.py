"""`muster export`: a roster as a file for people and for other programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import click

from builder.cli.desk import Desk
from builder.cli.output import OutFile, tell, write_file
from datasheets.words import say
from exports.document import RosterDocument
from exports.text import listing

FORMATS: Mapping[str, Callable[[RosterDocument], str]] = {
    "json": lambda document: f"{document.to_bytes().decode()}\n",
    "txt": listing,
}


@click.command()
@click.argument("roster")
@click.option(
    "--format",
    "format_",
    type=click.Choice(tuple(FORMATS)),
    help="json: the roster document; txt: a list to read or paste. Without it, what the name of the file says, else json.",
)
@click.option("--out", type=OutFile(), metavar="FILE", help="Where to; without it, standard output.")
@click.pass_obj
def export(desk: Desk, roster: str, format_: str | None, out: Path | None) -> None:
    """Write ROSTER as a roster document or as plain text.

    \b
    Examples:
      muster export sunward-host --format txt
      muster export a.pdf --out list.json
    """
    named = out.suffix[1:].lower() if out else ""
    made = FORMATS[format_ or (named if named in FORMATS else "json")](desk.document(roster))
    if out is None:
        click.echo(made, nl=False)
    else:
        write_file(out, made.encode())
        tell(say("cli.written", {"file": out}))


COMMANDS = {"export": export}
