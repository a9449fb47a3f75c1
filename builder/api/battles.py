"""`/battles`: two armies fight; people hold seats by tokens, programs play the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from flask import Response, request
from flask.views import MethodView

from builder.api.answers import file
from builder.api.battle_answers import answer, question_answer, standing_answer, start_answer
from builder.api.battle_shapes import (
    AskedSchema,
    BattleQuery,
    BattleSchema,
    ChoiceBody,
    CoverageSchema,
    EventsSchema,
    FollowQuery,
    ForkBody,
    NewBattle,
    RecordBody,
    StartedSchema,
    UndoBody,
)
from builder.api.battle_stream import LAST_EVENT_ID, STREAMED, battle_stream, last_read, wants_stream
from builder.api.bodies import Blueprint
from builder.api.callers import seat_token
from builder.api.current import services
from builder.api.fields import document_of, page_values
from builder.api.filters import refuse_unknown
from builder.api.guards import SAFE
from builder.api.languages import language
from builder.api.peers import refusal
from builder.api.schemas import page_of
from builder.services.errors import Forbidden
from builder.services.places import point_at
from builder.services.seats import Holder
from resolver.engine.decision import Choice
from resolver.engine.prose import LogWriter
from resolver.engine.record import record_from
from resolver.engine.registry import ruleset
from resolver.engine.unplayed import coverage

blueprint = Blueprint(
    "battles",
    __name__,
    url_prefix="/battles",
    description="Games between two armies. A seat is held with its token: `Authorization: Bearer <token>`.",
)

LINKED = "battles.BattleLink"
"""What hands links out is for whoever has the machine, and no seat's."""
Json = dict[str, Any]
PLAYED = ("battles.Choices", "battles.Advance", "battles.Undo")


@blueprint.route("")
class Battles(MethodView):
    """All battles."""

    @blueprint.arguments(BattleQuery, location="query")
    @blueprint.response(200, page_of(BattleSchema))
    def get(self, query: dict[str, Any]) -> Any:
        """List the battles, the last changed first."""
        return refuse_unknown(services().battles.page(**page_values(query, start=None)), query).map(answer)

    @blueprint.arguments(NewBattle)
    @blueprint.response(201, StartedSchema)
    def post(self, body: dict[str, Any]) -> Response:
        """Begin a battle; programs play until a person must choose, for a few seconds at most."""
        return start_answer(services().battles.start(**body))


@blueprint.route("/records")
class BattleRecords(MethodView):
    """Battles that were recorded elsewhere."""

    @blueprint.arguments(RecordBody)
    @blueprint.response(201, StartedSchema)
    def post(self, body: dict[str, Any]) -> Response:
        """Make a battle of a record; it stands as it was recorded, and can go on."""
        with point_at("/record"):
            record = record_from(body["record"])
        return start_answer(services().battles.past.take_in(record, body["players"]))


@blueprint.route("/<id:battle>")
class Battle(MethodView):
    """One battle."""

    @blueprint.response(200, BattleSchema)
    def get(self, battle: str) -> Response:
        """Read how a battle stands."""
        return standing_answer(services().battles.get(battle))

    @blueprint.response(204)
    def delete(self, battle: str) -> None:
        """Delete a battle with its choices and events."""
        services().battles.delete(battle)


@blueprint.route("/<id:battle>/advance")
class Advance(MethodView):
    """Programs at play."""

    @blueprint.response(200, BattleSchema)
    def post(self, battle: str) -> Response:
        """Let programs play on, for a few seconds at most; repeat while `state` is "running"."""
        return standing_answer(services().battles.advance(battle))


@blueprint.route("/<id:battle>/decision")
class OpenDecision(MethodView):
    """What a seat is asked."""

    @blueprint.response(200, AskedSchema)
    def get(self, battle: str) -> Any:
        """Read what your seat is asked, and its options (proposals, where there is no end of them)."""
        return question_answer(services().battles.question(battle, seat_token()))


@blueprint.route("/<id:battle>/choices")
class Choices(MethodView):
    """Answers to decisions."""

    @blueprint.arguments(ChoiceBody)
    @blueprint.response(200, BattleSchema)
    def post(self, body: dict[str, Any], battle: str) -> Response:
        """Make a choice for your seat. It is stored before it is answered; a decision that is not open is a 409."""
        return standing_answer(services().battles.choose(battle, seat_token(), Choice(**body), language=language()))


@blueprint.route("/<id:battle>/undo")
class Undo(MethodView):
    """Choices taken back."""

    @blueprint.arguments(UndoBody)
    @blueprint.response(200, BattleSchema)
    def post(self, body: dict[str, Any], battle: str) -> Response:
        """Take choices back, to any decision. Where two people play, it happens when both have asked for the same."""
        return standing_answer(services().battles.past.undo(battle, seat_token(), body["choices"]))


@blueprint.route("/<id:battle>/forks")
class Forks(MethodView):
    """Battles that leave another one."""

    @blueprint.arguments(ForkBody)
    @blueprint.response(201, StartedSchema)
    def post(self, body: dict[str, Any], battle: str) -> Response:
        """Make a new battle from any decision of this one on. Where two people play, only when it is over."""
        return start_answer(services().battles.past.fork(battle, seat_token(), body["choices"], body["players"]))


@blueprint.route("/<id:battle>/events")
class Events(MethodView):
    """What happened."""

    @blueprint.doc(parameters=[LAST_EVENT_ID], responses={200: STREAMED})
    @blueprint.arguments(FollowQuery, location="query")
    @blueprint.response(200, EventsSchema)
    def get(self, query: dict[str, Any], battle: str) -> Any:
        """Read events from number `start` on, or wait for them, or have them sent as they happen (`text/event-stream`)."""
        news, holder = services().battles.news, watcher(battle)
        tell = _teller(battle) if query.pop("told") else iter
        if wants_stream():
            place = last_read(query["start"] or 0, query["undos"])
            return battle_stream(news, battle, holder, place, tell, _right_to_watch(battle, holder))
        found = news.events(battle, holder, **page_values(query))
        return replace(found, items=tuple(tell(found.items)))


def _right_to_watch(battle: str, holder: Holder) -> Callable[[], bool]:
    """Return what tells, without the request, whether a link to watch still opens; seats are looked up as they read."""
    spectators, token = services().battles.spectators, seat_token()
    return (lambda: spectators.opens(battle, token)) if token and holder == "" else (lambda: True)


def _teller(battle: str) -> Callable[[Sequence[Json]], Iterator[Json]]:
    """Return what yields events with their sentences in the asker's language."""
    kinds = ruleset(services().battles.get(battle).system)
    writer = LogWriter(services().battles.armies(battle), kinds, language())

    def tell(events: Sequence[Json]) -> Iterator[Json]:
        for event in events:
            yield {**event, "told": writer.sentence(event) if kinds.events[event["kind"]].is_told(event) else None}

    return tell


@blueprint.route("/<id:battle>/view")
class BattleView(MethodView):
    """The table."""

    @blueprint.response(200, document_of("BattleView"))
    def get(self, battle: str) -> Any:
        """Read the table as your seat sees it, or without a token as a spectator does."""
        return services().battles.view(battle, watcher(battle)).to_json()


@blueprint.route("/<id:battle>/coverage")
class BattleCoverage(MethodView):
    """What is played, and what not."""

    @blueprint.response(200, CoverageSchema)
    def get(self, battle: str) -> Any:
        """Read how much of the armies is played: abilities, what is assumed, what does not exist in a battle."""
        row = services().battles.get(battle)
        watcher(battle)
        return coverage(ruleset(row.system), services().battles.armies(battle)).to_json()


@blueprint.route("/<id:battle>/record")
class BattleRecord(MethodView):
    """All that is needed to play it again."""

    @blueprint.response(200, document_of("BattleRecord"))
    def get(self, battle: str) -> Response:
        """Read the record of a battle (/api/v1/schemas/muster.battle-1). Where two people play, only when it is over."""
        content = services().battles.past.record(battle, watcher(battle)).to_bytes()
        return file(content, f"battle-{battle}.json", "application/json")


def admit_seat() -> None:
    """Let a request from elsewhere pass if it reads or plays a battle with the token of one of its seats.

    Raises:
        Forbidden: it does something else, or its token opens no seat.
    """
    endpoint, id = request.endpoint or "", (request.view_args or {}).get("battle", "")
    if endpoint.startswith(LINKED) or not id or (request.method not in SAFE and endpoint not in PLAYED):
        raise Forbidden(refusal())
    services().battles.refuse_strangers(id, seat_token(), looks=request.method in SAFE)


def watcher(battle: str) -> Holder:
    """Return who asks: whoever holds a seat, or a spectator."""
    return services().battles.holder(battle, seat_token())
