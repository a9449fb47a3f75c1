"""Datasheets: search over all of them, one card, and its older versions."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from builder.api.current import services
from builder.rules.judgement import system_of
from builder.services import systems
from builder.services.bases import SHAPES
from builder.services.catalogues import CatalogueAnswer
from builder.services.datasheets import DatasheetAnswer
from builder.web.cards import card_of_entry, card_of_unit
from builder.web.queries import amount, query_amount, query_text, query_whole
from builder.web.rendering import page, t
from datasheets.closure import Closure
from datasheets.evaluation.tree import Roster
from datasheets.native.compile import compile_datasheet
from datasheets.native.parse_datasheet import read_datasheet, read_header
from exports.document import RosterDocument

blueprint = Blueprint("datasheets", __name__)

PAGE = 40
MOST_CHOICES = 100


@blueprint.get("/datasheets")
def browse() -> Response:
    """Search datasheets by words, system, catalogue and role."""
    wanted: dict[str, Any] = {name: query_text(name) for name in ("text", "system", "catalogue", "role", "keyword")}
    keywords = tuple(filter(None, (word.strip() for word in wanted.pop("keyword").split(","))))
    cost, least, most = query_text("cost"), query_amount("cost_min"), query_amount("cost_max")
    names = ("cost_min", "cost_max") if cost else ("power_min", "power_max")
    priced: dict[str, Any] = {"cost": cost, **dict(zip(names, (least, most), strict=True))}
    start = query_whole("start")
    found = services().datasheets.search(**wanted, **priced, keyword=keywords, start=start, limit=PAGE)
    narrowed: dict[str, Any] = {**request.args, "start": found.next}
    more = url_for(".browse", **narrowed) if found.next else ""
    return page(
        "datasheets.html",
        rows=found.items,
        costs=_cost_names(wanted["system"]),
        priced={"cost": cost, "least": least, "most": most},
        prices=services().datasheets.costs_of(cost, found.items) if cost else {},
        more=more,
        wanted={**wanted, "keyword": ", ".join(keywords)},
        systems=systems.systems(),
        catalogues=catalogues(),
        roles=roles(),
    )


@blueprint.get("/datasheets/<id:catalogue>/<id:datasheet>")
def one(catalogue: str, datasheet: str) -> Response:
    """Show a datasheet: its newest version, an older one, or the one that a force pins, also of a catalogue that is gone."""
    if (pin := query_text("pin")) and not services().catalogues.is_there(catalogue):
        return _show_imported(services().datasheets.get_pinned(catalogue, datasheet, pin), [(1, None)])
    version = query_whole("version") or services().datasheets.version_of(catalogue, datasheet, query_text("pin"))
    found = services().datasheets.get(catalogue, datasheet, version)
    versions = services().datasheets.versions(catalogue, datasheet)
    home = services().catalogues.get(catalogue)
    if home.row.origin == "imported":
        return _show_imported(found, versions, home)
    system, sheet = systems.system(found.row.system), read_datasheet(found.document)
    entry = compile_datasheet(sheet, system, read_header(home.document))
    return page(
        "datasheet.html",
        found=found,
        sheet=sheet,
        card=card_of_entry(entry, system, *keyword_headings()),
        system=system,
        catalogue=home.row,
        versions=versions,
        newest=versions[-1][0],
    )


def _show_imported(
    found: DatasheetAnswer, versions: list[tuple[int, str | None]], home: CatalogueAnswer | None = None
) -> Response:
    """Show a unit of an imported catalogue as it comes into a roster; `home` is None where the catalogue was deleted."""
    system = system_of(Roster(found.row.system, ""))
    units = found.default.army.units if found.default else ()
    closure = services().catalogues.closure(found.row.catalogue, found.document["pin"])
    return page(
        "imported.html",
        found=found,
        versions=versions,
        newest=versions[-1][0],
        system=system,
        is_gone=home is None,
        can_copy=home is not None and bool(units),
        has_rules=any(each.id == found.row.system for each in systems.systems()),
        catalogue=closure.catalogue.name,
        game_system=closure.system.name,
        costs=_costs(found.default) if found.default else {},
        bases=services().bases.of(found) if home is not None else [],
        shapes=SHAPES,
        cards=[card_of_unit(unit, system, *keyword_headings()) for unit in units],
        options=choices_of(closure, found.row.entry),
        revisions={"revision": closure.catalogue.revision, "of": closure.system.revision},
        roles=roles(),
    )


@blueprint.post("/datasheets/<id:catalogue>/<id:datasheet>/bases")
def give_bases(catalogue: str, datasheet: str) -> Answer:
    """Give bases to models of an imported unit, and return to it; a row without a shape has its usual one again."""
    found = services().datasheets.get(catalogue, datasheet)
    rows = services().bases.of(found)
    services().bases.save(found, [_wanted_base(request.form, place, row.profile) for place, row in enumerate(rows)])
    return redirect(url_for(".one", catalogue=catalogue, datasheet=datasheet) + "#bases", 303)


def _wanted_base(form: Mapping[str, str], place: int, profile: str) -> dict[str, Any]:
    """Return what a form says of the base of one row; a round one has one length."""
    shape, height = form.get(f"shape:{place}", ""), amount(form.get(f"height:{place}", ""))
    parts = ("length",) if shape == "round" else ("length", "width")
    lengths = [amount(form.get(f"{part}:{place}", "")) for part in parts]
    return {"profile": profile, "shape": shape, "mm": [each for each in lengths if each], "height": height}


def _costs(default: RosterDocument) -> dict[str, float]:
    """Return what the unit costs, by the name of the cost."""
    names = default.army.names
    return {names.get(f"cost.{cost}", cost): value for cost, value in default.army.costs.items()}


def choices_of(closure: Closure, unit: str) -> dict[str, list[str]]:
    """Return the names of what can be chosen directly below the unit, each with the names of what can be chosen below it."""
    entry = closure.entry(unit)
    found: dict[str, dict[str, None]] = {}
    for choice in islice(closure.offers(entry), MOST_CHOICES) if entry else ():
        below = (offer.name for offer in islice(closure.offers(choice), MOST_CHOICES))
        found.setdefault(choice.name, {}).update(dict.fromkeys(below))
    return {name: list(below) for name, below in found.items()}


def _cost_names(chosen: str) -> dict[str, str]:
    """Return the costs that can be searched by in the chosen system, or in any, and what they are called."""
    names = {cost.id: cost.name for system in systems.systems() for cost in system.costs}
    return {cost: names.get(cost, cost) for cost in services().datasheets.costs(chosen)}


def keyword_headings() -> tuple[str, str]:
    """Return what the two groups of keywords on a card are called."""
    return t("card.faction-keywords"), t("card.keywords")


def catalogues() -> dict[str, str]:
    """Return the names of all catalogues by id."""
    return {row.id: row.name for row in services().catalogues.page(limit=200).items}


def roles() -> dict[str, str]:
    """Return the names of all battlefield roles by id."""
    return {role.id: role.name for system in systems.systems() for role in system.roles}
