"""What happened in words: a paragraph for each turn, and what happened in a phase below its name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder.cli.words import language
from resolver.engine.battle_armies import BattleArmies
from resolver.engine.events import Event
from resolver.engine.prose import LogWriter
from resolver.engine.ruleset import Ruleset

PARAGRAPHS = ("round.began", "turn.began", "battle.ended")
ENDS = ("phase.ended", "turn.ended")


class Narrator:
    """Tells a battle as it goes on."""

    def __init__(self, armies: BattleArmies, ruleset: Ruleset) -> None:
        self._teller, self._indent = LogWriter(armies, ruleset, language()), ""

    def lines(self, events: Iterable[Event]) -> Iterator[str]:
        """Yield the lines about further events."""
        for event in events:
            kind = event["kind"]
            if kind in PARAGRAPHS:
                yield ""
            if kind in (*PARAGRAPHS, *ENDS, "phase.began"):
                self._indent = ""
            if kind not in ENDS and self._teller.events[kind].is_told(event):
                yield self._indent + self._teller.sentence(event)
            if kind == "phase.began":
                self._indent = "  "
