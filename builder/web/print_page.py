"""The print page of a roster: a form for a set-up, set-ups saved under names, and the sheet itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from builder.api.answers import file
from builder.api.current import services
from builder.api.languages import language
from builder.services.armies import Source
from builder.services.errors import Invalid, NotFound
from builder.web.queries import query_text
from builder.web.rendering import page
from builder.web.speaking import languages_by_name
from datasheets.native.naming import slug
from datasheets.problems import Problem
from exports.sheet.setup import CHOICES, FLAGS, Setup

blueprint = Blueprint("paper", __name__)


@blueprint.get("/rosters/<id:roster>/print")
def show(roster: str) -> Response:
    """Show the form, filled with a saved set-up if one is asked for."""
    name = query_text("setup")
    try:
        setup = services().print_setups.choose(name, {})
    except NotFound:
        name, setup = "", Setup()
    return _form(roster, name, setup)


@blueprint.get("/rosters/<id:roster>/sheet.pdf")
def sheet(roster: str) -> Response:
    """Print a roster. What the address says wrong counts as not said."""
    row = services().rosters.get(roster).row
    pdf = services().sheets.render(Source(roster=roster), setup_of(request.args), language=language())
    return file(pdf, f"{row.name}.pdf", "application/pdf", download=True)


@blueprint.post("/rosters/<id:roster>/print")
def act(roster: str) -> Answer:
    """Print by the form, save its set-up under a name, or forget a saved one."""
    if request.form.get("do") == "forget":
        services().print_setups.delete(request.form.get("setup", ""))
        return redirect(url_for(".show", roster=roster), 303)
    ticked: dict[str, Any] = {name: name in request.form for name in FLAGS}
    setup = Setup(**_choices(request.form), **ticked)
    if request.form.get("do") != "save":
        said = {name: str(value).lower() for name, value in setup.to_data().items()}
        return redirect(url_for(".sheet", roster=roster, **said), 303)  # type: ignore[arg-type]
    try:
        saved = services().print_setups.save(slug(request.form.get("name", "")), setup)
    except Invalid as error:
        return _form(roster, "", setup, error.problems)
    return redirect(url_for(".show", roster=roster, setup=saved.name), 303)


def setup_of(query: Mapping[str, str]) -> Setup:
    """Return the set-up of an address; what it does not say, or says wrong, has its default."""
    flags: dict[str, Any] = {name: query[name] == "true" for name in FLAGS if query.get(name) in ("true", "false")}
    return Setup(**_choices(query), **flags)


def _choices(form: Mapping[str, str]) -> dict[str, Any]:
    found = {name: [choice for choice in choices if str(choice) == form.get(name)] for name, choices in CHOICES.items()}
    return {name: choices[0] for name, choices in found.items() if choices}


def _form(roster: str, name: str, setup: Setup, problems: tuple[Problem, ...] = ()) -> Response:
    return page(
        "print.html",
        422 if problems else 200,
        row=services().rosters.get(roster).row,
        name=name,
        setup=setup.to_data(),
        saved=[each.name for each in services().print_setups.page(limit=200).items],
        choices=CHOICES,
        flags=FLAGS,
        own_names=dict(languages_by_name()),
        problems=problems,
    )
