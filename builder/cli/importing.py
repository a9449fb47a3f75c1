"""`muster import`: documents of the user's own into the user's own database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from builder.cli.desk import STDIN, Desk, Refused, is_json
from builder.cli.failures import first_of, sentence
from builder.cli.output import json_option, print_json, print_lines, table
from builder.services.errors import Invalid
from builder.services.imports import Given
from datasheets.problems import DocumentError
from datasheets.strict_json import read_json
from datasheets.words import say

LATER = (".cat", ".catz", ".gst", ".gstz", ".ros", ".rosz", ".bsi", ".bsr")


@click.command("import")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@json_option
@click.pass_obj
def import_(desk: Desk, files: tuple[str, ...], as_json: bool) -> None:
    """Bring in datasheets, catalogues and rosters of your own: documents (.json), printed sheets (.pdf), or folders of them.

    All are checked first, and all come in or none does. What is there already gets a new version, and rosters built on the
    old one keep it. A catalogue may be given before or after its datasheets.

    \b
    Examples:
      muster import my-catalogue.json my-unit.json
      muster import homebrew/
    """
    given = [_given(desk, name) for name in _files(files)]
    try:
        done = desk.services.imports.load(given)
    except Invalid as error:
        raise Refused(first_of(error.problems)) from error
    items = [{"source": i.source, "kind": i.kind, "id": i.id, "name": i.name, "change": i.change} for i in done]
    if as_json:
        print_json({"items": items})
    else:
        keys = ("change", "kind", "id", "name", "source")
        print_lines(table([say(f"cli.column.{key}") for key in keys], ([item[key] for key in keys] for item in items)))


def _files(written: Iterable[str]) -> Iterator[str]:
    """Yield the files that are named, and those of folders that are."""
    for name in written:
        if name == STDIN or not Path(name).is_dir():
            yield name
            continue
        found = sorted(str(file) for file in Path(name).rglob("*.json") if file.is_file())
        if not found:
            raise Refused(say("cli.import.empty-folder", {"folder": name}))
        yield from found


def _given(desk: Desk, name: str) -> Given:
    """Return what a file holds.

    Raises:
        Refused: it is no JSON and no sheet.
    """
    if name.lower().endswith(LATER):
        raise Refused(say("cli.file.later", {"file": name}))
    data = desk.contents(name)
    if not is_json(name, data):
        return Given(name, desk.army_in(name, data).data)
    try:
        return Given(name, read_json(data))
    except DocumentError as error:
        raise Refused(f"{name}: {sentence(error)}") from error


COMMANDS = {"import": import_}
