"""Playing on a page: choices by buttons, fields and pointing; taken back; another battle from there; who sits where."""

from __future__ import annotations

from math import isfinite, radians
from typing import Any

from flask import Blueprint, Response, jsonify, redirect, request, url_for
from marshmallow import ValidationError
from werkzeug.wrappers import Response as Answer

from builder.answers import NotUnderstood, json_object
from builder.api.current import services
from builder.api.languages import language
from builder.api.links import PRIVATE
from builder.services.battles import SEATS, Asked
from builder.services.errors import Conflict, Invalid
from builder.services.seats import OWNER, refusal_sentence
from builder.web.battles.answers import choice_of, explain, typed_text
from builder.web.battles.attacking import odds_of
from builder.web.battles.seats import CHAIRS, only_here, remember, viewer_seats
from builder.web.battles.spots import spot_of
from builder.web.battles.watch import show
from builder.web.queries import whole
from builder.web.rendering import page, t
from builder.web.sharing import addresses
from resolver.engine.asking import describe
from resolver.engine.decision import Data, Decision
from resolver.engine.decision_kinds import Pointing, find_nearest

blueprint = Blueprint("playing", __name__)

SECONDS = 1.0
"""How long programs play before whoever chose is answered; the page has them play on."""
FARTHEST = 1000.0


@blueprint.post("/battles/<id:battle>/choose")
def choose(battle: str) -> Answer:
    """Make a choice; where it is refused, say by which rule and change nothing."""
    row = services().battles.get(battle)
    here = viewer_seats(row)
    try:
        choice = choice_of(request.form, services().battles.question(battle, here.holder))
        services().battles.choose(battle, here.holder, choice, SECONDS, language())
    except NotUnderstood as error:
        return show(battle, 422, explain(error), typed_text(request.form))
    except Invalid as error:
        return show(battle, 422, error.problems[0].message, typed_text(request.form), refused=True)
    except Conflict as error:
        return show(battle, 409, error.detail)
    return _back(battle)


@blueprint.post("/battles/<id:battle>/preview")
def preview(battle: str) -> Answer:
    """Return the legal answer nearest to what was pointed at, as JSON: its data, words, ways, and what is refused."""
    row = services().battles.get(battle)
    asked = services().battles.question(battle, viewer_seats(row).holder)
    decision, game = asked.decision, asked.view.game
    try:
        sent = json_object(request.get_data())
        if decision is None or decision.id != sent.get("decision") or not game.ruleset.decisions[decision.kind].aim.snap:
            raise Conflict(t("asked.stale"))
        pointing = _read_pointing(sent, decision, asked)
    except NotUnderstood as error:
        raise Invalid((), explain(error)) from error
    found = find_nearest(game, decision, [option.data for option in asked.options], pointing)
    return jsonify(_answer_view(asked, decision, found.data) | {"refused": _why(asked, found.refusal)})


@blueprint.post("/battles/<id:battle>/foresee")
def foresee(battle: str) -> Answer:
    """Return what declared attacks are to do to each target, or why they are refused, as JSON; changes nothing."""
    row = services().battles.get(battle)
    holder = viewer_seats(row).holder
    asked = services().battles.question(battle, holder)
    try:
        choice = choice_of(request.form, asked)
    except NotUnderstood as error:
        raise Invalid((), explain(error)) from error
    if asked.decision is None or asked.view.game.ruleset.decisions[choice.kind].forecast is None:
        raise Conflict(t("asked.stale"))
    refusal = services().battles.check(battle, holder, choice)
    odds = [] if refusal else odds_of(asked.view, asked.decision, choice.data)
    return jsonify({"refused": _why(asked, refusal), "odds": odds})


def _why(asked: Asked, refusal: Any) -> str:
    return refusal_sentence(refusal, asked.view.game.armies, asked.view.game.ruleset, language()) if refusal else ""


def _read_pointing(sent: dict[str, Any], decision: Decision, asked: Asked) -> Pointing:
    """Read what was pointed at; raises `NotUnderstood`."""
    at, turn, model, kind = sent.get("at"), sent.get("turn", 0), sent.get("model"), sent.get("kind", "")
    numbers = [*at, turn] if isinstance(at, list) and len(at) == 2 else [None]
    good = all(isinstance(each, int | float) and isfinite(each) and abs(each) <= FARTHEST for each in numbers)
    kinds = decision.data.get("kinds", ("",))
    if not good or kind not in kinds or not (model is None or (isinstance(model, int) and not isinstance(model, bool))):
        raise NotUnderstood("play.own.point")
    x, y, degrees = (float(each) for each in numbers)  # type: ignore[arg-type]  # `good` says that they are numbers
    return Pointing(
        (x, y), radians(degrees), model, kind, _base(sent.get("base"), decision, asked) or _offer(sent.get("option"), asked)
    )


def _offer(number: object, asked: Asked) -> Data | None:
    """Return the proposal of a number, None where there is none: one model of it is to be moved."""
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < len(asked.options):
        return None
    return asked.options[number].data


def _base(sent: object, decision: Decision, asked: Asked) -> Data | None:
    if sent is None:
        return None
    try:
        found: Data = asked.view.game.ruleset.decisions[decision.kind].shape.load(sent)  # type: ignore[arg-type]
    except ValidationError as error:
        raise NotUnderstood("play.own.json") from error
    return found


def _answer_view(asked: Asked, decision: Decision, data: Data | None) -> dict[str, Any]:
    """Return an answer as the page draws it."""
    if data is None:
        return {"data": None}
    state = asked.view.game.state
    question = describe(decision, asked.view, [data], language())
    return {"data": data, "label": question.options[0], **spot_of(state, data)}


@blueprint.post("/battles/<id:battle>/undo")
def undo(battle: str) -> Answer:
    """Take the last choice of the person here back, or all but so many; where two people play, ask the other one for it."""
    row = services().battles.get(battle)
    choices = whole(request.form["choices"]) if request.form.get("choices") else None
    try:
        services().battles.past.undo(battle, viewer_seats(row).holder, choices)
    except Conflict as error:
        return show(battle, 409, error.detail)
    except Invalid as error:
        return show(battle, 422, error.problems[0].message)
    return _back(battle)


@blueprint.post("/battles/<id:battle>/deploy")
def deploy(battle: str) -> Answer:
    """Have a program set up the rest of an army; the page then offers to take all of that back at once."""
    row = services().battles.get(battle)
    try:
        before = services().battles.deploy(battle, viewer_seats(row).holder)
    except Conflict as error:
        return show(battle, 409, error.detail)
    services().battles.advance(battle, SECONDS)
    return redirect(url_for("web.battles.watching.one", battle=battle, before=before), 303)


@blueprint.post("/battles/<id:battle>/fork")
def fork(battle: str) -> Answer:
    """Make a new battle of this one as it stood at an event, and go there."""
    row = services().battles.get(battle)
    players = [request.form.get(f"player_{side}", row.seats[seat]["player"]) for seat, side in enumerate(SEATS)]
    try:
        only_here(battle)
        choices = services().battles.past.choices_at(battle, whole(request.form.get("n", "")))
        made = services().battles.past.fork(battle, OWNER, choices, players)
    except (Conflict, Invalid) as error:
        return show(battle, 409, error.problems[0].message if error.problems else error.detail)
    return _back(made.row.id)


@blueprint.post("/battles/<id:battle>/sit")
def take_seat(battle: str) -> Answer:
    """Sit down at a seat on the machine with the database, at both, or at none."""
    only_here(battle)
    answer = _back(battle)
    chair = request.form.get("chair", "")
    remember(answer, battle, chair if chair in CHAIRS else "")
    return answer


@blueprint.get("/battles/<id:battle>/seat/<token:token>")
def sit(battle: str, token: str) -> Answer:
    """Sit down where a link leads, and remember it in this browser."""
    services().battles.refuse_strangers(battle, token, looks=False)
    answer = _back(battle)
    remember(answer, battle, token)
    return answer


@blueprint.post("/battles/<id:battle>/links")
def link(battle: str) -> Response:
    """Make a link that opens a person's seat elsewhere, and show it this once."""
    only_here(battle)
    seat = {letter: number for number, letter in enumerate(SEATS)}.get(request.form.get("seat", ""), 0)
    token = services().battles.past.hand_out(battle, seat)
    row = services().battles.get(battle)
    name = services().battles.armies(battle).documents[seat].army.name
    links = addresses(url_for(".sit", battle=battle, token=token))
    answer = page("battle_link.html", row=row, name=name, links=links, reached=services().settings.names)
    answer.headers.update(PRIVATE)
    return answer


def _back(battle: str) -> Answer:
    return redirect(url_for("web.battles.watching.one", battle=battle), 303)
