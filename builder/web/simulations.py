"""Simulations as pages: the answer as a headline, then the proof; begun from the match-up, followed while it is played."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from builder.api.current import services
from builder.api.languages import language
from builder.services.armies import Source
from builder.services.errors import Invalid
from builder.services.simulations import MOST_SERVED, STRONGEST
from builder.store.simulations import WAITING
from builder.web.queries import query_whole
from builder.web.rendering import page
from builder.web.simulation_charts import margin_chart, round_charts
from datasheets.problems import Problem
from datasheets.systems import system
from datasheets.words import Message
from resolver.engine.compile_armies import compile_armies
from resolver.engine.points import say_points
from resolver.engine.registry import ruleset
from resolver.engine.unplayed import coverage
from resolver.simulation.answer import shown_deeds, unit_names
from resolver.simulation.wording import decisive_lines, interval_line, percent, verdict_line

blueprint = Blueprint("simulations", __name__, url_prefix="/simulations")
blueprint.before_request(lambda: services().runner.start())

PAGE, MOST_FACTS, MORE = 30, 12, 200


@blueprint.get("")
def index() -> Response:
    """List the simulations, the last changed first."""
    found = services().simulations.page(start=query_whole("start") or None, limit=PAGE)
    return page("simulations.html", rows=found.items, next=found.next)


@blueprint.post("")
def start() -> Answer:
    """Queue a simulation of two rosters and go to its page."""
    sides = [Source(roster=request.form.get(side, "")) for side in ("a", "b")]
    players = tuple(request.form.get(f"player_{side}") or STRONGEST for side in ("a", "b"))
    row = services().simulations.start(*sides, games=_games("games") or MORE, players=players)
    services().runner.wake()
    return _back(row.id)


@blueprint.get("/<id:simulation>")
def one(simulation: str) -> Response:
    """Show what the games of a simulation say, so far or in the end."""
    found = services().simulations.read(simulation)
    answer, row = found.answer, found.row
    names = [document.army.name for document in found.armies]
    units, of = unit_names(found.armies), ruleset(row.system)
    return page(
        "simulation.html",
        row=row,
        answer=answer,
        names=names,
        percent=percent,
        verdict=verdict_line(answer, names, language()),
        interval=interval_line(answer, names, language()),
        decides=list(decisive_lines(answer, units, names, language()))[:MOST_FACTS],
        margin=margin_chart(answer["margin"]["counts"]),
        rounds=round_charts(answer["by_round"]),
        deeds=shown_deeds(answer),
        say_points=lambda code: say_points(of, f"page.simulation.{code}", {}, language()),
        waits=row.state in WAITING,
        unplayed=coverage(of, compile_armies(found.armies)).unplayed,
        mission=next(each.name for each in system(row.system).missions if each.id == row.job["mission"]),
        most=MOST_SERVED,
        more=min(MOST_SERVED, row.games + MORE),
    )


@blueprint.post("/<id:simulation>/cancel")
def cancel(simulation: str) -> Answer:
    """Stop a simulation."""
    services().simulations.cancel(simulation)
    return redirect(url_for(".one", simulation=simulation), 303)


@blueprint.post("/<id:simulation>/resume")
def resume(simulation: str) -> Answer:
    """Go on with a simulation, with more games."""
    services().simulations.go_on(simulation, games=_games("games"))
    services().runner.wake()
    return _back(simulation)


@blueprint.post("/<id:simulation>/delete")
def delete(simulation: str) -> Answer:
    """Delete a simulation with its games."""
    services().simulations.delete(simulation)
    return redirect(url_for(".index"), 303)


@blueprint.post("/<id:simulation>/replay")
def replay(simulation: str) -> Answer:
    """Make a battle of a game by its number and go there."""
    found = services().simulations.game(simulation, _number("game"))
    first, second = (Source(document=each) for each in found.armies)
    made = services().battles.start(first, second, mission=found.mission, seed=found.seed, players=found.players)
    return redirect(url_for("web.battles.watching.one", battle=made.row.id), 303)


def _back(simulation: str) -> Answer:
    """Return to the match-up where it was asked for there, else to the page of the simulation."""
    if request.form.get("back") == "matchup":
        return redirect(url_for("web.matchup.show", a=request.form.get("a", ""), b=request.form.get("b", "")), 303)
    return redirect(url_for(".one", simulation=simulation), 303)


def _games(name: str) -> int | None:
    return _number(name) if request.form.get(name) else None


def _number(name: str) -> int:
    text: Any = request.form.get(name, "")
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise Invalid((Problem(f"/{name}", Message("error.number-whole", {"most": 10**9 - 1})),))
    return int(text)
