"""`muster import` and `muster updates`: data files and documents into the user's own database, and what they change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from builder.cli.context import STDIN, CliContext, Refused
from builder.cli.failures import first_of, line_of, sentence
from builder.cli.findings import finding_json, finding_lines
from builder.cli.names import ROSTER
from builder.cli.output import json_option, print_json, print_lines, table, tell
from builder.cli.placings import placing_lines
from builder.cli.terminal import Bar
from builder.cli.words import file_failed, say, translate
from builder.importing.archives import ARCHIVE, DATA, Named, Unpacker
from builder.importing.download import Downloader, is_url
from builder.importing.local import read_file, read_folder
from builder.placing.plain import report_data
from builder.services.data_files import Stage
from builder.services.errors import Invalid
from builder.services.imports import Given, Report, split_files
from builder.services.updates import RosterUpdate
from datasheets.problems import DocumentError, Problem
from datasheets.strict_json import read_json
from exports.file_kind import file_kind

MOST_SHOWN = 20
RECORD = "muster.battle/1"


@click.command("import")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--preview", is_flag=True, help="Only say what the import would do, to your rosters too.")
@click.option("--again", is_flag=True, help="Keep rosters once more that are here already.")
@json_option
@click.pass_obj
def import_(context: CliContext, files: tuple[str, ...], preview: bool, again: bool, as_json: bool) -> None:
    """Bring in game data, lists of other programs, and datasheets, catalogues and rosters of your own.

    A FILE is a BattleScribe data file (.gst, .cat, .gstz, .catz), a zip of such files, a list (.ros, .rosz, New Recruit's
    JSON, or a 9th edition text as .txt), a document (.json), a printed sheet (.pdf), a folder, or the address of a data
    file, an index or a repository. All are checked first, and all come in or none does. What is there already gets a new
    version; rosters keep the one that they were built on. A list becomes a roster, with a report of what became of it.

    \b
    Examples:
      muster import my-catalogue.json my-unit.json
      muster import wh40k-9e/
      muster import list.rosz
      muster import https://github.com/OWNER/REPOSITORY
    """
    progress = Progress()
    try:
        given, data, lists = _gather(context, files, progress)
        report = context.services.imports.load(given, data, lists, preview=preview, again=again, progress=progress)
    except (Invalid, DocumentError) as error:
        progress.end()
        raise Refused(_all_told(error.problems)) from error
    progress.end()
    for problem in report.problems[:MOST_SHOWN]:
        tell(say("cli.import.warning", {"problem": line_of(problem)}))
    if len(report.problems) > MOST_SHOWN:
        tell(say("cli.import.warnings", {"count": len(report.problems) - MOST_SHOWN}))
    for item in report.items:
        if (item.kind, item.change) == ("roster", "same"):
            tell(say("cli.import.here", {"source": item.source, "id": item.id}))
    if as_json:
        print_json(_json(report))
    else:
        print_lines(_lines(report))


@click.command()
@click.argument("roster", type=ROSTER)
@click.option("--accept", is_flag=True, help="Move the roster to the newest versions.")
@json_option
@click.pass_obj
def updates(context: CliContext, roster: str, accept: bool, as_json: bool) -> None:
    """Say what the newest versions of its catalogues would make of the stored ROSTER: costs, options, rules.

    A roster stays on the versions that it was built on until you accept the newest ones.

    \b
    Examples:
      muster updates sunward-patrol
      muster updates sunward-patrol --accept
    """
    found = context.services.updates.of(context.roster(roster))
    if accept and found.operations:
        context.services.rosters.apply(roster, found.row.version, found.operations)
    if as_json:
        print_json(_update_json(found) | {"accepted": bool(accept and found.operations)})
        return
    print_lines(_update_lines(found))
    if accept and found.operations:
        tell(say("cli.updates.accepted", {"name": found.row.name}))


class Progress:
    """Tells on standard error what is being done: a bar on a terminal, else a line for each stage."""

    def __init__(self) -> None:
        self._stage = ""
        self._bar = Bar()

    def __call__(self, stage: Stage, name: str, done: int, total: int) -> None:
        """Tell of one file."""
        if self._bar.is_drawn:
            line = say(f"cli.import.{stage}", {"name": name, "done": done + 1, "total": total or done + 1})
            self._bar.show(line, done, total or None)
        elif stage != self._stage and total != 1:
            tell(say(f"cli.import.{stage}-all", {"total": total}))
        self._stage = stage

    def end(self) -> None:
        """Leave the line."""
        self._bar.end()


def _gather(context: CliContext, written: Sequence[str], progress: Progress) -> tuple[list[Given], list[Named], list[Named]]:
    """Return the documents, the data files and the lists that were named.

    Raises:
        DocumentError: there is something in a folder, an archive or at an address that cannot be used.
        Refused: a file cannot be used.
    """
    given: list[Given] = []
    lists: list[Named] = []
    packed: list[Named] = []
    for name in written:
        if is_url(name):
            packed += Downloader(private=True, progress=lambda file: progress("load", file, 0, 0)).load(name)
        elif name != STDIN and (Path(name).is_dir() or name.lower().endswith((*DATA, ARCHIVE))):
            packed += _local(name)
        else:
            data = context.contents(name)
            kind = file_kind(data, name)
            if kind == "data":
                packed.append(Named(name, data))
            elif kind == "list":
                lists.append(Named(name, data))
            else:
                given.append(
                    _document(name, data) if kind in ("document", "json") else Given(name, context.army_in(name, data).data)
                )
    documents, data_files = split_files(Unpacker().unpack(packed))
    return [*given, *documents], data_files, lists


def _local(name: str) -> Iterator[Named]:
    try:
        if Path(name).is_dir():
            yield from read_folder(Path(name))
        else:
            yield read_file(Path(name))
    except OSError as error:
        raise Refused(file_failed(error.filename or name, error)) from error
    except DocumentError:
        raise
    except ValueError as error:  # a zero byte in the name
        raise Refused(say("cli.file.failed", {"file": name, "problem": str(error)})) from error


def _document(name: str, data: bytes) -> Given:
    try:
        found = Given(name, read_json(data))
    except DocumentError as error:
        raise Refused(f"{name}: {sentence(error)}") from error
    if isinstance(found.document, dict) and found.document.get("schema") == RECORD:
        raise Refused(say("cli.import.battle", {"file": name}))
    return found


def _all_told(problems: Sequence[Problem]) -> str:
    """Return the first problem with the number of others, which are told before."""
    for problem in problems[1:MOST_SHOWN]:
        tell(line_of(problem))
    return first_of(problems)


def _json(report: Report) -> dict[str, Any]:
    return {
        "items": [asdict(item) for item in report.items],
        "problems": [{"path": each.path, "message": translate(each.message)} for each in report.problems],
        "rosters": [_update_json(each) for each in report.rosters],
        "lists": [{"source": each.source, "roster": each.roster, **report_data(each.report)} for each in report.lists],
    }


def _lines(report: Report) -> Iterator[str]:
    revision = ("revision",) if any(item.revision is not None for item in report.items) else ()
    keys = ("change", "kind", "id", "name", *revision, "source")
    items = [asdict(item) for item in report.items]
    yield from table([say(f"cli.column.{key}") for key in keys], ([item[key] for key in keys] for item in items))
    for one in report.lists:
        yield ""
        yield from placing_lines(one.report)
    for each in report.rosters:
        if each.changes:
            yield ""
            yield from _update_lines(each)
    if unchanged := sum(not each.changes for each in report.rosters):
        yield ""
        yield say("cli.import.unchanged", {"count": unchanged})


def _update_json(update: RosterUpdate) -> dict[str, Any]:
    broken, settled = ([finding_json(each) for each in found] for found in (update.broken, update.settled))
    return {**update.plain(), "broken": broken, "settled": settled}


def _update_lines(update: RosterUpdate) -> Iterator[str]:
    """Yield what changes in a roster."""
    plain = update.plain()
    yield say("cli.updates.title" if update.moves else "cli.updates.none", {"name": update.row.name})
    for move in plain["forces"]:
        yield "  " + say("cli.updates.force", {**move, "revision_before": move["revision_before"] or "?"})
    for cost in plain["costs"]:
        yield "  " + say("cli.updates.cost", {**cost, "unit": say("cli.updates.total")})
    for unit in plain["units"]:
        if unit["gone"]:
            yield "  " + say("cli.updates.gone", {"unit": unit["name"], "name": unit["name"]})
        for cost in unit["costs"]:
            yield "  " + say("cli.updates.cost", {**cost, "unit": unit["name"]})
    names = {unit.uid: unit.title or unit.name for unit in update.before.roster.units()}
    for option in plain["options"]:
        if option["selection"] != option["unit"] or option["change"] != "gone":
            yield "  " + say(f"cli.updates.{option['change']}", {**option, "unit": names[option["unit"]]})
    for heading, findings in (("broken", update.broken), ("settled", update.settled)):
        if findings:
            yield "  " + say(f"cli.updates.{heading}")
        for finding in findings:
            yield from (f"    {line}" for line in finding_lines(finding))


COMMANDS = {"import": import_, "updates": updates}
