"""The command line: `muster COMMAND ...` (docs/cli.md).

`COMMANDS` says which module holds which command; `program` finds and runs them and turns every failure into one sentence
and an exit status; `context` is what a command works at: services, and armies by what the user wrote; `output` prints.
A command does no work of its own: the same services answer the API and the pages.
"""

from __future__ import annotations

import click

import builder
from builder.added_systems import add_systems
from builder.cli.context import CliContext
from builder.cli.program import CommandRow, Program
from builder.cli.words import set_language
from builder.settings import systems_of
from datasheets.words import languages

COMMANDS = (
    CommandRow("serve", "serving"),
    CommandRow("import", "importing"),
    CommandRow("updates", "importing"),
    CommandRow("list", "listing"),
    CommandRow("check", "checking"),
    CommandRow("edit", "editing"),
    CommandRow("rename", "editing"),
    CommandRow("undo", "editing"),
    CommandRow("redo", "editing"),
    CommandRow("history", "editing"),
    CommandRow("delete", "editing"),
    CommandRow("compare", "looking_up"),
    CommandRow("rule", "looking_up"),
    CommandRow("matchup", "matching"),
    CommandRow("print", "sheets"),
    CommandRow("read", "sheets"),
    CommandRow("verify", "sheets"),
    CommandRow("battle", "battling"),
    CommandRow("odds", "odds"),
    CommandRow("simulate", "simulating"),
    CommandRow("export", "exporting"),
    CommandRow("abilities", "abilities"),
    CommandRow("adapter", "adapting"),
    CommandRow("people", "people"),
    CommandRow("migrate", "database"),
    CommandRow("backup", "database"),
    CommandRow("restore", "database"),
)


def _speak(context: click.Context, option: click.Parameter, value: str | None) -> None:
    if value:
        set_language(value)


@click.group(
    cls=Program,
    rows=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"]},
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
    add_systems(systems_of())
    context.obj = CliContext()
    context.call_on_close(context.obj.close)
