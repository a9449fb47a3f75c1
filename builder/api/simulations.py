"""`/simulations`: many battles between two armies, queued, followed, cancelled, gone on with."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

from flask import Response, request, url_for
from flask.views import MethodView

from builder.api.answers import creation, file, with_tag
from builder.api.battle_answers import start_answer
from builder.api.battle_shapes import StartedSchema
from builder.api.bodies import Blueprint
from builder.api.current import services
from builder.api.event_stream import MEDIA_TYPE, STREAM_SECONDS, Sent, event_stream
from builder.api.fields import page_values
from builder.api.filters import refuse_unknown
from builder.api.languages import language
from builder.api.schemas import page_of
from builder.api.simulation_shapes import MoreGames, NewSimulation, SimulatedSchema, SimulationQuery, SimulationSchema
from builder.services.armies import Source
from builder.services.assembly import Services
from builder.services.simulations import SimulationAnswer
from builder.store.simulations import WAITING, SimulationRow
from datasheets.words import translate
from resolver.engine.compile_armies import compile_armies
from resolver.engine.registry import ruleset
from resolver.engine.unplayed import coverage
from resolver.simulation.answer import rows, unit_names
from resolver.simulation.wording import fact_line, verdict_line

blueprint = Blueprint(
    "simulations",
    __name__,
    url_prefix="/simulations",
    description="Many battles between two armies: how often each wins, and what decides it.",
)

blueprint.before_request(lambda: services().runner.start())


@blueprint.route("")
class Simulations(MethodView):
    """All simulations."""

    @blueprint.arguments(SimulationQuery, location="query")
    @blueprint.response(200, page_of(SimulationSchema))
    def get(self, query: dict[str, Any]) -> Any:
        """List the simulations, the last changed first."""
        return refuse_unknown(services().simulations.page(**page_values(query, start=None)), query).map(row_json)

    @blueprint.arguments(NewSimulation)
    @blueprint.response(201, SimulationSchema)
    def post(self, body: dict[str, Any]) -> Response:
        """Queue a simulation; it is played when it is its turn."""
        row = services().simulations.start(**body)
        services().runner.wake()
        return creation(row_json(row), row.changed)


@blueprint.route("/<id:simulation>")
class Simulation(MethodView):
    """One simulation."""

    @blueprint.response(200, SimulatedSchema)
    def get(self, simulation: str) -> Response:
        """Read a simulation with what its games say so far."""
        found = services().simulations.read(simulation)
        return with_tag(simulated_json(found), f"{found.row.changed}-{found.row.state}-{language()}")

    @blueprint.response(204)
    def delete(self, simulation: str) -> None:
        """Delete a simulation with its games."""
        services().simulations.delete(simulation)


@blueprint.route("/<id:simulation>/cancel")
class Cancel(MethodView):
    """An end before its time."""

    @blueprint.response(200, SimulationSchema)
    def post(self, simulation: str) -> Any:
        """Stop a simulation; what was played of it stays."""
        return row_json(services().simulations.cancel(simulation))


@blueprint.route("/<id:simulation>/resume")
class Resume(MethodView):
    """More games."""

    @blueprint.arguments(MoreGames)
    @blueprint.response(200, SimulationSchema)
    def post(self, body: dict[str, Any], simulation: str) -> Any:
        """Queue a simulation again: one that was stopped, or for more games."""
        row = services().simulations.go_on(simulation, **body)
        services().runner.wake()
        return row_json(row)


@blueprint.route("/<id:simulation>/progress")
class Progress(MethodView):
    """How far it is, as it happens."""

    @blueprint.response(200, content_type=MEDIA_TYPE)
    def get(self, simulation: str) -> Response:
        """Follow a simulation: an event `progress` with how it stands whenever that changes, until it is over."""
        row = services().simulations.get(simulation)
        seen = request.headers.get("Last-Event-ID", "")
        return event_stream(_progress(services(), row, seen))


@blueprint.route("/<id:simulation>/export.csv")
class Table(MethodView):
    """All figures as a table."""

    @blueprint.response(200, {"type": "string"}, content_type="text/csv")
    def get(self, simulation: str) -> Response:
        """Download all figures as a table: what it is about, which, what of it, the number."""
        found = services().simulations.read(simulation)
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(("about", "which", "what", "number"))
        writer.writerows(rows(found.answer))
        return file(text.getvalue().encode(), f"{found.row.name}.csv", "text/csv; charset=utf-8", download=True)


@blueprint.route("/<id:simulation>/games/<number:game>/battle")
class Replay(MethodView):
    """One of its games as a battle."""

    @blueprint.response(201, StartedSchema)
    def post(self, simulation: str, game: int) -> Response:
        """Make a battle of a game by its number: it goes as it went, and can be looked at, forked and recorded."""
        found = services().simulations.game(simulation, game)
        first, second = (Source(document=each) for each in found.armies)
        return start_answer(
            services().battles.start(first, second, mission=found.mission, seed=found.seed, players=found.players)
        )


def _progress(of: Services, row: SimulationRow, seen: str) -> Iterator[Sent | None]:
    """Yield how a simulation stands whenever that changes, until it is over or the stream has lasted long enough."""
    for now in of.simulations.follow(row, of.watch, STREAM_SECONDS):
        if now is None:
            yield None
            continue
        tag = f"{now.changed}-{now.state}"
        if tag != seen:
            data = {name: getattr(now, name) for name in ("id", "state", "played", "games")}
            yield Sent("progress", {**data, "over": now.state not in WAITING}, tag)


def row_json(row: SimulationRow) -> dict[str, Any]:
    """Return how a simulation stands."""
    names = ("id", "system", "name", "games", "precision", "state", "played")
    return {
        **{name: getattr(row, name) for name in names},
        **{name: row.job[name] for name in ("mission", "players", "seed")},
        "problem": translate(row.problem, language()),
        "href": url_for("simulations.Simulation", simulation=row.id),
        "progress": url_for("simulations.Progress", simulation=row.id),
    }


def simulated_json(found: SimulationAnswer) -> dict[str, Any]:
    """Return a simulation with what its games say, in words where there are any."""
    names, units = [document.army.name for document in found.armies], unit_names(found.armies)
    decides = [{**fact, "sentence": fact_line(fact, units, names, language())} for fact in found.answer["decides"]]
    sentence = verdict_line(found.answer, names, language())
    unplayed = coverage(ruleset(found.row.system), compile_armies(found.armies)).to_json()["unplayed"]
    return {
        **row_json(found.row),
        "answer": {**found.answer, "sentence": sentence, "decides": decides},
        "unresolved": unplayed,
    }
