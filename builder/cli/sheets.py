"""`muster print`, `read`, `verify`: armies on paper."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
from pypdf import PdfReader

from builder.cli.context import CliContext, NoRoster, Refused
from builder.cli.files import OutFile, write_file
from builder.cli.names import ROSTER, SETUP
from builder.cli.output import json_option, print_json, print_lines, tell
from builder.cli.program import NO
from builder.cli.words import language, say, translate
from builder.services.codes import CodeSearch
from datasheets.fields import SLUG
from exports.document import RosterDocument, is_like_code
from exports.sheet.parse_sheet import Altered, NotASheet, read_sheet
from exports.sheet.printing import print_sheet
from exports.sheet.setup import CHOICES, FLAGS, Setup
from exports.sheet.untrusted import document_in, open_pdf
from exports.sheet.verifying import Verification, verify
from exports.text import listing


def setup_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command an option for each setting of a print set-up, as keyword arguments; None where it is not given."""
    for name in reversed(FLAGS):
        flag = name.removeprefix("show_")
        command = click.option(f"--{flag}/--no-{flag}", name, default=None, help=say(f"cli.print.{name}"))(command)
    for name, choices in reversed(list(CHOICES.items())):
        words = click.Choice([str(choice) for choice in choices])
        command = click.option(f"--{name.replace('_', '-')}", name, type=words, help=say(f"cli.print.{name}"))(command)
    return command


@click.command("print")
@click.argument("roster", type=ROSTER)
@click.option("--out", required=True, type=OutFile("pdf", ".pdf"), metavar="F.pdf", help="Where to.")
@click.option("--setup", "named", default="", type=SETUP, metavar="NAME", help="A saved set-up; other options change it.")
@click.option("--save", default="", metavar="NAME", help="Save the set-up under this name.")
@setup_options
@json_option
@click.pass_obj
def print_(context: CliContext, /, roster: str, out: Path, named: str, save: str, as_json: bool, **given: Any) -> None:
    """Print ROSTER as army sheets, with the roster inside the PDF: it can be read back, verified and played.

    The same roster and set-up give the same bytes every time. A roster with errors is printed too, with its findings.

    \b
    Examples:
      muster print sunward-host --out a.pdf
      muster print list.json --out cards.pdf --layout cards --per-page 8 --paper letter --save cards
      muster print list.json --out event.pdf --layout event --no-notes
    """
    setup = _setup(context, named, {name: value for name, value in given.items() if value is not None})
    document = context.document(roster)
    pdf = print_sheet(document, setup, language(), context.settings.address_on_paper)
    if save:
        context.services.print_setups.save(save, setup)
    write_file(out, pdf)
    pages = len(PdfReader(io.BytesIO(pdf)).pages)
    if as_json:
        print_json({"pages": pages, "digest": document.digest, "check_code": document.check_code})
    else:
        print_lines([say("cli.print.done", {"file": out, "pages": pages, "code": document.check_code})])


def _setup(context: CliContext, named: str, given: dict[str, Any]) -> Setup:
    """Return the set-up that is asked for. The database is opened only where one is named."""
    if "per_page" in given:
        given["per_page"] = int(given["per_page"])
    return context.services.print_setups.choose(named, given) if named else Setup(**given)


@click.command()
@click.argument("sheet", metavar="F.pdf")
@json_option
@click.pass_obj
def read(context: CliContext, sheet: str, as_json: bool) -> None:
    """Read the roster out of a printed sheet: as a list to read, or with --json as the roster document.

    Exit status 1: the paper shows another roster than the file carries; what it carries is printed all the same.

    \b
    Examples:
      muster read a.pdf
      muster read a.pdf --json > list.json
    """
    document, altered = _read_sheet(sheet, context.contents(sheet))
    if as_json:
        click.echo(document.to_bytes().decode())
    else:
        print_lines(listing(document, language()).splitlines())
    if altered:
        tell(f"{sheet}: {altered}")
        raise click.exceptions.Exit(NO)


@click.command("verify")
@click.argument("sheet", metavar="F.pdf or CODE")
@click.argument("against", metavar="[ROSTER or digest]", required=False, type=ROSTER)
@json_option
@click.pass_obj
def verify_(context: CliContext, sheet: str, against: str | None, as_json: bool) -> None:
    """Say whether a printed sheet is as its data print, and whether they are a roster, a digest or a check code.

    Every page is printed again and compared: nobody changed the paper or the data alone. Only a roster or digest that you
    have from elsewhere shows that it is the list you agreed on. Exit status 1: something disagrees, or cannot be compared.

    A file that was printed to a new PDF or scanned carries no roster: the code on its pages says which of your rosters it
    was printed from. Exit status 1, for nobody can say whether its figures are still those of that list.

    With a check code alone: which of your rosters it is of, as they stand or once stood. Exit status 1: none.

    \b
    Examples:
      muster verify a.pdf
      muster verify a.pdf sunward-host
      muster verify a.pdf 7K2QH-9XRTM
      muster verify 7K2QH-9XRTM
    """
    if against is None and is_like_code(sheet) and not Path(sheet).is_file():
        _search(context, sheet, as_json)
        return
    data = context.contents(sheet)
    wanted = None if against is None else _counterpart(context, against)
    try:
        found = verify(data, wanted)
    except ValueError as error:  # no sheet, or no check code
        raise Refused(f"{sheet if isinstance(error, NotASheet) else against}: {translate(str(error))}") from error
    search = None if found.digest else _find(context, found.check_code)
    if as_json:
        print_json(_answer(found) | ({"found": [asdict(each) for each in search.found]} if search else {}))
    else:
        print_lines([*_lines(sheet, found, against), *(_found_lines(search) if search else ())])
    if not found.consistent or found.matches is False:
        raise click.exceptions.Exit(NO)


def _search(context: CliContext, code: str, as_json: bool) -> None:
    """Say which stored roster a check code is of."""
    search = _find(context, code)
    if as_json:
        print_json({"code": search.code, "found": [asdict(each) for each in search.found]})
    else:
        print_lines(_found_lines(search))
    if not search.found:
        raise click.exceptions.Exit(NO)


def _find(context: CliContext, code: str) -> CodeSearch:
    search = context.services.codes.find(code)
    while search.left and not search.found:
        search = context.services.codes.find(code)
    return search


def _found_lines(search: CodeSearch) -> Iterator[str]:
    if not search.found:
        yield say("cli.verify.unknown", {"code": search.code, "searched": search.searched})
    for each in search.found:
        code = "cli.verify.current" if each.current else "cli.verify.former"
        yield say(code, {"code": search.code, "id": each.roster, "name": each.name, "step": each.step})


def _read_sheet(sheet: str, data: bytes) -> tuple[RosterDocument, str]:
    """Return what a sheet carries, and what is wrong with the paper around it, "" if nothing."""
    try:
        return read_sheet(data), ""
    except Altered as error:
        with open_pdf(data) as reader:
            return document_in(reader), translate(str(error))
    except NotASheet as error:
        raise Refused(f"{sheet}: {translate(str(error))}") from error


def _counterpart(context: CliContext, against: str) -> RosterDocument | str:
    """Return what a sheet is compared with: an army, or a digest or check code as it is written."""
    if is_like_code(against) and not SLUG.fullmatch(against):
        return against
    try:
        return context.document(against)
    except NoRoster:
        if not is_like_code(against):
            raise
        return against


def _answer(found: Verification) -> dict[str, Any]:
    return {
        "consistent": found.consistent,
        "matches": found.matches,
        "digest": found.digest,
        "check_code": found.check_code,
        "differences": [translate(each) for each in found.differences],
        "address": found.address,
    }


def _lines(sheet: str, found: Verification, against: str | None) -> Iterator[str]:
    code = {True: "consistent", False: "differs", None: "unsure"}[found.consistent]
    yield say(f"cli.verify.{code if found.digest else 'only-code'}", {"file": sheet})
    yield from (f"  {translate(difference)}" for difference in found.differences)
    if found.matches is not None:
        what = "" if found.digest else "code-"
        yield say(f"cli.verify.{what}{'matches' if found.matches else 'other'}", {"file": sheet, "wanted": against})
    if found.address:
        yield say("cli.verify.address", {"address": found.address})
    if found.digest:
        yield say("cli.verify.code", {"code": found.check_code, "digest": found.digest})


COMMANDS = {"print": print_, "read": read, "verify": verify_}
