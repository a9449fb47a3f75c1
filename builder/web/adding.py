"""Adding units: by typing a name on the roster page, or from the list of all that a force can have."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from builder.api.current import services
from builder.operations import nodes
from builder.rules.read_army import closure_or_none
from builder.services.errors import Stale
from builder.services.judging import Judged
from builder.web.conflict import conflict_page
from builder.web.costs import cost_names, other_costs
from builder.web.datasheets import keyword_headings
from builder.web.narrowing import Wanted, find_meant, narrow
from builder.web.offers import Offer, offers_of
from builder.web.queries import query_text, query_whole, whole
from builder.web.rendering import page
from builder.web.rosters import form_version, short_cost
from datasheets.evaluation.finding import Operation
from datasheets.evaluation.offering import offered_roots
from datasheets.evaluation.tree import Force

blueprint = Blueprint("adding", __name__)

FILTERS = ("text", "role", "keyword", "most", "own")


@blueprint.post("/rosters/<id:roster>/add")
def add(roster: str) -> Answer:
    """Add the unit that was named, and return to it, or to the list that it was chosen from.

    Where the name can mean several, or none, the list shows what it may mean.
    """
    _, judged = services().rosters.judge(roster, fixes=False)
    typed, force = request.form.get("entry", ""), request.form.get("force", "")
    found, typed_models = find_meant(_all_offers(judged, force), typed)
    models = whole(request.form.get("models", "")) or typed_models
    if len(found) > 1 or (typed and not found):
        return redirect(url_for(".browse", roster=roster, force=force, text=typed, models=models), 303)
    operation: Operation = {
        "op": "add-unit",
        "force": force,
        "entry": found[0].id if found else "",
        "models": models,
    }
    try:
        made = services().rosters.apply(roster, form_version(), [operation])
    except Stale:
        return conflict_page(roster, [operation], request.form)
    if request.form.get("to") == "browse":
        kept: dict[str, Any] = {name: request.form.get(name) or None for name in FILTERS}
        return redirect(url_for(".browse", roster=roster, force=force, **kept, _anchor=request.form.get("at")), 303)
    newest = max((unit.uid for unit in made.roster.units()), key=lambda uid: whole(uid[1:]), default="")
    return redirect(url_for("web.rosters.one", roster=roster, open=f"u-{newest}", _anchor=f"add-{force}"), 303)


@blueprint.get("/rosters/<id:roster>/add")
def browse(roster: str) -> Response:
    """Show what can be added to a force, with statlines."""
    row, judged = services().rosters.judge(roster, fixes=False)
    forces = list(nodes.forces(judged.roster))
    force = next((each for each in forces if each.uid == query_text("force")), forces[0] if forces else None)
    groups = _offers(judged, force)
    owned = services().collection.owned_models(judged.system.id)
    own = frozenset(map(str.casefold, owned)) if query_text("own") else None
    wanted = Wanted(query_text("text"), query_text("role"), query_text("keyword"), query_whole("most") or None, own)
    shown = narrow(groups, wanted)
    added = [each.entry for each in judged.roster.units()]
    return page(
        "add.html",
        system=judged.system,
        row=row,
        judged=judged,
        costs=other_costs(judged.judgement.costs, cost_names(judged.roster, judged.system), judged.system),
        force=force,
        forces=forces,
        offers=shown,
        cards={each.id: each.card(judged.system, *keyword_headings()) for _, group in shown for each in group},
        wanted=wanted,
        owned=owned,
        models=query_whole("models"),
        roles=[role for role, _ in groups if role],
        keywords=sorted({word for _, group in groups for each in group for word in each.keywords}),
        counts={entry: added.count(entry) for entry in added},
        short_cost=short_cost(judged.system),
    )


def _offers(judged: Judged, force: Force | None) -> list[tuple[str, list[Offer]]]:
    closure = closure_or_none(services().catalogues, force) if force else None
    if force is None or closure is None:
        return []
    return offers_of(offered_roots(judged.roster, services().catalogues)[force.uid], closure, judged.system)


def _all_offers(judged: Judged, uid: str) -> list[Offer]:
    force = next((each for each in nodes.forces(judged.roster) if each.uid == uid), None)
    return [each for _, group in _offers(judged, force) for each in group]
