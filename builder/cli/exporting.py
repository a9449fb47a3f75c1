"""`muster export`: a roster as a file for people and for other programs, a battle as its record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import click

from builder.cli.context import CliContext, Refused, is_file
from builder.cli.files import OutFile, refusal, write_file
from builder.cli.names import ROSTER
from builder.cli.output import tell
from builder.cli.words import language, say
from builder.operations import nodes
from builder.services.seats import OWNER
from exports.battlescribe.omissions import FORMATS as FOREIGN
from exports.document import RosterDocument
from exports.text import POSTED, listing, post_texts, text_of

DOCUMENTS: Mapping[str, Callable[[RosterDocument], str]] = {
    "json": lambda document: f"{document.to_bytes().decode()}\n",
    "txt": lambda document: listing(document, language()),
}
CATALOGUE = "catalogue"
"""The format in which a catalogue is written."""
LINK = "link"
"""The format in which a roster is one link."""
RECORD = "record"
"""The format in which a battle is written."""
FORMATS = (*DOCUMENTS, LINK, *POSTED, *FOREIGN, CATALOGUE, RECORD)

FILE_KINDS = dict.fromkeys(("json", "newrecruit-json", CATALOGUE, RECORD), "json") | {"ros": "xml", "rosz": "zip"}
"""What the file of a format is; of all others text."""
ENDINGS = (".json", ".txt", ".ros", ".rosz")
"""Those that people know; every other format can be written as an ending, too."""


@click.command()
@click.argument("roster", type=ROSTER)
@click.option(
    "--format",
    "format_",
    type=click.Choice(FORMATS),
    help="json: the roster document; txt: a list to read; "
    "link: a link that holds the roster; discord, markdown, bbcode: messages to post; event: for a "
    "tournament; ros, rosz, newrecruit-json, text: for BattleScribe and "
    "New Recruit; catalogue: the one with that id, in one file; record: of the battle with that id. Without it, what the "
    "name of the file says, else json.",
)
@click.option("--out", type=OutFile(), metavar="FILE", help="Where to; without it, standard output.")
@click.pass_obj
def export(context: CliContext, roster: str, format_: str | None, out: Path | None) -> None:
    """Write ROSTER as a roster document, as plain text, or as other programs' files; a catalogue as one file; or a battle as
    its record.

    What a format cannot hold is said on standard error.

    \b
    Examples:
      muster export sunward-host --format txt
      muster export a.pdf --out list.json
      muster export sunward-host --format discord
      muster export sunward-host --format link
      muster export sunward-host --out host.rosz
      muster export my-armies --format catalogue --out my-armies.json
      muster export 4m2k9d7p0q1x --format record --out battle.json
    """
    wanted = format_ or (_named_format(out) if out else "json")
    if out and (why := refusal(out, FILE_KINDS.get(wanted, "text"))):
        raise Refused(why)
    made = _export(context, roster, wanted)
    if out is None:
        click.echo(made, nl=False)
    else:
        write_file(out, made)
        tell(say("cli.written", {"file": out}))


def _named_format(out: Path) -> str:
    """Return the format that the ending of a name says; that of a name without one is json."""
    ending = out.suffix[1:].lower()
    if ending and ending not in FORMATS:
        raise Refused(f"{out}: {say('cli.output.ending', {'ending': ending, 'known': ENDINGS})}")
    return ending or "json"


def _export(context: CliContext, roster: str, format_: str) -> bytes:
    if format_ == CATALOGUE:
        return context.services.homebrew.pack(roster)
    if format_ == RECORD:
        return context.services.battles.past.record(roster, OWNER).to_bytes()
    if format_ not in FOREIGN:
        _tell_aside(context, roster)
    if format_ == LINK:
        from builder.services.sharing import link_of

        return f"{link_of(context.document(roster), f'http://{context.settings.host}:{context.settings.port}')}\n".encode()
    if document := DOCUMENTS.get(format_):
        return document(context.document(roster)).encode()
    if style := next((each for each in POSTED if each == format_), None):
        return text_of(post_texts(context.document(roster), style, language())).encode()
    found = context.services.lists.export(
        context.tree(roster), next(each for each in FOREIGN if each == format_), language()
    )
    if found.left_out:
        tell(say("export.left-out", {"what": ", ".join(found.left_out)}))
    return found.content


def _tell_aside(context: CliContext, roster: str) -> None:
    """Say how many units were set aside: a document has the army, and nothing else."""
    count = 0 if is_file(roster) else sum(1 for _ in nodes.aside(context.tree(roster)))
    if count:
        tell(say("export.left-out", {"what": say("export.left-out.aside", {"count": count})}))


COMMANDS = {"export": export}
