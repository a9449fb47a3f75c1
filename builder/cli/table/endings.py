"""What is written and said when a battle was played: files, the log in words, the report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from builder.cli.files import write_file
from builder.cli.output import print_json, print_lines
from builder.cli.table.narrator import Narrator
from builder.cli.words import language, say
from resolver.engine.battle import Battle, Outcome
from resolver.engine.events import Event, canonical
from resolver.engine.record import Record
from resolver.engine.unplayed import Coverage, coverage, coverage_lines


class Files(NamedTuple):
    """Where to write events and record, if anywhere."""

    events: Path | None
    record: Path | None

    def write(self, events: Iterable[Event], record: Record) -> None:
        """Write what is wanted."""
        if self.events:
            write_file(self.events, b"".join(canonical(event) + b"\n" for event in events))
        if self.record:
            write_file(self.record, record.to_bytes())


def tell_battle(fought: Battle, files: Files, as_json: bool) -> None:
    """Write what is wanted of a battle, and tell it."""
    record = fought.record()
    files.write(fought.events, record)
    if as_json:
        print_json(answer(fought, record.digest))
        return
    print_lines(Narrator(fought.armies, fought.game.ruleset).lines(fought.events))
    print_lines(report(coverage(fought.game.ruleset, fought.armies), fought.game.seed, record.digest))


def answer(fought: Battle, digest: str) -> dict[str, Any]:
    """Return what `--json` says of a battle."""
    outcome = fought.outcome
    ended = outcome or Outcome(None, (0, 0), fought.game.state.round, "")
    return {
        "winner": None if ended.winner is None else "ab"[ended.winner],
        "victory_points": list(ended.victory_points),
        "rounds": ended.rounds,
        "reason": ended.reason,
        "mission": fought.game.mission,
        "seed": fought.game.seed,
        "players": list(fought.players),
        "record_digest": digest,
        "unresolved": fought.unresolved,
        "coverage": coverage(fought.game.ruleset, fought.armies).to_json(),
    }


def report(found: Coverage, seed: int, digest: str) -> Iterator[str]:
    """Yield what is said after the log: how much of the armies was played, first in a line for each army."""
    for heading, sentences in coverage_lines(found, language()):
        yield from ("", f"{heading}:", *(f"  {each}" for each in sentences))
    yield ""
    for each in found.unplayed:
        yield say("cli.battle.unresolved", {"name": each.name, "units": each.units})
    yield say("cli.battle.record", {"seed": seed, "digest": digest})
