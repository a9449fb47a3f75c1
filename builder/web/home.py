"""The first page: what Muster does, three ways in, factions to begin with, and one's armies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from builder.api.current import services
from builder.rules.judgement import system_of
from builder.web.battles.short_film import short_film
from builder.web.factions import Faction, factions
from builder.web.game_data import sources
from builder.web.games import games
from builder.web.queries import query_text, query_whole
from builder.web.rendering import page, t
from datasheets.evaluation.tree import Roster

blueprint = Blueprint("home", __name__)

PAGE = 12
TILES = 7
"""How many factions are shown before the others are unfolded."""
BATTLES = (("sunward-patrol", "gloam-patrol"), ("tidewatch-patrol", "cinder-patrol"))
"""The sample rosters that are to be seen fighting, where they are still there."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two armies that can be seen fighting."""

    a: str
    b: str
    names: tuple[str, str]
    game: str


@blueprint.get("/")
def show() -> Response:
    """Show what can be begun, and the rosters, the last changed first."""
    wanted = {name: query_text(name) for name in ("system", "text", "tag")} | {"archived": bool(query_text("archived"))}
    listed = services().rosters.page(**wanted, start=query_whole("start") or None, limit=PAGE)
    named = games()
    known = {id: replace(system_of(Roster(id, "")), name=name) for id, name in named.items()}
    known |= {row.system: system_of(Roster(row.system, "")) for row in listed.items if row.system not in known}
    found = factions(named)
    return page(
        "home.html",
        rows=listed.items,
        more=_more(listed.next) if listed.next else "",
        tags=services().filing.tags(),
        systems=known,
        factions=found,
        catalogues={each.value.partition("/")[2]: each.name for each in found},
        tiles=TILES,
        armies=_armies(named, found),
        wanted=wanted,
        narrowed=any(wanted.values()),
        sources=sources(),
        back="home",
        pairings=_pairings(),
        film=short_film(),
    )


@blueprint.get("/rosters")
def lead_home() -> Answer:
    """Lead whoever shortens the address of a roster to the page with all of them."""
    return redirect(url_for(".show"))


def _armies(named: Mapping[str, str], found: list[Faction]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return what a new roster can begin with: for each system its catalogues, the richest first, and nothing."""
    richest = sorted(found, key=lambda each: -each.sheets)
    return [
        (
            name,
            [
                *((each.value, each.name) for each in richest if each.value.partition("/")[0] == system),
                (f"{system}/", t("home.empty")),
            ],
        )
        for system, name in named.items()
    ]


def _pairings() -> list[Pairing]:
    rows = {row.id: row for row in services().rosters.page(text="Patrol", limit=50).items}
    return [
        Pairing(a, b, (rows[a].name, rows[b].name), system_of(Roster(rows[a].system, "")).name)
        for a, b in BATTLES
        if a in rows and b in rows
    ]


def _more(start: int) -> str:
    narrowed: dict[str, Any] = {**request.args, "start": start}
    return url_for(".show", **narrowed)
