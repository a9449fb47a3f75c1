"""`muster migrate`, `backup`, `restore`: the user's database."""

from __future__ import annotations

from pathlib import Path

import click

from builder.cli.context import CliContext
from builder.cli.output import json_option, print_json, print_lines
from builder.cli.words import say


@click.command()
@json_option
@click.pass_obj
def migrate(context: CliContext, as_json: bool) -> None:
    """Bring the database up to date, bundled data included: the catalogues and sample rosters that come with Muster.

    Units of imported catalogues that an older Muster listed are listed anew, which takes seconds for each catalogue.
    Other commands do it too when there is need. What is up to date stays as it is, and nothing of yours is ever replaced.

    \b
    Examples:
      muster migrate
      MUSTER_DATABASE=club.db muster migrate
    """
    from builder.cli.importing import Progress

    done, imports, progress = context.prepare(), context.services.imports, Progress()
    listed = imports.relist(progress)
    progress.end()
    parts = {"migrations": done.migrations, "catalogues": done.catalogues, "rosters": done.rosters, "listed": listed}
    if as_json:
        print_json({"database": str(context.settings.database), **{name: list(ids) for name, ids in parts.items()}})
    else:
        print_lines(say(f"cli.migrate.{name}", {"ids": ids}) for name, ids in parts.items() if ids)


@click.command()
@click.argument("file", metavar="F", type=click.Path(path_type=Path, readable=False))
@json_option
@click.pass_obj
def backup(context: CliContext, file: Path, as_json: bool) -> None:
    """Copy the database to the file F, whole and consistent, while others use it. F must not be there yet.

    Where there are accounts, everybody's databases are copied to the folder F.people beside it.

    \b
    Examples:
      muster backup before-the-tournament.db
    """
    from builder.services.people.copies import back_up

    made = back_up(context.services.store, file)
    if as_json:
        print_json({"file": str(file), **made._asdict()})
    else:
        print_lines([say("cli.backup.done", {"file": file, "bytes": made.bytes})])
        print_lines([say("cli.backup.people", {"file": file, "count": made.people})] if made.people else [])


@click.command()
@click.argument("file", metavar="F", type=click.Path(path_type=Path, readable=False))
@json_option
@click.pass_obj
def restore(context: CliContext, file: Path, as_json: bool) -> None:
    """Put the backup F in the place of the database. What was there before is kept in a file beside it.

    With F go the databases of people in the folder F.people, if there is one.

    Stop the server first. F is only read; a backup of an older Muster is brought up to date.

    \b
    Examples:
      muster restore before-the-tournament.db
    """
    from builder.services.people.copies import restore_all

    database = context.settings.database
    kept = restore_all(database, file, context.settings.busy_seconds)
    if as_json:
        print_json({"database": str(database), "file": str(file), "kept": str(kept) if kept else None})
    else:
        print_lines([say("cli.restore.done", {"file": file, "database": database})])
        print_lines([say("cli.restore.kept", {"kept": kept})] if kept else [])


COMMANDS = {"migrate": migrate, "backup": backup, "restore": restore}
