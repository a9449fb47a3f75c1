"""`muster simulate`: many battles between two armies, here, on all processors or on a cluster, kept and gone on with."""

from __future__ import annotations

import csv
import io
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from builder.cli.context import CliContext, Refused
from builder.cli.files import OutFile, write_file
from builder.cli.first_battle import compile_loops
from builder.cli.names import ROSTER, SIMULATION
from builder.cli.output import json_option, print_json, print_lines, table, tell
from builder.cli.program import DONE, STOPPED
from builder.cli.terminal import Bar
from builder.cli.words import language, say, translate

if TYPE_CHECKING:
    from builder.services.simulations import SimulationAnswer
    from builder.store.simulations import SimulationRow
    from resolver.simulation.blocks import Ledger

GAMES, GAMES_FOR_PRECISION = 200, 10_000
NEWS_SECONDS, BAR_SECONDS = 3.0, 0.2
"""How long nothing is said of the progress after something was, in lines and by a bar."""


@click.command()
@click.argument("a", required=False, type=ROSTER)
@click.argument("b", required=False, type=ROSTER)
@click.option("--games", type=int, metavar="N", help="How many games at most: 200; with --precision 10,000.")
@click.option("--mission", default="", metavar="ID", help="The mission; without it the first of the system.")
@click.option("--players", metavar="P,Q", help="The programs that play A and B; the strongest if you do not say.")
@click.option("--seed", type=int, metavar="N", help="What all games come from; any, if you do not say.")
@click.option("--precision", type=float, metavar="P", help="Stop when the share of A's wins is known to P points each way.")
@click.option("--jobs", type=click.IntRange(1, 1024), metavar="J", help="In so many processes; one for each processor.")
@click.option("--scheduler", metavar="ADDRESS", help="On the workers of this Dask scheduler, such as tcp://10.0.0.1:8786.")
@click.option(
    "--block", type=click.IntRange(1, 1000), metavar="N", help="Games handed out at once; the totals stay the same."
)
@click.option(
    "--resume", type=SIMULATION, metavar="ID", help="Go on with a simulation that was stopped, or with more --games."
)
@click.option(
    "--game", type=click.IntRange(0), metavar="N", help="With --resume: tell its game N, from 0 on, and play no more."
)
@click.option(
    "--csv", "sheet", type=OutFile("text", ".csv", ".txt"), metavar="F.csv", help="Write all figures there as a table."
)
@json_option
@click.pass_obj
def simulate(
    context: CliContext,
    a: str | None,
    b: str | None,
    games: int | None,
    mission: str,
    players: str | None,
    seed: int | None,
    precision: float | None,
    jobs: int | None,
    scheduler: str | None,
    block: int | None,
    resume: str | None,
    game: int | None,
    sheet: Path | None,
    as_json: bool,
) -> int:
    """Play many games between the rosters A and B: how often each wins, by how much, and what decides it.

    Programs play; the armies change seats from game to game. The same armies, mission, programs and seed give the same
    totals wherever they are played. What was played is kept: Ctrl-C stops, and --resume goes on.

    \b
    Examples:
      muster simulate sunward-patrol gloam-patrol --games 400 --seed 1
      muster simulate a.pdf b.pdf --precision 3
      muster simulate --resume 4m2k9d7p0q1x --scheduler tcp://10.0.0.1:8786
      muster simulate --resume 4m2k9d7p0q1x --game 17
    """
    from resolver.simulation.pools import PoolError, pool_of

    if resume and (a or mission or players or seed is not None):
        raise Refused(say("cli.simulate.one-way"))
    if jobs and scheduler:
        raise Refused(say("cli.simulate.one-place"))
    if not resume and not (a and b):
        raise Refused(say("cli.battle.two-armies"))
    compile_loops()
    if game is not None:
        if not resume:
            raise Refused(say("cli.simulate.no-game"))
        return _tell_game(context, resume, game, as_json)
    try:
        pool = pool_of(jobs or 0, scheduler or "")
    except PoolError as error:
        raise Refused(translate(str(error))) from error
    try:
        row = _row(context, a or "", b or "", games, mission, players, seed, precision, resume)
        status = _play(context, row, pool, block or 0)
    finally:
        pool.close()
    _report(context, row.id, sheet, as_json)
    return status


def _tell_game(context: CliContext, id: str, number: int, as_json: bool) -> int:
    """Play one game again, as it was played, and tell it as `muster battle` does."""
    from builder.cli.table.endings import Files, tell_battle
    from builder.cli.table.programs import fight

    game = context.services.simulations.game(id, number)
    tell_battle(fight(game.armies, game.mission, game.seed, game.players), Files(None, None), as_json)
    return DONE


def _row(
    context: CliContext,
    a: str,
    b: str,
    games: int | None,
    mission: str,
    players: str | None,
    seed: int | None,
    precision: float | None,
    resume: str | None,
) -> SimulationRow:
    """Return the simulation that the user means, new or to be gone on with."""
    simulations = context.services.simulations
    if resume:
        return simulations.go_on(resume, games=games, precision=precision, place="command")
    from builder.cli.table.programs import names_of

    wanted = games if games is not None else GAMES if precision is None else GAMES_FOR_PRECISION
    return simulations.start(
        context.source(a),
        context.source(b),
        games=wanted,
        mission=mission,
        players=names_of(players),
        seed=seed,
        precision=precision,
        place="command",
    )


def _play(context: CliContext, row: SimulationRow, pool: Any, block: int) -> int:
    """Play; return the exit status."""
    from builder.services.simulating import play_stored
    from resolver.simulation.pools import PoolError

    job = row.job
    tell(say("cli.simulate.began", {"id": row.id, "name": row.name, "seed": job["seed"], "players": job["players"]}))
    progress = Progress()
    try:
        done = play_stored(context.services.store, row.id, pool, block=block, tell=progress)
    except KeyboardInterrupt:
        progress.end()
        tell(say("cli.simulate.stopped", {"id": row.id}))
        return STOPPED
    except PoolError as error:
        raise Refused(say("cli.simulate.failed", {"problem": translate(str(error)), "id": row.id})) from error
    finally:
        progress.end()
    if done.state != "done":
        tell(say("cli.simulate.stopped", {"id": row.id}))
        return STOPPED
    return DONE


class Progress:
    """Tells the user how far it is: a bar on a terminal, else a line, not too often."""

    def __init__(self) -> None:
        self._bar = Bar()
        self._began = self._news = time.monotonic()
        self._before: int | None = None

    def __call__(self, row: SimulationRow, ledger: Ledger) -> None:
        """Take in how far it is."""
        now = time.monotonic()
        if now - self._news < (BAR_SECONDS if self._bar.is_drawn else NEWS_SECONDS):
            return
        from resolver.simulation.blocks import WINS
        from resolver.simulation.intervals import share_interval
        from resolver.simulation.wording import percent

        block = ledger.so_far
        self._news = now
        if self._before is None:
            self._began, self._before = now, block.games
        low, high = share_interval(block.totals, WINS)
        values = {"played": block.games, "games": row.games, "low": percent(low), "high": percent(high)}
        rate = (block.games - self._before) / (now - self._began) if now > self._began else 0
        if self._bar.is_drawn:
            self._bar.show(say("cli.simulate.progress", values), block.games, row.games)
        elif rate and row.precision is None:
            tell(say("cli.simulate.progress-left", {**values, "seconds": round((row.games - block.games) / rate)}))
        else:
            tell(say("cli.simulate.progress", values))

    def end(self) -> None:
        """Take the bar away."""
        self._bar.end()


def _report(context: CliContext, id: str, sheet: Path | None, as_json: bool) -> None:
    """Print what is known, and write it to a file where that is wanted."""
    from resolver.engine.compile_armies import compile_armies
    from resolver.engine.registry import ruleset
    from resolver.engine.unplayed import coverage
    from resolver.simulation.answer import rows

    found = context.services.simulations.read(id)
    if sheet:
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(("about", "which", "what", "number"))
        writer.writerows(rows(found.answer))
        write_file(sheet, text.getvalue().encode())
    if as_json:
        unplayed = coverage(ruleset(found.row.system), compile_armies(found.armies)).to_json()
        job = found.row.job
        about = {
            "id": id,
            "state": found.row.state,
            "mission": job["mission"],
            "players": job["players"],
            "seed": job["seed"],
        }
        print_json({**found.answer, **about, "unresolved": unplayed["unplayed"]})
    else:
        print_lines(_lines(found))


def _lines(found: SimulationAnswer) -> Iterator[str]:
    from resolver.engine.compile_armies import compile_armies
    from resolver.engine.points import say_points
    from resolver.engine.registry import ruleset
    from resolver.engine.unplayed import coverage
    from resolver.simulation.answer import shown_deeds, unit_names
    from resolver.simulation.wording import decisive_lines, interval_line, percent, verdict_line

    answer, tongue, of = found.answer, language(), ruleset(found.row.system)
    names = [document.army.name for document in found.armies]
    yield verdict_line(answer, names, tongue)
    if not answer["games"]:
        return
    yield interval_line(answer, names, tongue)
    for what in ("victory_points", "models_left"):
        if (each := answer[what]) is not None:
            values: dict[str, Any] = {
                f"{name}_{army}": round(each[army][name], 1) for army in each for name in ("mean", "spread")
            }
            values |= {"a": names[0], "b": names[1]}
            code = f"cli.simulate.{what.replace('_', '-')}"
            yield say_points(of, code, values, tongue) if what == "victory_points" else say(code, values)
    for army, name in zip(("a", "b"), names, strict=True):
        first = answer["first_turn"][army]
        if first["games"]:
            share = percent(first["won"] / first["games"])
            yield say("cli.simulate.first", {"army": name, "share": share, "games": first["games"]})
    games = sum(many for _, many in answer["rounds"])
    yield say("cli.simulate.rounds", {"rounds": round(sum(n * many for n, many in answer["rounds"]) / games, 1)})
    yield ""
    facts = list(decisive_lines(answer, unit_names(found.armies), names, tongue))
    yield say("cli.simulate.decides") if facts else say("cli.simulate.decides-nothing")
    for fact, sentence, difference in facts[:10]:
        yield f"  {difference:+4d}  {fact} ({sentence})"
    yield ""
    shown = ("models", "destroyed", *shown_deeds(answer))
    columns = [say(f"cli.simulate.column.{head.replace('_', '-')}") for head in ("unit", *shown)]
    rows = [(f"{u['army'].upper()} {u['name']}", *(round(u[name], 2) for name in shown)) for u in answer["units"]]
    yield from table(columns, rows)
    yield ""
    armies = compile_armies(found.armies)
    for each in coverage(of, armies).unplayed:
        yield say("cli.battle.unresolved", {"name": each.name, "units": each.units})
    yield say("cli.simulate.seconds", {"games": answer["games"], "seconds": round(answer["seconds"], 1), "id": found.row.id})


COMMANDS = {"simulate": simulate}
