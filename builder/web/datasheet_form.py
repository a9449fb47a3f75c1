"""Writing a datasheet: a form with a check and a preview beside it, and its JSON as another view of the same document.

What is being written is a draft that is kept at every step, so that nothing is lost when the page is left. Drafts of new
datasheets have numbers, a datasheet that is there has one draft at most. Nothing becomes a datasheet before it is right.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote, urlencode

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from builder.api.current import services
from builder.api.languages import language
from builder.services import systems
from builder.services.errors import Conflict, Invalid, Stale
from builder.store.catalogues import CatalogueRow
from builder.web.copying import copy_of
from builder.web.datasheets import keyword_headings
from builder.web.drafts import BEGINNINGS, beginnings
from builder.web.queries import query_text, whole
from builder.web.rendering import page, t
from builder.web.writing.edits import press_button
from builder.web.writing.nodes import Form
from builder.web.writing.posted import posted_document
from builder.web.writing.preview import card_of_draft, costs_of_draft
from builder.web.writing.problem_places import Told, by_node, problems_by_place
from datasheets.native.naming import slug
from datasheets.native.parse_datasheet import read_datasheet
from datasheets.native.schema import Datasheet
from datasheets.problems import DocumentError, Problem
from datasheets.systems import System
from datasheets.words import translate

blueprint = Blueprint("writing", __name__)

Document = Mapping[str, Any]
SECTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("unit", ("name", "role", "costs")),
    ("profiles", ("profiles",)),
    ("weapons", ("weapons",)),
    ("wargear", ("wargear",)),
    ("composition", ("composition",)),
    ("options", ("options",)),
    ("abilities", ("abilities",)),
    ("keywords", ("keywords",)),
    ("damage_table", ("damage_table",)),
    ("vehicles", ("vehicles", "support_weapon")),
    ("transport", ("transport",)),
    ("cards", ("cards", "strategy_rating", "allowance")),
    ("psyker", ("psyker",)),
    ("commands", ("commands",)),
    ("source", ("source",)),
)
"""The parts of the form, and the members of a datasheet in each."""
VIEWS = ("form", "json")


@dataclass(frozen=True, slots=True)
class Written:
    """What is being written: a datasheet of a catalogue ("" where it is new), and `document`, as far as it has come.

    `number` is the draft's (0 where there is none), `version` the one that it was begun with, `newest` the one stored now.
    """

    catalogue: CatalogueRow
    datasheet: str
    number: int
    version: int
    newest: int
    document: Document

    @property
    def address(self) -> str:
        """The address of its page."""
        if self.datasheet:
            return url_for("web.writing.edit", catalogue=self.catalogue.id, datasheet=self.datasheet)
        return url_for("web.writing.draft", catalogue=self.catalogue.id, number=self.number)

    @property
    def system(self) -> System:
        """The system of its catalogue."""
        return systems.system(self.catalogue.system)


@blueprint.get("/homebrew/<id:catalogue>/datasheets")
def new(catalogue: str) -> Response:
    """Ask what a new datasheet begins as."""
    row = services().catalogues.get_own(catalogue).row
    copied = services().datasheets.search(system=row.system, text=query_text("text"), limit=200).items
    return page(
        "datasheet_new.html",
        catalogue=row,
        beginnings=beginnings(systems.system(row.system)),
        copied=[each for each in copied if each.entry == each.id],
        names={each.id: each.name for each in services().catalogues.page(limit=200).items},
        text=query_text("text"),
    )


@blueprint.post("/homebrew/drafts")
def begin() -> Answer:
    """Begin a new datasheet: as nothing, as a template, or as a copy of another datasheet."""
    row = services().catalogues.get_own(request.form.get("catalogue", "")).row
    start, copied = request.form.get("from", ""), request.form.get("sheet", "")
    if copied:
        catalogue, _, datasheet = copied.partition("/")
        found = services().datasheets.get(catalogue, datasheet)
        if found.row.system != row.system:
            raise Invalid((Problem("/sheet", t("beginning.other-system")),))
        document: Document = copy_of(found, row.id)[0]
    else:
        known = beginnings(systems.system(row.system))
        document = BEGINNINGS[start if start in known else known[0]](systems.system(row.system), row.id)
    made = services().drafts.begin(row.id, {**document, "id": ""})
    return redirect(url_for(".draft", catalogue=row.id, number=made.number), 303)


@blueprint.get("/homebrew/<id:catalogue>/drafts/<int:number>")
def draft(catalogue: str, number: int) -> Response:
    """Show the draft of a new datasheet."""
    return _show(_new(catalogue, number))


@blueprint.post("/homebrew/<id:catalogue>/drafts/<int:number>")
def write_draft(catalogue: str, number: int) -> Answer:
    """Change the draft of a new datasheet, or save it as a datasheet."""
    return _answer(_new(catalogue, number))


@blueprint.get("/homebrew/<id:catalogue>/datasheets/<id:datasheet>")
def edit(catalogue: str, datasheet: str) -> Response:
    """Show a datasheet for changing, with what was changed already and is not saved yet."""
    return _show(_own(catalogue, datasheet))


@blueprint.post("/homebrew/<id:catalogue>/datasheets/<id:datasheet>")
def write(catalogue: str, datasheet: str) -> Answer:
    """Change a datasheet's draft, or save it."""
    return _answer(_own(catalogue, datasheet))


def _new(catalogue: str, number: int) -> Written:
    found = services().drafts.get(catalogue, number)
    return Written(services().catalogues.get(catalogue).row, "", number, 0, 0, found.document)


def _own(catalogue: str, datasheet: str) -> Written:
    row = services().catalogues.get_own(catalogue).row
    found, kept = services().datasheets.get(catalogue, datasheet), services().drafts.of(catalogue, datasheet)
    if kept:
        return Written(row, datasheet, kept.number, kept.version, found.row.version, kept.document)
    return Written(row, datasheet, 0, found.row.version, found.row.version, found.document)


def _answer(known: Written) -> Answer:
    """Do what the button says with what was posted."""
    button = request.form.get("do", "check")
    if button == "discard":
        services().drafts.discard(known.catalogue.id, known.number)
        return redirect(_after(known), 303)
    try:
        document = posted_document(Datasheet, known.system)
    except DocumentError as error:
        return _show(known, text=request.form.get("document", ""), problems=error.problems)
    posted = replace(known, version=whole(request.form.get("version", "")), document=document)
    if button == "save":
        return _save(posted)
    view, anchor = request.form.get("view", ""), ""
    if button in VIEWS:
        view = button
    elif ":" in button:
        changed, anchor = press_button(Datasheet, document, button, known.system)
        posted = replace(posted, document=changed)
    _keep(posted)
    query = urlencode({"view": view} if view == "json" else {"at": anchor} if anchor else {})
    return redirect(known.address + (f"?{query}" if query else "") + (f"#{quote(anchor)}" if anchor else ""), 303)


def _save(posted: Written) -> Answer:
    """Store a datasheet that is right; else keep it as a draft and say what is wrong."""
    document = _with_id(posted)
    try:
        if posted.datasheet:
            made = services().datasheets.replace(posted.catalogue.id, posted.datasheet, posted.version, document)
        else:
            made = services().datasheets.create(document)
    except (DocumentError, Invalid) as error:
        return _refuse(posted, error.problems)
    except Conflict as error:
        return _refuse(posted, (Problem("", error.detail),))
    except Stale:
        return _refuse(posted, (Problem("", t("form.stale")),), 412)
    services().drafts.discard(posted.catalogue.id, posted.number)
    return redirect(url_for("web.datasheets.one", catalogue=made.row.catalogue, datasheet=made.row.id), 303)


def _refuse(posted: Written, problems: tuple[Problem, ...], status: int = 422) -> Response:
    _keep(posted)
    return _show(posted, problems=problems, status=status)


def _keep(posted: Written) -> None:
    """Keep what was posted, unless it is what is stored."""
    catalogue = posted.catalogue.id
    if not posted.datasheet:
        services().drafts.rewrite(catalogue, posted.number, posted.document)
    elif posted.document == services().datasheets.get(catalogue, posted.datasheet).document:
        services().drafts.discard(catalogue, posted.number)
    else:
        services().drafts.keep(catalogue, posted.datasheet, posted.version, posted.document)


def _with_id(written: Written) -> Document:
    """Return the document with an id made of its name where it has none."""
    if written.datasheet or written.document.get("id") != "":
        return written.document
    rows = services().datasheets.search(catalogue=written.catalogue.id, limit=1000).items
    taken, stem = {row.id for row in rows}, slug(str(written.document.get("name", "")))[:70] or "unit"
    names = (stem, *(f"{stem}-{number}" for number in range(2, len(taken) + 3)))
    return {**written.document, "id": next(name for name in names if name not in taken)}


def _after(known: Written) -> str:
    if known.datasheet:
        return url_for("web.datasheets.one", catalogue=known.catalogue.id, datasheet=known.datasheet)
    return url_for("web.homebrew.mine")


def _problems(document: Document) -> tuple[Problem, ...]:
    try:
        read_datasheet(document)
    except DocumentError as error:
        return error.problems
    return ()


def _show(
    written: Written, *, text: str | None = None, problems: tuple[Problem, ...] | None = None, status: int = 0
) -> Response:
    """Show what is being written; `text` is what was sent instead of a document."""
    document, system = written.document, written.system
    view = "json" if text is not None or (request.values.get("view") == "json") else "form"
    form = Form(Datasheet, document, system)
    problems = _problems(_with_id(written)) if problems is None else problems
    raw = [Told("", "", each.path, translate(each.message, language())) for each in problems]
    found = problems_by_place(form, problems) if view == "form" else raw
    return page(
        "datasheet_form.html",
        status or (422 if text is not None else 200),
        catalogue=written.catalogue,
        system=system,
        datasheet=written.datasheet,
        name=str(document.get("name", "")),
        action=written.address,
        version=written.version,
        kept=bool(written.number),
        stale=written.version != written.newest,
        view=view,
        at=query_text("at"),
        document=document,
        text=json.dumps(document, ensure_ascii=False, indent=2) if text is None else text,
        problems=found,
        said=by_node(found),
        sections=[(code, nodes) for code, names in SECTIONS if (nodes := [form.nodes[n] for n in names if n in form.nodes])],
        card=card_of_draft(document, system, *keyword_headings()),
        costs=costs_of_draft(document, system),
    )
