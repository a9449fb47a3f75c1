"""The program around the commands: finds them by name, and ends with one sentence and an exit status if one fails."""

from __future__ import annotations

import difflib
import gc
import io
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any, NamedTuple

import click

from builder.cli.words import say, set_language
from builder.settings import language_of
from datasheets.steps import MOST_OF_IMPORT, limited_steps

DONE, NO, UNUSABLE, STOPPED = 0, 1, 2, 130
HELP = "help"
COLLECTED_AFTER = 50_000
"""So many objects are made before garbage is looked for: while modules load there is none, and looking takes long."""


ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
"""NumPy multiplies no large matrices here; to start a thread for each core takes half of the time in which it loads."""


class CommandRow(NamedTuple):
    """A command: its name and its module here. What it does is the sentence of `command.<name>`."""

    name: str
    module: str


@contextmanager
def closing_pipe() -> Iterator[None]:
    """Let whoever reads what is printed stop doing so, as `head` does: then all is done that was wanted."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError as error:
        if error.filename is not None:  # a file that the user named
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise click.exceptions.Exit(DONE) from None


def open_closed_streams() -> None:
    """Let a stream that was closed (`muster check X >&-`) lead nowhere: what is printed is lost, and all else is done.

    Its number must not be given to the next file that is opened, the database, say.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)  # the lowest free number: that of the stream, unless it is taken
            setattr(sys, name, os.fdopen(nowhere, "w" if number else "r"))


class Program(click.Group):
    """Commands whose modules are imported when they are called, so that `muster --help` is there at once."""

    def __init__(self, *args: Any, rows: Sequence[CommandRow] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rows = {row.name: row for row in rows}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return [*self.rows, HELP]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, None where there is none of that name."""
        if cmd_name == HELP:
            return click.Command(HELP, short_help=say(f"command.{HELP}"))
        row = self.rows.get(cmd_name)
        if row is None:
            return None
        found: click.Command = import_module(f"builder.cli.{row.module}").COMMANDS[cmd_name]
        return found

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name; `help COMMAND` is `COMMAND --help`."""
        name, *others = args
        if name == HELP:
            if others:
                return self.resolve_command(ctx, [*others, "--help"])
            if ctx.resilient_parsing:  # a shell asks what may follow: every command
                return None, None, []
            click.echo(ctx.get_help())
            ctx.exit()
        if name not in self.rows and not name.startswith("-"):
            near = difflib.get_close_matches(name, [*self.rows, HELP], 1)
            code = "cli.no-command.near" if near else "cli.no-command"
            raise click.UsageError(say(code, {"name": name, "near": near or [*self.rows, HELP]}), ctx)
        return super().resolve_command(ctx, args)

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Read the arguments; help is written here."""
        with closing_pipe():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was named."""
        with closing_pipe():
            return super().invoke(ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, say(f"command.{name}")) for name in (*self.rows, HELP)])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the exit status means."""
        formatter.write_paragraph()
        formatter.write_text(say("command.exit-status"))

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the program and exit."""
        open_closed_streams()
        gc.set_threshold(COLLECTED_AFTER)
        for name, number in ONE_THREAD.items():
            os.environ.setdefault(name, number)
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        sys.exit(self._status(*args, **{**kwargs, "standalone_mode": False}))

    def _status(self, *args: Any, **kwargs: Any) -> int:
        set_language(language_of())
        try:
            with limited_steps(MOST_OF_IMPORT):
                status = super().main(*args, **kwargs)
            sys.stdout.flush()
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            return UNUSABLE
        except click.Abort:
            return STOPPED
        except Exception as error:
            from builder.cli.failures import sentence  # knows the errors of every package; not needed until one happens

            click.echo(f"muster: {sentence(error)}", err=True)
            return UNUSABLE
        return status if isinstance(status, int) else DONE
