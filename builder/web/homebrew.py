"""Your own catalogues: made, named, deleted; their datasheets listed, copied and deleted. `datasheet_form` writes those."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, get_args

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from builder.api.answers import file
from builder.api.current import services
from builder.services import systems
from builder.services.errors import Conflict, Invalid
from builder.services.homebrew import Change
from builder.store.catalogues import CatalogueRow
from builder.web.copying import copy_of, is_imported
from builder.web.games import games
from builder.web.queries import query_text, query_whole, whole
from builder.web.rendering import page, t
from builder.web.uploads import read_upload, take_uploads
from builder.web.writing.edits import press_button
from builder.web.writing.nodes import Form
from builder.web.writing.posted import posted_document
from builder.web.writing.problem_places import by_node, problems_by_place
from datasheets.native.naming import slug
from datasheets.native.parse_datasheet import read_header
from datasheets.native.schema import Header
from datasheets.problems import DocumentError, Problem

blueprint = Blueprint("homebrew", __name__)

Document = Mapping[str, Any]
MOST_PROBLEMS = 50


@blueprint.get("/homebrew")
def mine() -> Response:
    """List your own catalogues with their datasheets."""
    return _mine((), {"system": query_text("system")})


@blueprint.post("/homebrew")
def create_catalogue() -> Answer:
    """Make a catalogue of your own from a name and a system."""
    name, system = request.form.get("name", "").strip(), request.form.get("system", "")
    header = {"schema": "muster.catalogue/1", "id": slug(name), "system": system, "name": name, "revision": 1}
    try:
        made = services().catalogues.create(header)
    except (DocumentError, Invalid, Conflict) as error:
        return _mine(error.problems or (Problem("", str(error)),), request.form)
    return redirect(url_for("web.writing.new", catalogue=made.row.id), 303)


@blueprint.get("/homebrew/<id:catalogue>")
def edit_catalogue(catalogue: str) -> Response:
    """Show a catalogue's header for changing."""
    found = services().catalogues.get_own(catalogue)
    return _catalogue_page(found.row, found.document, found.row.version)


@blueprint.post("/homebrew/<id:catalogue>")
def save_catalogue(catalogue: str) -> Answer:
    """Change a catalogue's header as its form says, or save it."""
    row, version, button = services().catalogues.get_own(catalogue).row, _version(), request.form.get("do", "check")
    system = systems.system(row.system)
    header = posted_document(Header, system)
    if ":" in button:
        header, at = press_button(Header, header, button, system)
        return _catalogue_page(row, header, version, at=at)
    if button != "save":
        return _catalogue_page(row, header, version)
    try:
        services().catalogues.replace(catalogue, version, header)
    except (DocumentError, Invalid) as error:
        return _catalogue_page(row, header, version, error.problems)
    return redirect(url_for(".mine"), 303)


@blueprint.get("/homebrew/<id:catalogue>/file")
def export(catalogue: str) -> Response:
    """Download a whole catalogue as one file."""
    return file(services().homebrew.pack(catalogue), f"{catalogue}.json", "application/json", download=True)


@blueprint.post("/homebrew/files")
def bring() -> Answer:
    """Bring in a catalogue from a file; where one of its id says something else, ask what is to be done."""
    take_uploads()
    request.max_form_memory_size = request.max_content_length
    name = "".join(letter for letter in request.form.get("name", "") if letter.isprintable()).strip()
    try:
        data = request.form.get("text", "").encode() or read_upload("file")
        found = services().homebrew.bring(data, name=name, replace="replace" in request.form)
    except (DocumentError, Invalid) as error:
        return _mine(error.problems[:MOST_PROBLEMS], {})
    except Conflict as error:
        return page(
            "homebrew_conflict.html",
            409,
            found=services().homebrew.look(data, name),
            detail=error.detail,
            text=data.decode(),
            name=name,
        )
    return redirect(url_for(".mine", done=found.change, _anchor=found.catalogue.id), 303)


@blueprint.get("/homebrew/<id:catalogue>/delete")
def ask_delete_catalogue(catalogue: str) -> Response:
    """Ask whether a catalogue is to be deleted."""
    row = services().catalogues.get(catalogue).row
    return page(
        "delete.html",
        name=row.name,
        action=url_for(".delete_catalogue", catalogue=catalogue),
        version=row.version,
        words=t("homebrew.delete-catalogue"),
        back=url_for(".mine"),
    )


@blueprint.post("/homebrew/<id:catalogue>/delete")
def delete_catalogue(catalogue: str) -> Answer:
    """Delete a catalogue of your own."""
    services().catalogues.delete(catalogue, _version())
    return redirect(url_for(".mine"), 303)


@blueprint.get("/homebrew/<id:catalogue>/datasheets/<id:datasheet>/delete")
def ask_delete(catalogue: str, datasheet: str) -> Response:
    """Ask whether a datasheet is to be deleted."""
    row = services().datasheets.get(catalogue, datasheet).row
    return page(
        "delete.html",
        name=row.name,
        action=url_for(".delete", catalogue=catalogue, datasheet=datasheet),
        version=row.version,
        words=t("homebrew.delete-datasheet"),
        back=url_for("web.datasheets.one", catalogue=catalogue, datasheet=datasheet),
    )


@blueprint.post("/homebrew/<id:catalogue>/datasheets/<id:datasheet>/delete")
def delete(catalogue: str, datasheet: str) -> Answer:
    """Delete a datasheet of your own."""
    services().datasheets.delete(catalogue, datasheet, _version())
    return redirect(url_for(".mine"), 303)


@blueprint.get("/datasheets/<id:catalogue>/<id:datasheet>/copy")
def copy(catalogue: str, datasheet: str) -> Response:
    """Ask into which catalogue of your own, of the same system, a datasheet is copied."""
    found = services().datasheets.get(catalogue, datasheet)
    own = [row for row in services().catalogues.page(system=found.row.system, limit=200).items if row.origin == "homebrew"]
    left = copy_of(found, "")[1] if is_imported(found) else None
    return page("copy.html", found=found, own=own, left=left)


@blueprint.get("/datasheets/<id:catalogue>/<id:datasheet>.json")
def raw(catalogue: str, datasheet: str) -> Response:
    """Download a datasheet as it was written."""
    found = services().datasheets.get(catalogue, datasheet, query_whole("version") or None)
    headers = {"Content-Disposition": f'attachment; filename="{datasheet}.json"'}
    return Response(_json_text(found.document), mimetype="application/json", headers=headers)


def _catalogue_page(
    row: CatalogueRow, header: Document, version: int, problems: tuple[Problem, ...] | None = None, at: str = ""
) -> Response:
    """Show a header; `problems` are why it was not saved."""
    form = Form(Header, header, systems.system(row.system))
    found = problems_by_place(form, _problems(header) if problems is None else problems)
    return page(
        "catalogue_edit.html",
        422 if problems else 200,
        row=row,
        document=header,
        version=version,
        at=at,
        problems=found,
        said=by_node(found),
        nodes=list(form.nodes.values()),
    )


def _problems(header: Document) -> tuple[Problem, ...]:
    try:
        read_header(header)
    except DocumentError as error:
        return error.problems
    return ()


def _mine(problems: tuple[Problem, ...], form: Mapping[str, str]) -> Response:
    rows = [row for row in services().catalogues.page(limit=200).items if row.origin == "homebrew"]
    ours = {each.id: each for each in systems.systems()}
    listed = [
        (row, services().datasheets.search(catalogue=row.id, limit=200).items, services().drafts.page(row.id))
        for row in rows
    ]
    return page(
        "homebrew.html",
        422 if problems else 200,
        catalogues=listed,
        systems=[ours[id] for id in games() if id in ours],
        problems=problems,
        form=form,
        done=query_text("done") if query_text("done") in get_args(Change) else "",
    )


def _version() -> int:
    return whole(request.form.get("version", ""))


def _json_text(document: Document) -> str:
    return json.dumps(document, ensure_ascii=False, indent=2)
