"""`muster abilities`: how much of what catalogues say of abilities a battle resolves."""

from __future__ import annotations

from typing import Any

import click

from builder.cli.context import CliContext
from builder.cli.names import SYSTEM
from builder.cli.output import json_option, number, print_json, print_lines, table, tell
from builder.cli.words import say
from builder.services.abilities import Abilities
from datasheets.effects.recognition.counting import share
from datasheets.effects.recognition.recognise import VERSION

KINDS = ("weapons", "units")
COLUMNS = ("of", "texts", "understood", "uses", "uses_understood", "share")


@click.command("abilities")
@click.argument("system", metavar="SYSTEM", type=SYSTEM)
@click.option("--unknown", is_flag=True, help="List the texts that are not understood, the most used ones first.")
@json_option
@click.pass_obj
def abilities(context: CliContext, system: str, unknown: bool, as_json: bool) -> None:
    """Say how many ability texts of a system's catalogues are understood, and how many of their uses.

    \b
    Examples:
      muster abilities wh40k-9e
      muster abilities wh40k-9e --unknown
    """
    found = Abilities(context.services.catalogues).count(system)
    left = [text for text in found.texts if not text.understood] if unknown else []
    rows = [_row(kind, [text for text in found.texts if text.of == kind]) for kind in KINDS]
    if as_json:
        told = {"unknown": [{"of": text.of, "uses": text.uses, "text": text.text} for text in left]} if unknown else {}
        print_json({"system": system, "version": VERSION, "files": found.files, "abilities": rows, **told})
        return
    tell(say("cli.abilities.files", {"files": found.files, "system": system, "version": VERSION}))
    heads = [say(f"cli.abilities.{column}") for column in COLUMNS]
    print_lines(table(heads, ([say(f"cli.abilities.of.{row['of']}"), *list(row.values())[1:]] for row in rows)))
    print_lines(f"{text.uses}  {say(f'cli.abilities.of.{text.of}')}  {' '.join(text.text.split())}" for text in left)


def _row(kind: str, texts: list[Any]) -> dict[str, Any]:
    total = share(texts)
    return {
        "of": kind,
        "texts": total.texts,
        "understood": total.understood,
        "uses": total.uses,
        "uses_understood": total.uses_understood,
        "share": number(round(total.of_uses, 4)),
    }


COMMANDS = {"abilities": abilities}
