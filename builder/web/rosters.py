"""A roster: made, shown for editing, edited, copied, deleted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from builder.api.current import services
from builder.operations.battle_sizes import agreements_of
from builder.rules.judgement import system_of
from builder.rules.verify_fixes import Budget, finding_key
from builder.services.errors import Stale
from builder.web.conflict import conflict_page
from builder.web.costs import changed_costs, cost_names
from builder.web.forms import operations_of
from builder.web.kinds import shown_kinds, suggestions
from builder.web.operation_words import in_words, names_of
from builder.web.picker import KEPT, kept_query, picker_of
from builder.web.queries import query_text, whole
from builder.web.rendering import page, t
from builder.web.roster_view import view_of
from datasheets.closure import UnknownCatalogue
from datasheets.evaluation.finding import Operation
from datasheets.markup import strip_marks
from datasheets.systems import System

blueprint = Blueprint("rosters", __name__)

MOST_TRIED = 160
"""How many fixes times units are tried out for a page; for what is left the page has links."""
PLACE = re.compile(r"[A-Za-z0-9-]{0,80}")
SUBJECT = re.compile(r'(?:"(?:selection|unit|parent|subject)":"|[a-z] )(s[0-9]{1,9})\b')


@blueprint.post("/rosters")
def create() -> Answer:
    """Make a roster and go on to adding units."""
    system, _, catalogue = request.form.get("army", "").partition("/")
    name = request.form.get("name", "").strip() or services().rosters.free_name(_usual_name(catalogue))
    operations: list[Operation] = [{"op": "add-force", "catalogue": catalogue}] if catalogue else []
    made = services().rosters.create(system, name, operations)
    return redirect(url_for(".one", roster=made.row.id), 303)


def _usual_name(catalogue: str) -> str:
    """Return what a roster is called that nobody named: as its faction, so that two can be told apart."""
    try:
        return strip_marks(services().catalogues.closure(catalogue).catalogue.name) if catalogue else t("home.unnamed")
    except UnknownCatalogue:
        return t("home.unnamed")


@blueprint.get("/rosters/<id:roster>")
def one(roster: str) -> Response:
    """Show a roster for editing."""
    found = services().rosters.get(roster)
    opened = query_text("open")
    budget = Budget(MOST_TRIED, query_text("fixes"), opened.removeprefix("u-"))
    view = view_of(found, services().rosters.judge_answer(found, budget), opened)
    typed = request.args.get("detachment")
    return page(
        "roster.html",
        view=view,
        row=found.row,
        roster=found.roster,
        system=view.judged.system,
        joint_fix=view.judged.judgement.joint_fix,
        detachments=suggestions(found.row.system, found.roster.forces),
        typed=typed,
        found_kinds=shown_kinds(found.row.system, typed),
        opened=opened,
        picker=picker_of(view.judged, {name: query_text(name) for name in (*KEPT, "look")}),
        finding_key=finding_key,
        asked_fixes=query_text("fixes"),
        tags=services().filing.tags(),
        short_cost=short_cost(view.judged.system),
        lacking=services().collection.lacking(view.judged),
        in_words=partial(in_words, names=names_of(found.roster), forces=found.roster.forces, system=view.judged.system),
        after=partial(changed_costs, view.judged.judgement.costs, names=cost_names(found.roster, view.judged.system)),
    )


@blueprint.post("/rosters/<id:roster>/edit")
def edit(roster: str) -> Answer:
    """Run the edits of a form and return to where it stood."""
    found = services().rosters.get(roster)
    agreed = agreements_of(found.roster, services().catalogues)
    wanted = operations_of(request.form, replace(found.roster, agreed=agreed), system_of(found.roster))
    if wanted:
        try:
            services().rosters.apply(roster, form_version(), wanted)
        except Stale:
            return conflict_page(roster, wanted, request.form)
    return back(roster, request.form)


@blueprint.post("/rosters/<id:roster>/copy")
def copy(roster: str) -> Answer:
    """Make a second roster like this one."""
    made = services().rosters.duplicate(roster)
    return redirect(url_for(".one", roster=made.row.id), 303)


@blueprint.get("/rosters/<id:roster>/delete")
def ask_delete(roster: str) -> Response:
    """Ask whether a roster is to be deleted."""
    row = services().rosters.get(roster).row
    return page(
        "delete.html",
        name=row.name,
        action=url_for(".delete", roster=roster),
        version=row.version,
        words=t("roster.delete"),
        back=url_for(".one", roster=roster),
    )


@blueprint.post("/rosters/<id:roster>/delete")
def delete(roster: str) -> Answer:
    """Delete a roster with its history."""
    services().rosters.delete(roster, form_version())
    return redirect(url_for("web.home.show"), 303)


def back(roster: str, form: Mapping[str, str]) -> Answer:
    """Return to the place on a roster's page that a form stood at: the first of those it names that is still there.

    A form that names none returns to the unit that its edit is about. The picker stays as it was.
    """
    opened = PLACE.fullmatch(form.get("open", ""))
    there = {f"u-{each.uid}" for each in services().rosters.get(roster).roster.units()}
    places = [each for each in form.get("at", "").split() if PLACE.fullmatch(each)]
    places = places or [f"u-{uid}" for uid in SUBJECT.findall(form.get("operations", ""))]
    anchor = next((each for each in places if not each.startswith("u-") or each in there), None)
    kept = kept_query(form.get("keep", ""))
    where = url_for("web.rosters.one", roster=roster, open=(opened and opened[0]) or None, **kept, _anchor=anchor)
    return redirect(where, 303)


def form_version() -> int:
    """Return the version that a form was made for; 0, which none is, where it does not say."""
    return whole(request.form.get("version", ""))


def short_cost(system: System) -> str:
    """Return the short name of the cost by which armies are measured, "" where there is none."""
    return next((cost.short for cost in system.costs if cost.id == system.size.cost), "")
