"""Others watch a battle: links that are made, listed and taken back, and what such a link opens."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from builder.api.current import services
from builder.api.links import PRIVATE
from builder.services.spectating import Watching
from builder.web.battles.seats import only_here, remember
from builder.web.rendering import page
from builder.web.sharing import addresses

blueprint = Blueprint("spectators", __name__)


@blueprint.get("/battles/<id:battle>/spectators")
def index(battle: str) -> Response:
    """List the links under which a battle is watched, with a form for another one."""
    return _show(battle)


@blueprint.post("/battles/<id:battle>/spectators")
def make(battle: str) -> Response:
    """Make a link, and show it this once."""
    only_here(battle)
    answer = _show(battle, services().battles.spectators.make(battle, request.form.get("name", "")))
    answer.headers.update(PRIVATE)
    return answer


@blueprint.post("/battles/<id:battle>/spectators/<id:link>/take-back")
def take_back(battle: str, link: str) -> Answer:
    """Take a link back."""
    only_here(battle)
    services().battles.spectators.take_back(battle, link)
    return redirect(url_for(".index", battle=battle), 303)


@blueprint.get("/battles/<id:battle>/watch/<token:token>")
def watch(battle: str, token: str) -> Answer:
    """Let this browser watch the battle from now on, and go there."""
    services().battles.refuse_strangers(battle, token, looks=True)
    answer = redirect(url_for("web.battles.watching.one", battle=battle), 303)
    answer.headers.update(PRIVATE)
    remember(answer, battle, token)
    return answer


def _show(battle: str, made: Watching | None = None) -> Response:
    only_here(battle)
    return page(
        "battle_spectators.html",
        row=services().battles.get(battle),
        links=services().battles.spectators.of(battle),
        made=addresses(url_for(".watch", battle=battle, token=made.token)) if made else (),
        reached=services().settings.names,
    )
