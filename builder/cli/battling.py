"""`muster battle`: a battle between two armies, played here by two programs and told in words."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from builder.cli.desk import Desk, Refused
from builder.cli.output import OutFile, json_option, print_json, print_lines, tell, write_file
from builder.services.matchups import same_system
from datasheets.fields import unknown
from datasheets.systems import system
from datasheets.words import say
from exports.document import RosterDocument
from resolver.engine import prose
from resolver.engine.battle import MOST_SEED, Battle, Outcome
from resolver.engine.decision import Choice
from resolver.engine.events import canonical
from resolver.engine.unplayed import by_name
from resolver.engine.view import View
from resolver.players import BOTS, Player, play

PARAGRAPHS = ("round.began", "turn.began", "battle.ended")
ENDS = ("phase.ended", "turn.ended")
STRONGEST = next(iter(BOTS))
MOST_RANDOM_SEED = 1_000_000
Armies = tuple[RosterDocument, RosterDocument]


@click.command()
@click.argument("a")
@click.argument("b")
@click.option("--mission", metavar="ID", help="The mission; without it the first of the system (9th edition: only-war).")
@click.option(
    "--seed", type=click.IntRange(0, MOST_SEED), metavar="N", help="What all dice come from; any, if you do not say."
)
@click.option(
    "--players", metavar="P,Q", help=f"The programs that play A and B: {', '.join(BOTS)}; the first if you do not say."
)
@click.option("--events", type=OutFile(), metavar="F.jsonl", help="Write every event there, a JSON object on each line.")
@click.option("--record", type=OutFile(), metavar="F.json", help="Write the record there: it can be played again.")
@json_option
@click.pass_obj
def battle(
    desk: Desk,
    a: str,
    b: str,
    mission: str | None,
    seed: int | None,
    players: str | None,
    events: Path | None,
    record: Path | None,
    as_json: bool,
) -> None:
    """Play a battle between the rosters A and B to its end, and tell what happened.

    The same armies, mission, seed and players give the same battle, to the byte. A roster with errors is played too.

    \b
    Examples:
      muster battle sunward-patrol gloam-patrol --seed 7
      muster battle a.pdf b.pdf --seed 7 --json
    """
    armies = (desk.document(a), desk.document(b))
    for name, document in zip((a, b), armies, strict=True):
        if not document.judgement.legal:
            tell(say("cli.battle.not-legal", {"army": name}))
    dice = secrets.randbelow(MOST_RANDOM_SEED) if seed is None else seed
    fought, outcome = _fought(armies, mission, dice, _names(players))
    kept = fought.record()
    if events:
        write_file(events, b"".join(canonical(event) + b"\n" for event in fought.events))
    if record:
        write_file(record, kept.to_bytes())
    if as_json:
        print_json(_answer(fought, outcome, kept.digest))
    else:
        print_lines(_log(fought))
        print_lines(_report(fought, kept.digest))


def _names(players: str | None) -> tuple[str, str]:
    """Return the programs that play.

    Raises:
        Refused: there is no such program, or there are not two.
    """
    names = [name.strip() for name in players.split(",")] if players else [STRONGEST, STRONGEST]
    for name in names:
        if name not in BOTS:
            raise Refused(unknown(name, tuple(BOTS), "player"))
    if len(names) != 2:
        raise Refused(say("cli.battle.two-players", {"example": f"{STRONGEST},{STRONGEST}"}))
    return names[0], names[1]


def _fought(armies: Armies, mission: str | None, seed: int, names: tuple[str, str]) -> tuple[Battle, Outcome]:
    """Play a battle.

    Raises:
        Invalid, NotPlayable: the armies cannot fight each other.
        Refused: there is no such mission.
    """
    of = system(same_system(armies))
    missions = [each.id for each in of.missions]
    if mission is not None and mission not in missions:
        raise Refused(unknown(mission, missions, "mission"))
    started = Battle.start(armies, of.id, mission or missions[0], seed, players=names)
    a, b = (document.army.name for document in armies)
    tell(say("cli.battle.began", {"a": a, "b": b, "seed": seed, "p": names[0], "q": names[1]}))
    rounds: set[int] = set()
    first, second = (Reporting(BOTS[name](seed), rounds) for name in names)
    return started, play(started, (first, second))


class Reporting:
    """A player that tells the user when a battle round comes that is not among `rounds` yet: a battle takes a while."""

    def __init__(self, player: Player, rounds: set[int]) -> None:
        self.name, self._player, self._rounds = player.name, player, rounds

    def choose(self, view: View, options: Sequence[Choice]) -> Choice:
        """Return what the player chooses."""
        now = view.game.state.round
        if now and now not in self._rounds:
            self._rounds.add(now)
            tell(say("cli.battle.round", {"round": now}))
        return self._player.choose(view, options)


def _answer(fought: Battle, outcome: Outcome, digest: str) -> dict[str, Any]:
    return {
        "winner": None if outcome.winner is None else "ab"[outcome.winner],
        "victory_points": list(outcome.victory_points),
        "rounds": outcome.rounds,
        "reason": outcome.reason,
        "mission": fought.game.mission,
        "seed": fought.game.seed,
        "players": list(fought.players),
        "record_digest": digest,
        "unresolved": fought.unresolved,
    }


def _log(fought: Battle) -> Iterator[str]:
    """Yield what happened: a paragraph for each turn, and what happened in a phase below its name."""
    teller, indent = prose.Teller(fought.armies), ""
    for event in fought.events:
        kind = event["kind"]
        if kind in PARAGRAPHS:
            yield ""
        if kind in (*PARAGRAPHS, *ENDS, "phase.began"):
            indent = ""
        if kind not in ENDS and kind not in prose.SILENT:
            yield indent + teller.sentence(event)
        if kind == "phase.began":
            indent = "  "


def _report(fought: Battle, digest: str) -> Iterator[str]:
    """Yield what is said after the log."""
    names = prose.Teller(fought.armies).units
    yield ""
    for each in by_name(fought.unresolved, names):
        yield say("cli.battle.unresolved", {"name": each.name, "units": each.units})
    yield say("cli.battle.record", {"seed": fought.game.seed, "digest": digest})


COMMANDS = {"battle": battle}
