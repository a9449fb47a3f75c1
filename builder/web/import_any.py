"""ImportAny rosters in: one form for whatever holds one, a file or a pasted text, and the report on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as Answer

from builder.api.answers import file
from builder.api.current import services
from builder.api.languages import language
from builder.placing import telling
from builder.placing.report import Report
from builder.services.errors import Invalid, NotFound, TooLarge
from builder.services.import_any import ImportResult
from builder.web.brought import groups_of, needs_of
from builder.web.rendering import page, t
from builder.web.uploads import file_name, read_upload, take_uploads
from datasheets.problems import Problem
from datasheets.words import Message
from exports.battlescribe.omissions import FORMATS

blueprint = Blueprint("import_any", __name__)

MOST_FILES = 50
"""How many files may come at once; all together are no larger than one sheet may be."""


@blueprint.before_request
def take() -> None:
    """Let the form carry a file, or a whole roster document as text."""
    take_uploads()
    request.max_form_memory_size = services().settings.document_limit


@blueprint.get("/bring")
def form() -> Response:
    """Show the form."""
    return _form(())


@blueprint.post("/bring")
def bring() -> Answer:
    """Make a roster of what was given, and say what became of it; of several files, of each for itself."""
    chosen = [each for each in request.files.getlist("file") if each.filename]
    if len(chosen) > MOST_FILES:
        return _form((Problem("", t("bring.too-many", most=MOST_FILES, count=len(chosen))),))
    if len(chosen) > 1:
        files = [_became(each.read(), file_name(each.filename or "") or "list") for each in chosen]
        made = sum(each.made is not None for each in files)
        return page("brought_several.html", 200 if made else 422, files=files, made=made, addresses=_addresses)
    try:
        became = _became(*_upload())
    except Invalid as error:
        return _form(error.problems)
    if became.made is None:
        return _form(became.problems)
    needs = needs_of(became.made.roster) if became.made.report else None
    return page("brought.html", made=became.made, told=became.told, needs=needs)


@dataclass(frozen=True, slots=True)
class Became:
    """What became of one file: the roster with the report in words, or the problems."""

    name: str
    made: ImportResult | None
    told: Mapping[str, Any]
    problems: tuple[Problem, ...] = ()


def _became(data: bytes, name: str) -> Became:
    try:
        made = services().import_any.run(data, name)
    except Invalid as error:
        return Became(name, None, {}, error.problems)
    except TooLarge as error:
        return Became(name, None, {}, (Problem("", error.detail),))
    told = _report_view(made.report) if made.report else {"title": made.found.document.army.name if made.found else ""}
    return Became(name, made, told)


@blueprint.get("/rosters/<id:roster>/files/<format>")
def download(roster: str, format: str) -> Response:
    """Return a roster as a file of another program."""
    wanted = next((each for each in FORMATS if each == format), None)
    if wanted is None:
        raise NotFound(Message("error.no-format", {"format": repr(format)}))
    made = services().lists.export(services().rosters.get(roster).roster, wanted, language())
    return file(made.content, made.file_name, made.media_type, download=True)


def _upload() -> tuple[bytes, str]:
    """Return what was given, and what the user calls it: the file where there is one, else the text."""
    text = request.form.get("text", "").strip()
    chosen = request.files.get("file")
    if chosen is not None and chosen.filename:
        return read_upload("file"), file_name(chosen.filename) or "list"
    if not text:
        raise Invalid((Problem("", t("bring.nothing")),))
    return text.encode("utf-8", "replace"), t("bring.text-name")


def _report_view(report: Report) -> dict[str, Any]:
    """Return what became of a list, in words."""
    reader_language = language()
    return {
        "title": telling.title(report, reader_language),
        "matched": telling.match_count(report, reader_language),
        "groups": groups_of(report),
    }


def _form(problems: tuple[Problem, ...]) -> Response:
    text = request.form.get("text", "")
    return page("bring.html", 422 if problems else 200, problems=problems, text=text, addresses=_addresses)


def _addresses(problems: tuple[Problem, ...]) -> dict[str, str]:
    """Return where the data can be had that lists lack, by the names of their systems."""
    said = (each.message.values for each in problems if isinstance(each.message, Message))
    return {str(values["wanted"]): str(values["address"]) for values in said if values.get("address")}
