"""The command line: `muster COMMAND ...` (docs/cli.md).

`COMMANDS` says which module holds which command; `program` finds and runs them and turns every failure into one sentence
and an exit status; `desk` is what a command works at: services, and armies by what the user wrote; `output` prints.
A command does no work of its own: the same services answer the API and the pages.
"""

from __future__ import annotations

import click

import builder
from builder.cli.desk import Desk
from builder.cli.program import Program, Row
from builder.cli.words import speak
from datasheets.words import languages

COMMANDS = (
    Row("serve", "serving", "Serve the web form and the API."),
    Row("import", "importing", "Bring in game data, and datasheets, catalogues and rosters of your own."),
    Row("updates", "importing", "Say what newer catalogues would make of a roster, and accept them."),
    Row("list", "listing", "List systems, catalogues, datasheets, rosters or battles."),
    Row("check", "checking", "Say what is wrong with a roster, and which rule says so."),
    Row("matchup", "matching", "Say what two armies make of a battle: its size, table and length."),
    Row("print", "sheets", "Print a roster as army sheets, with the roster inside the PDF."),
    Row("read", "sheets", "Read the roster out of a printed sheet."),
    Row("verify", "sheets", "Say whether a printed sheet agrees with itself, and with a roster."),
    Row("battle", "battling", "Play a battle between two armies: bots, or you yourself."),
    Row("odds", "odds", "Exact odds of one unit attacking another."),
    Row("export", "exporting", "Write a roster as a document or as plain text."),
    Row("abilities", "abilities", "Say how many ability texts of a system are understood."),
    Row("adapter", "adapting", "Speak the protocol of BattleScribe's conformance suite."),
    Row("migrate", "database", "Bring the database up to date, bundled data included."),
    Row("backup", "database", "Copy the database to a file, whole, while others use it."),
)


def _speak(context: click.Context, option: click.Parameter, value: str | None) -> None:
    if value:
        speak(value)


@click.group(
    cls=Program,
    rows=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit status: 0 done, 1 the answer is no, 2 a bad call or a file that cannot be used.",
)
@click.option(
    "--language",
    type=click.Choice(languages()),
    is_eager=True,
    expose_value=False,
    callback=_speak,
    help="The language of sentences and sheets; MUSTER_LANGUAGE if you do not say. Data stay in their own.",
)
@click.version_option(builder.__version__, "--version", prog_name="muster", message="%(prog)s %(version)s")
@click.pass_context
def main(context: click.Context) -> None:
    """Build, check and print army rosters, and play their battles.

    A ROSTER is the id of a stored roster, a roster document (.json) or a printed sheet (.pdf); "-" reads one of the two from
    standard input. The database is the file that MUSTER_DATABASE names, else muster.db in your data folder; it is made and
    brought up to date when it is first needed.
    """
    context.obj = desk = Desk()
    context.call_on_close(desk.close)
