"""Battles between two armies: listed, begun, brought in from a record, taken away, deleted."""

from __future__ import annotations

import json

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from builder.api.answers import file
from builder.api.battle_answers import state
from builder.api.current import services
from builder.services import systems
from builder.services.armies import Source
from builder.services.battles import BOTS, HUMAN, MOST_SEED
from builder.services.errors import Invalid, TooLarge
from builder.web.battles import play, report, spectators, watch
from builder.web.battles.armies import armies
from builder.web.battles.seats import viewer_seats
from builder.web.battles.watch import events_of
from builder.web.queries import query_whole
from builder.web.rendering import page, t
from builder.web.uploads import read_upload, take_uploads
from datasheets.problems import Problem
from resolver.engine.record import NotARecord, read_record
from resolver.engine.registry import playable

blueprint = Blueprint("battles", __name__)
blueprint.before_request(lambda: take_uploads(2))
for part in (watch, play, report, spectators):
    blueprint.register_blueprint(part.blueprint)

PAGE = 30
PLAYERS = (HUMAN, *BOTS)
"""Who may sit at a seat, as the form offers it."""


@blueprint.get("/battles")
def index() -> Response:
    """List the battles, the last changed first, with a form for a new one."""
    return _list(())


@blueprint.post("/battles")
def start() -> Answer:
    """Begin a battle and go to its page, which has the programs play."""
    form = request.form
    try:
        seed = form.get("seed", "").strip()
        if seed and not (seed.isascii() and seed.isdigit() and len(seed) < 20 and int(seed) <= MOST_SEED):
            raise Invalid((Problem("", t("battles.bad-seed", most=MOST_SEED)),))
        a, b = armies()
        started = services().battles.start(
            Source(document=a),
            Source(document=b),
            mission=form.get("mission", ""),
            seed=int(seed) if seed else None,
            players=(form.get("player_a", HUMAN), form.get("player_b", next(iter(BOTS)))),
            seconds=0.0,
        )
    except Invalid as error:
        return _list(error.problems)
    return redirect(url_for(".watching.one", battle=started.row.id), 303)


@blueprint.post("/battles/records")
def bring() -> Answer:
    """Make a battle of a record that was uploaded, and go to its page."""
    try:
        made = services().battles.past.take_in(read_record(read_upload("record")))
    except (NotARecord, Invalid) as error:
        return _list(error.problems)
    except TooLarge as error:
        return _list((Problem("", error.detail),))
    return redirect(url_for(".watching.one", battle=made.row.id), 303)


@blueprint.get("/battles/<id:battle>/record.json")
def record(battle: str) -> Response:
    """Download all that is needed to play a battle again."""
    holder = viewer_seats(services().battles.get(battle)).holder
    content = services().battles.past.record(battle, holder).to_bytes()
    return file(content, f"battle-{battle}.json", "application/json", download=True)


@blueprint.get("/battles/<id:battle>/events.jsonl")
def events(battle: str) -> Response:
    """Download every event that may be seen here, one on a line."""
    row = services().battles.get(battle)
    found = events_of(battle, viewer_seats(row).holder)
    lines = (json.dumps(event, ensure_ascii=False, sort_keys=True, separators=(",", ":")) for event in found)
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
        back=url_for(".watching.one", battle=battle),
    )


@blueprint.post("/battles/<id:battle>/delete")
def delete(battle: str) -> Answer:
    """Delete a battle."""
    services().battles.delete(battle)
    return redirect(url_for(".index"), 303)


def _list(problems: tuple[Problem, ...]) -> Response:
    found = services().battles.page(start=query_whole("start") or None, limit=PAGE)
    offered = [systems.system(id) for id in playable()]
    rosters = services().rosters.page(archived=False, limit=200).items
    return page(
        "battles.html",
        422 if problems else 200,
        rows=found.items,
        more=url_for(".index", start=found.next) if found.next else "",
        states={row.id: state(row) for row in found.items},
        rounds=services().battles.rounds(found.items),
        titles={system.id: system.name for system in offered},
        names={(system.id, mission.id): mission.name for system in offered for mission in system.missions},
        shelves=[(system, [row for row in rosters if row.system == system.id]) for system in offered],
        offered=offered,
        players=PLAYERS,
        problems=problems,
        form=request.form,
    )
