"""A battle on a page: the table at any event, what happened, whoever is asked; and the frames that `play.js` shows."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, Response, jsonify, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from builder.api.battle_answers import state
from builder.api.current import services
from builder.api.languages import language
from builder.services import systems
from builder.services.battles import BOTS
from builder.services.errors import Conflict, NotFound
from builder.services.rewinding import wish
from builder.services.seats import Holder, knows_dice, people
from builder.services.seeds import commitment
from builder.store.battles import BattleRow
from builder.web.battles.asked import Panel, panel_of
from builder.web.battles.log import parts_of
from builder.web.battles.scene import Scene
from builder.web.battles.seats import ViewerSeats, viewer_seats
from builder.web.battles.volleys import runs_of, volley_of
from builder.web.queries import query_text, query_whole
from builder.web.rendering import page, rule_href, t
from datasheets.words import Message
from resolver.engine.events import Event
from resolver.engine.prose import LogWriter
from resolver.engine.registry import descriptor, ruleset
from resolver.engine.summary import all_signs

blueprint = Blueprint("watching", __name__)

AT_ONCE = 5000
"""How many events are read from the database at once."""
REEL = 200
"""How many events are sent to a page at once."""
SECONDS = 2.0
"""How long programs play before somebody is answered."""
WAIT = 20.0


@blueprint.get("/battles/<id:battle>")
def one(battle: str) -> Response:
    """Show the table at an event, by default the last one, and what the person here is asked."""
    return show(battle)


def show(battle: str, status: int = 200, problem: str = "", typed: str = "", *, refused: bool = False) -> Response:
    """Return the page of a battle.

    `problem` says why nothing was chosen, `refused` that the rules forbid it, `typed` is what was typed.
    """
    row = services().battles.get(battle)
    here = viewer_seats(row)
    scene = scene_of(row, here.holder, query_whole("n") if query_text("n") else None)
    panel, outdated = _panel(row, here, scene, typed)
    chosen = scene.unit(query_text("unit"))
    reach = next((inches for name, inches in chosen.ranges if name == query_text("range")), None) if chosen else None
    return page(
        "battle.html",
        status,
        row=row,
        state=state(row),
        system=systems.system(row.system),
        scene=scene,
        steps=scene.steps,
        here=here,
        people=people(row),
        bots=tuple(BOTS),
        wishes=[wish(row, seat) for seat in (0, 1)],
        panel=panel,
        problem=problem or outdated,
        refused=refused,
        chosen=chosen,
        reach=scene.reach(chosen, reach) if chosen and reach is not None else (),
        reach_name=query_text("range"),
        committed=commitment(row),
        knows_dice=knows_dice(row, here.holder),
        forks=here.here and (knows_dice(row, here.holder) or bool(outdated)),
        reel=REEL,
        before=_deployed_since(row, here),
        signs={sign: t(f"sign.{sign}") for sign in all_signs(descriptor(row.system).summary)},
    )


def _deployed_since(row: BattleRow, here: ViewerSeats) -> int | None:
    """Return how many choices were made before a program deployed for the person here, None where it did not just now."""
    before = query_whole("before") if query_text("before") else None
    return before if here.seats and row.outcome is None and before is not None and 0 <= before < row.choices else None


def _panel(row: BattleRow, here: ViewerSeats, scene: Scene, typed: str) -> tuple[Panel | None, str]:
    """Return what the person here is asked; a battle of another version can be watched, and says why it does not go on."""
    if here.asked is None:
        return None, ""
    try:
        asked = services().battles.question(row.id, here.holder)
    except Conflict as error:
        return None, error.detail
    return (panel_of(asked, scene, typed, whole=bool(query_whole("all"))) if asked.decision else None), ""


@blueprint.get("/battles/<id:battle>/frames/<int:reel>")
def frames(battle: str, reel: int) -> Response:
    """Return the frames of a part of a battle, numbered from 0, as JSON; docs/web.md says what they hold."""
    row = services().battles.get(battle)
    scene = scene_of(row, viewer_seats(row).holder, 0)
    if reel * REEL > scene.last:
        raise NotFound(Message("error.no-events", {"first": reel * REEL}))
    key, shown = scene.film.reel(reel * REEL, (reel + 1) * REEL)
    volleys = scene.film.volleys(reel * REEL, (reel + 1) * REEL)
    rules = {rule for each in (*shown, *volleys) for rule in each.get("r", ())}
    links = {rule: href for rule in sorted(rules) if (href := rule_href(row.system, rule))}
    return jsonify(
        {"start": reel * REEL, "key": key, "frames": shown, "volleys": volleys, "rules": links, "last": scene.last}
    )


@blueprint.get("/battles/<id:battle>/news")
def news(battle: str) -> Response:
    """Wait until a battle has gone on since it had so many events, a while at most; say how it stands."""
    row = services().battles.get(battle)
    if query_whole("events") == row.events and row.outcome is None:
        here = viewer_seats(row)
        services().battles.news.events(
            battle, here.holder, start=row.events, limit=1, undos=len(row.cuts), wait=min(WAIT, query_whole("wait") or WAIT)
        )
        row = services().battles.get(battle)
    return jsonify(battle_status(row))


@blueprint.post("/battles/<id:battle>/advance")
def advance(battle: str) -> Answer:
    """Let programs play on for some seconds."""
    row = services().battles.advance(battle, SECONDS)
    if request.accept_mimetypes.best == "application/json":
        return jsonify(battle_status(row))
    return redirect(url_for(".one", battle=battle), 303)


def battle_status(row: BattleRow) -> dict[str, object]:
    """Return how a battle stands, for a page that waits."""
    return {"state": state(row), "events": row.events, "changed": row.changed, "asked": viewer_seats(row).asked is not None}


@blueprint.get("/battles/<id:battle>/log")
def log(battle: str) -> Response:
    """Show what happened in one round, in words."""
    row = services().battles.get(battle)
    events, armies = list(events_of(battle, viewer_seats(row).holder)), services().battles.armies(battle)
    newest = max((event["round"] for event in events), default=0)
    shown = min(query_whole("round"), newest) if query_text("round") else newest
    teller = LogWriter(armies, ruleset(row.system), language())
    told = [event for event in events if event["round"] == shown]
    volleys = {event["n"]: volley_of(run, teller, language()).text for run in runs_of(told, teller) for event in run}
    parts = parts_of(told, teller, volleys)
    return page("battle_log.html", row=row, players=teller.players, parts=parts, shown=shown, newest=newest)


def scene_of(row: BattleRow, holder: Holder, number: int | None) -> Scene:
    """Return a battle at an event, as somebody sees it."""
    events = list(events_of(row.id, holder))
    return Scene(services().battles.armies(row.id), ruleset(row.system), row.mission, events, number)


def events_of(battle: str, holder: Holder) -> Iterator[Event]:
    """Yield all events that somebody may see."""
    start = 0
    while True:
        found = services().battles.news.events(battle, holder, start=start, limit=AT_ONCE)
        yield from found.items
        if len(found.items) < AT_ONCE or found.next is None:
            return
        start = found.next
