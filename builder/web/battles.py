"""Battles between two rosters or printed sheets, played by programs: started, watched, read round by round, taken away."""

from __future__ import annotations

import json
from collections.abc import Iterator

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from builder.api.answers import file
from builder.api.battles import state
from builder.api.current import services
from builder.api.languages import language
from builder.services import systems
from builder.services.armies import Source
from builder.services.battles import BOTS, MOST_SEED, seed_digest
from builder.services.errors import Invalid, TooLarge
from builder.web.battle_log import parts_of, scores_of
from builder.web.battle_map import field_of
from builder.web.queries import query_text, query_whole
from builder.web.rendering import page, t
from builder.web.uploads import read_upload, take_uploads
from datasheets.problems import Problem
from resolver.engine.events import Event
from resolver.engine.prose import Teller
from resolver.engine.unplayed import by_name
from resolver.rulesets import ruleset

blueprint = Blueprint("battles", __name__)
blueprint.before_request(lambda: take_uploads(2))

PAGE = 30
AT_ONCE = 5000
"""How many events are read from the database at once."""
SECONDS = 4.0
"""How long programs play before a page is shown."""


@blueprint.get("/battles")
def listed() -> Response:
    """List the battles, the last changed first, with a form for a new one."""
    return _list(())


@blueprint.post("/battles")
def start() -> Answer:
    """Start a battle and show it."""
    form = request.form
    try:
        seed = form.get("seed", "").strip()
        if seed and not (seed.isascii() and seed.isdigit() and len(seed) < 17 and int(seed) <= MOST_SEED):
            raise Invalid((Problem("", t("battles.bad-seed", most=MOST_SEED)),))
        started = services().battles.start(
            _source("a"),
            _source("b"),
            mission=form.get("mission", ""),
            seed=int(seed) if seed else None,
            players=(form.get("player_a", next(iter(BOTS))), form.get("player_b", next(iter(BOTS)))),
            seconds=SECONDS,
        )
    except Invalid as error:
        return _list(error.problems)
    except TooLarge as error:
        return _list((Problem("", error.detail),))
    return redirect(url_for(".one", battle=started.row.id), 303)


@blueprint.get("/battles/<id:battle>")
def one(battle: str) -> Response:
    """Show how a battle stands, the table after a round, and the log of it."""
    row, events, armies = services().battles.get(battle), list(_events(battle)), services().battles.armies(battle)
    newest = max((event["round"] for event in events), default=0)
    shown = min(query_whole("round"), newest) if query_text("round") else newest
    teller = Teller(armies, language())
    return page(
        "battle.html",
        row=row,
        state=state(row),
        system=systems.system(row.system),
        armies=[document.army for document in armies.documents],
        players=teller.players,
        scores=scores_of(events),
        parts=parts_of((event for event in events if event["round"] == shown), teller),
        field=field_of((event for event in events if event["round"] <= shown), armies),
        shown=shown,
        newest=newest,
        unresolved=by_name(ruleset(row.system).unresolved(armies), teller.units),
        seed_digest=seed_digest(row.seed),
    )


@blueprint.post("/battles/<id:battle>/advance")
def advance(battle: str) -> Answer:
    """Let programs play on for some seconds."""
    services().battles.advance(battle, SECONDS)
    return redirect(url_for(".one", battle=battle), 303)


@blueprint.get("/battles/<id:battle>/record.json")
def record(battle: str) -> Response:
    """Download all that is needed to play a battle again."""
    content = services().battles.past.record(battle).to_bytes()
    return file(content, f"battle-{battle}.json", "application/json", download=True)


@blueprint.get("/battles/<id:battle>/events.jsonl")
def events(battle: str) -> Response:
    """Download every event that all may see, one on a line."""
    services().battles.get(battle)
    lines = (json.dumps(event, ensure_ascii=False, sort_keys=True, separators=(",", ":")) for event in _events(battle))
    content = "".join(f"{line}\n" for line in lines).encode()
    return file(content, f"battle-{battle}.jsonl", "application/jsonl", download=True)


@blueprint.get("/battles/<id:battle>/delete")
def ask_delete(battle: str) -> Response:
    """Ask whether a battle is to be deleted."""
    row = services().battles.get(battle)
    return page(
        "delete.html",
        name=row.name,
        action=url_for(".delete", battle=battle),
        version=0,
        words=t("battles.delete"),
        back=url_for(".one", battle=battle),
    )


@blueprint.post("/battles/<id:battle>/delete")
def delete(battle: str) -> Answer:
    """Delete a battle."""
    services().battles.delete(battle)
    return redirect(url_for(".listed"), 303)


def _list(problems: tuple[Problem, ...]) -> Response:
    found = services().battles.page(start=query_whole("start") or None, limit=PAGE)
    return page(
        "battles.html",
        422 if problems else 200,
        rows=found.items,
        more=url_for(".listed", start=found.next) if found.next else "",
        states={row.id: state(row) for row in found.items},
        rosters=services().rosters.page(limit=200).items,
        bots=tuple(BOTS),
        problems=problems,
        form=request.form,
    )


def _source(side: str) -> Source:
    """Return the army of a side: the sheet that was uploaded, or else the roster that was chosen."""
    if request.files.get(f"sheet_{side}"):
        return Source(sheet=read_upload(f"sheet_{side}"))
    roster = request.form.get(side, "")
    if not roster:
        raise Invalid((Problem("", t("battles.no-army", side=side.upper())),))
    return Source(roster=roster)


def _events(battle: str) -> Iterator[Event]:
    start = 0
    while True:
        found = services().battles.news.events(battle, start=start, limit=AT_ONCE)
        yield from found.items
        if len(found.items) < AT_ONCE or found.next is None:
            return
        start = found.next
