"""The armies that a battle is to be fought with: a roster that is kept here, or a file of any kind that carries one."""

from __future__ import annotations

from flask import request

from builder.api.current import services
from builder.api.languages import language
from builder.services.armies import Source
from builder.services.errors import Invalid, TooLarge
from builder.web.rendering import t
from builder.web.uploads import read_upload
from datasheets.problems import DocumentError, Problem
from datasheets.strict_json import read_json
from datasheets.words import translate
from exports.document import RosterDocument
from exports.file_kind import file_kind

SIDES = "ab"


def armies() -> tuple[RosterDocument, RosterDocument]:
    """Return the two armies of the form that was posted: for each side its file, or else the roster that was chosen.

    Raises:
        Invalid: an army is missing, or cannot be read; which one, and why.
        NotFound: there is no such roster.
    """
    found: list[RosterDocument] = []
    problems: list[Problem] = []
    for side in SIDES:
        if not request.form.get(side) and not request.files.get(f"sheet_{side}"):
            problems.append(Problem("", t("battles.no-army", side=side.upper())))
            continue
        try:
            found.append(services().armies.document(_source(side)))
        except (Invalid, DocumentError) as error:
            problems += [Problem(each.path, _of(side, each.message)) for each in error.problems]
        except TooLarge as error:
            problems.append(Problem("", _of(side, error.detail)))
    if problems:
        raise Invalid(tuple(problems))
    return found[0], found[1]


def _of(side: str, sentence: str) -> str:
    return t("battles.army-problem", side=side.upper(), problem=translate(sentence, language()))


def _source(side: str) -> Source:
    file = request.files.get(f"sheet_{side}")
    if file:
        return _source_of(read_upload(f"sheet_{side}"), file.filename or "")
    return Source(roster=request.form[side])


def _source_of(content: bytes, name: str) -> Source:
    """Return the army of a file: a printed sheet, a list of another program, a roster document or tree."""
    kind = file_kind(content, name)
    if kind == "list":
        return Source(document=services().lists.document(services().lists.place(content, name[-100:] or "list")))
    if kind == "tree":
        return Source(document=services().validations.tree_document(content))
    return Source(document=_object(content)) if kind in ("document", "json") else Source(sheet=content)


def _object(content: bytes) -> dict[str, object]:
    found = read_json(content, services().settings.sheet_limit)
    if not isinstance(found, dict):
        raise Invalid((Problem("", t("battles.no-document")),))
    return found
