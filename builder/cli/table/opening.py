"""Sitting down: at a new battle, at one that goes on by its id or its record, or at one forked from an earlier decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from builder.cli.context import CliContext, Refused, is_file
from builder.cli.words import say
from builder.services.playing import HUMAN
from builder.services.seats import OWNER
from resolver.players import BOTS

if TYPE_CHECKING:
    from builder.store.battles import BattleRow
    from resolver.engine.record import Record

WHO = {"a": (0,), "b": (1,), "both": (0, 1)}
STRONGEST = next(iter(BOTS))


def begin(
    context: CliContext, a: str, b: str, who: str, names: Sequence[str], mission: str | None, seed: int | None
) -> BattleRow:
    """Begin a stored battle in which people play the seats of `who`, and programs of these names the others.

    Raises:
        Refused, ServiceError: an army cannot be used, or the armies cannot fight each other.
    """
    players = assign_seats(names, WHO[who])
    sources = context.source(a), context.source(b)
    return context.services.battles.start(*sources, mission=mission or "", seed=seed, players=players, seconds=0.0).row


def resume(context: CliContext, written: str, at: int | None, who: str | None, names: Sequence[str]) -> BattleRow:
    """Return the stored battle that goes on: that of an id, one forked from it at a decision, or one made of a record.

    Raises:
        Refused: there is no such battle, or a program plays the seat that somebody wants to play.
        ServiceError: it cannot go on.
    """
    battles = context.services.battles
    if is_file(written):
        record = read(context, written)
        players = _players(record.players, who, names)
        return battles.past.take_in(record, players, at).row
    row = battles.get(written)
    recorded = [str(seat["player"]) for seat in row.seats]
    if at is not None:
        return battles.past.fork(row.id, OWNER, at, _players(recorded, who, names)).row
    for seat in WHO[who] if who else ():
        if recorded[seat] != HUMAN:
            raise Refused(say("cli.battle.taken", {"seat": "ab"[seat], "player": recorded[seat], "choices": row.choices}))
    return row


def read(context: CliContext, written: str) -> Record:
    """Read a record from a file.

    Raises:
        Refused: it is none that can be used.
    """
    from builder.cli.failures import sentence
    from resolver.engine.record import NotARecord, read_record

    try:
        return read_record(context.contents(written))
    except NotARecord as error:
        raise Refused(f"{written}: {sentence(error)}") from error


def seats_of(row: BattleRow, who: str | None) -> tuple[int, ...]:
    """Return the seats that are played here: those of `who`, without it those of all people."""
    return WHO[who] if who else tuple(seat for seat, each in enumerate(row.seats) if each["player"] == HUMAN)


def assign_seats(names: Sequence[str], people: Sequence[int]) -> tuple[str, str]:
    """Return who plays: people at these seats, programs at the others."""
    first, second = (HUMAN if seat in people else name for seat, name in enumerate(names))
    return first, second


def _players(recorded: Sequence[str], who: str | None, names: Sequence[str]) -> tuple[str, str]:
    """Return who plays on: as recorded, unless somebody wants other people or programs."""
    if who is None:
        kept = [name if name in (HUMAN, *BOTS) else HUMAN for name in recorded]
        return kept[0], kept[1]
    programs = names or [name if name in BOTS else STRONGEST for name in recorded]
    return assign_seats(programs, WHO[who])
