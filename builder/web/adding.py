"""Adding units: from the picker of the roster page, by typing a name there, or from the list of all that can be had."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from builder.api.current import services
from builder.operations import nodes
from builder.services.errors import Stale
from builder.services.judging import Judged
from builder.web.conflict import conflict_page
from builder.web.costs import cost_names, other_costs, prices_to_add
from builder.web.datasheets import keyword_headings
from builder.web.narrowing import Wanted, find_meant, narrow
from builder.web.offers import Offer
from builder.web.picker import KEPT, Offers, kept_query, offers_for, picker_of
from builder.web.queries import query_text, query_whole, whole
from builder.web.rendering import page
from builder.web.rosters import form_version, short_cost
from builder.web.searching import read_request
from datasheets.evaluation.finding import Operation

blueprint = Blueprint("adding", __name__)

FILTERS = ("text", "role", "keyword", "most", "own")
MOST_BROWSED = 90
"""How many datasheets stand on one page: more would make it heavier than 150 KB. Other roles are a click away."""


@blueprint.post("/rosters/<id:roster>/add")
def add(roster: str) -> Answer:
    """Add the unit that was picked or typed, and return to where it was.

    Where what was typed can mean several, or none, the picker shows what it may mean.
    """
    _, judged = services().rosters.judge(roster, fixes=False)
    form, force = request.form, request.form.get("force", "")
    typed, offers = form.get("entry", ""), _all_offers(judged, force)
    found, typed_models = find_meant(offers, form.get("pick") or typed)
    models = whole(form.get("models", "")) or typed_models
    if form.get("pick"):
        typed_models = read_request(typed).models
        models = models or (typed_models if found and found[0].fits_models(typed_models) else None)
    if len(found) > 1 or (typed and not found):
        where: dict[str, Any] = {"force": force, "entry": typed, "_anchor": f"add-{force}"}
        return redirect(url_for("web.rosters.one", roster=roster, **where), 303)
    operation: Operation = {"op": "add-unit", "force": force, "entry": found[0].id if found else "", "models": models}
    try:
        made = services().rosters.apply(roster, form_version(), [operation])
    except Stale:
        return conflict_page(roster, [operation], form)
    if form.get("to") == "browse":
        kept: dict[str, Any] = {name: form.get(name) or None for name in FILTERS}
        return redirect(url_for(".browse", roster=roster, force=force, **kept, _anchor=form.get("at")), 303)
    newest = max((unit.uid for unit in made.roster.units()), key=lambda uid: whole(uid[1:]), default="")
    kept = kept_query(form.get("keep", ""))
    if not form.get("pick"):
        kept.pop("entry", None)  # what was typed is done
    return redirect(url_for("web.rosters.one", roster=roster, open=f"u-{newest}", **kept, _anchor=f"add-{force}"), 303)


@blueprint.get("/rosters/<id:roster>/picker")
def pick(roster: str) -> Response:
    """Return the picker alone, for scripts that search while somebody types."""
    row, judged = services().rosters.judge(roster, fixes=False)
    wanted = {name: query_text(name) for name in (*KEPT, "look")}
    return page(
        "picker.html",
        row=row,
        picker=picker_of(judged, wanted),
        short_cost=short_cost(judged.system),
        opened=query_text("open"),
    )


@blueprint.get("/rosters/<id:roster>/add")
def browse(roster: str) -> Response:
    """Show what can be added to a force, with statlines."""
    row, judged = services().rosters.judge(roster, fixes=False)
    forces = list(nodes.forces(judged.roster))
    force = next((each for each in forces if each.uid == query_text("force")), forces[0] if forces else None)
    groups = offers_for(judged, force.uid) if force else []
    left = services().collection.models_left(judged)
    own = left if query_text("own") else None
    wanted = Wanted(query_text("text"), query_text("role"), query_text("keyword"), query_whole("most") or None, own)
    shown, rest = _cut(narrow(groups, wanted))
    added, names = [each.entry for each in judged.roster.units()], cost_names(judged.roster, judged.system)
    listed = (each for _, group in shown for each in group)
    return page(
        "add.html",
        system=judged.system,
        row=row,
        judged=judged,
        costs=other_costs(judged.judgement.costs, names, judged.system),
        prices=prices_to_add(force, listed, names, judged.system) if force else {},
        force=force,
        forces=forces,
        offers=shown,
        rest=rest,
        cards={each.id: each.card(judged.system, *keyword_headings()) for _, group in shown for each in group},
        wanted=wanted,
        left=left,
        models=query_whole("models"),
        roles=[role for role, _ in groups if role],
        keywords=sorted({word for _, group in groups for each in group for word in each.keywords}),
        counts={entry: added.count(entry) for entry in added},
        short_cost=short_cost(judged.system),
    )


def _cut(groups: Offers) -> tuple[Offers, dict[str, int]]:
    """Return the roles that fit one page, of the first as much as does, and how many datasheets of each role are left."""
    shown, rest, left = list[tuple[str, list[Offer]]](), dict[str, int](), MOST_BROWSED
    for role, group in groups:
        taken = group[:left] if len(group) <= left or not shown else []
        shown += [(role, taken)] if taken else []
        left -= len(taken)
        if len(taken) < len(group):
            rest[role], left = len(group) - len(taken), 0
    return shown, rest


def _all_offers(judged: Judged, uid: str) -> list[Offer]:
    return [each for _, group in offers_for(judged, uid) for each in group]
