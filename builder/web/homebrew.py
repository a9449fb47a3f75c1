"""Your own catalogues and datasheets: written as native JSON documents, checked as a whole, every version kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from builder.api.current import services
from builder.services import systems
from builder.services.datasheets import DatasheetAnswer
from builder.services.errors import Conflict, Invalid
from builder.web.drafts import first_draft
from builder.web.queries import query_text, query_whole, whole
from builder.web.rendering import page, t
from datasheets import strict_json
from datasheets.native.naming import slug
from datasheets.problems import DocumentError, Problem

blueprint = Blueprint("homebrew", __name__)

Document = Mapping[str, Any]


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
    return redirect(url_for(".new", catalogue=made.row.id), 303)


@blueprint.get("/homebrew/<id:catalogue>")
def edit_catalogue(catalogue: str) -> Response:
    """Show a catalogue's header for changing."""
    found = services().catalogues.get(catalogue)
    return _catalogue_page(catalogue, _written(found.document), found.row.version, ())


@blueprint.post("/homebrew/<id:catalogue>")
def save_catalogue(catalogue: str) -> Answer:
    """Replace a catalogue's header."""
    version = _version()

    def save(document: Document) -> str:
        services().catalogues.replace(catalogue, version, document)
        return url_for(".mine")

    return _saved(save, lambda text, problems: _catalogue_page(catalogue, text, version, problems))


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


@blueprint.get("/homebrew/<id:catalogue>/datasheets")
def new(catalogue: str) -> Response:
    """Show a small datasheet to begin with."""
    row = services().catalogues.get(catalogue).row
    return _sheet_page(catalogue, "", _written(first_draft(systems.system(row.system), catalogue)), 0, ())


@blueprint.post("/homebrew/<id:catalogue>/datasheets")
def create(catalogue: str) -> Answer:
    """Add a datasheet."""

    def save(document: Document) -> str:
        return _address(services().datasheets.create(document))

    return _saved(save, lambda text, problems: _sheet_page(catalogue, "", text, 0, problems))


@blueprint.get("/homebrew/<id:catalogue>/datasheets/<id:datasheet>")
def edit(catalogue: str, datasheet: str) -> Response:
    """Show a datasheet for changing."""
    found = services().datasheets.get(catalogue, datasheet)
    return _sheet_page(catalogue, datasheet, _written(found.document), found.row.version, ())


@blueprint.post("/homebrew/<id:catalogue>/datasheets/<id:datasheet>")
def save(catalogue: str, datasheet: str) -> Answer:
    """Replace a datasheet."""
    version = _version()

    def replace(document: Document) -> str:
        return _address(services().datasheets.replace(catalogue, datasheet, version, document))

    return _saved(replace, lambda text, problems: _sheet_page(catalogue, datasheet, text, version, problems))


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
    """Show a copy of a datasheet, to be added to a catalogue of your own of the same system."""
    found = services().datasheets.get(catalogue, datasheet)
    own = [row for row in services().catalogues.page(system=found.row.system, limit=200).items if row.origin == "homebrew"]
    target = query_text("to")
    if target not in [row.id for row in own]:
        return page("copy.html", found=found, own=own)
    source = {"title": t("draft.source"), "provenance": "homebrew"}
    document = {**found.document, "catalogue": target, "source": source}
    return _sheet_page(target, "", _written(document), 0, ())


@blueprint.get("/datasheets/<id:catalogue>/<id:datasheet>.json")
def raw(catalogue: str, datasheet: str) -> Response:
    """Download a datasheet as it was written."""
    found = services().datasheets.get(catalogue, datasheet, query_whole("version") or None)
    headers = {"Content-Disposition": f'attachment; filename="{datasheet}.json"'}
    return Response(_written(found.document), mimetype="application/json", headers=headers)


def _saved(save: Callable[[Document], str], again: Callable[[str, tuple[Problem, ...]], Response]) -> Answer:
    """Store the document that was sent and go where `save` says, or show it again with all problems at their paths."""
    text = request.form.get("document", "")
    try:
        document = strict_json.read_json(text.encode())
        if not isinstance(document, dict):
            raise DocumentError((Problem("", t("homebrew.no-object")),))
        return redirect(save(document), 303)
    except DocumentError as error:
        return again(text, error.problems)
    except Invalid as error:
        return again(text, error.problems)
    except Conflict as error:
        return again(text, (Problem("", error.detail),))


def _sheet_page(catalogue: str, datasheet: str, text: str, version: int, problems: tuple[Problem, ...]) -> Response:
    row = services().catalogues.get(catalogue).row
    return page(
        "datasheet_edit.html",
        422 if problems else 200,
        catalogue=row,
        system=systems.system(row.system),
        datasheet=datasheet,
        action=url_for(".save" if datasheet else ".create", catalogue=catalogue, datasheet=datasheet or None),
        text=text,
        version=version,
        problems=problems,
    )


def _catalogue_page(catalogue: str, text: str, version: int, problems: tuple[Problem, ...]) -> Response:
    row = services().catalogues.get(catalogue).row
    return page("catalogue_edit.html", 422 if problems else 200, row=row, text=text, version=version, problems=problems)


def _mine(problems: tuple[Problem, ...], form: Mapping[str, str]) -> Response:
    rows = [row for row in services().catalogues.page(limit=200).items if row.origin == "homebrew"]
    listed = [(row, services().datasheets.search(catalogue=row.id, limit=200).items) for row in rows]
    return page(
        "homebrew.html",
        422 if problems else 200,
        catalogues=listed,
        systems=systems.systems(),
        problems=problems,
        form=form,
    )


def _address(made: DatasheetAnswer) -> str:
    return url_for("web.datasheets.one", catalogue=made.row.catalogue, datasheet=made.row.id)


def _version() -> int:
    return whole(request.form.get("version", ""))


def _written(document: Document) -> str:
    return json.dumps(document, ensure_ascii=False, indent=2)
