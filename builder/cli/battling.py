"""`muster battle`: a battle between two armies, played by programs and people, gone on with, and told in words."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from builder.cli.context import CliContext, Refused
from builder.cli.files import OutFile
from builder.cli.first_battle import compile_loops
from builder.cli.names import BATTLE, ROSTER
from builder.cli.output import json_option, print_lines, tell
from builder.cli.program import DONE, NO
from builder.cli.table import opening
from builder.cli.table.endings import Files, report, tell_battle
from builder.cli.table.opening import WHO
from builder.cli.table.programs import fight, names_of
from builder.cli.words import say, translate
from builder.services.seats import OWNER
from resolver.engine.compile_armies import NotPlayable
from resolver.engine.record import MOST_SEED
from resolver.engine.replay import ReplayError, replay
from resolver.engine.unplayed import coverage
from resolver.players import BOTS

if TYPE_CHECKING:
    from builder.store.battles import BattleRow

MOST_RANDOM_SEED = 1_000_000


@click.command()
@click.argument("a", required=False, type=ROSTER)
@click.argument("b", required=False, type=ROSTER)
@click.option("--mission", metavar="ID", help="The mission; without it the first of the system (9th edition: only-war).")
@click.option(
    "--seed", type=click.IntRange(0, MOST_SEED), metavar="N", help="What all dice come from; any, if you do not say."
)
@click.option(
    "--players", metavar="P,Q", help=f"The programs that play A and B: {', '.join(BOTS)}; the first if you do not say."
)
@click.option("--play", type=click.Choice(list(WHO)), help="Play A, B or both yourself, here in the terminal.")
@click.option("--resume", type=BATTLE, metavar="ID|F.json", help="Go on with a stored battle, or with a record of one.")
@click.option("--at", type=click.IntRange(0), metavar="N", help="With --resume: a new battle of its first N choices.")
@click.option("--replay", metavar="F.json", help="Play a record again, and tell whether it goes as recorded.")
@click.option(
    "--events",
    type=OutFile("json", ".jsonl", ".json"),
    metavar="F.jsonl",
    help="Write every event there, a JSON object on each line.",
)
@click.option(
    "--record", type=OutFile("json", ".json"), metavar="F.json", help="Write the record there: it can be played again."
)
@json_option
@click.pass_obj
def battle(
    context: CliContext,
    a: str | None,
    b: str | None,
    mission: str | None,
    seed: int | None,
    players: str | None,
    play: str | None,
    resume: str | None,
    at: int | None,
    replay: str | None,
    events: Path | None,
    record: Path | None,
    as_json: bool,
) -> int:
    """Play a battle between the rosters A and B to its end, and tell what happened.

    The same armies, mission, seed and players give the same battle, to the byte. A roster with errors is played too.
    A battle that you play yourself is stored choice by choice; you can leave it and go on later.

    \b
    Examples:
      muster battle sunward-patrol gloam-patrol --seed 7
      muster battle a.pdf b.pdf --seed 7 --json
      muster battle sunward-patrol gloam-patrol --play a
      muster battle --resume 4m2k9d7p0q1x
    """
    _refuse_together(a, b, play, resume, at, replay, as_json)
    files = Files(events, record)
    compile_loops()
    if replay:
        return _replay(context, replay, files, as_json)
    if resume or play:
        row = (
            opening.resume(context, resume, at, play, _split_names(players))
            if resume
            else _begin_battle(context, a, b, play, players, mission, seed)
        )
        _at_table(context, row, opening.seats_of(row, play), files)
        return DONE
    armies = (context.document(a or ""), context.document(b or ""))
    for name, document in zip((a, b), armies, strict=True):
        if document.judgement.legal is False:
            tell(say("cli.battle.not-legal", {"army": name}))
    dice = secrets.randbelow(MOST_RANDOM_SEED) if seed is None else seed
    tell_battle(fight(armies, mission, dice, names_of(players)), files, as_json)
    return DONE


def _refuse_together(
    a: str | None, b: str | None, play: str | None, resume: str | None, at: int | None, replay: str | None, as_json: bool
) -> None:
    """Refuse what does not go together: raises `Refused`."""
    if (resume or replay) and (a or (resume and replay)):
        raise Refused(say("cli.battle.one-way"))
    if not (resume or replay) and not (a and b):
        raise Refused(say("cli.battle.two-armies"))
    if at is not None and not resume:
        raise Refused(say("cli.battle.at"))
    if as_json and (play or resume):
        raise Refused(say("cli.battle.no-json"))


def _begin_battle(
    context: CliContext,
    a: str | None,
    b: str | None,
    play: str | None,
    players: str | None,
    mission: str | None,
    seed: int | None,
) -> BattleRow:
    return opening.begin(context, a or "", b or "", play or "", names_of(players), mission, seed)


def _at_table(context: CliContext, row: BattleRow, seats: Sequence[int], files: Files) -> None:
    """Play a stored battle on: with people at these seats, or to its end where there are none."""
    from builder.cli.table.terminal_game import TerminalGame
    from resolver.engine.registry import ruleset

    battles = context.services.battles
    row = TerminalGame(battles, row.id, seats, again=row.choices > 0).play()
    if row.outcome is None and not (files.events or files.record):
        return
    record = battles.past.record(row.id, OWNER)
    files.write(replay(record).events, record)
    if row.outcome is not None:
        armies = battles.armies(row.id)
        print_lines(report(coverage(ruleset(row.system), armies), row.seed, record.digest))


def _replay(context: CliContext, written: str, files: Files, as_json: bool) -> int:
    """Play a record again and tell it; status 1 where it goes another way."""
    record = opening.read(context, written)
    try:
        played = replay(record)
    except ReplayError as error:
        tell(translate(str(error)))
        return NO
    except (KeyError, NotPlayable) as error:
        raise Refused(say("cli.battle.not-here", {"file": written, "problem": error})) from error
    tell_battle(played, files, as_json)
    return DONE


def _split_names(players: str | None) -> tuple[str, ...]:
    return names_of(players) if players else ()


COMMANDS = {"battle": battle}
