"""An independent referee: reads the events of a battle and checks them against the ledger.

It shares no code with `resolver/`: own geometry, own reading of the roster documents, own rules; the state of the battle is
rebuilt from the events alone. An edition is a table of numbers and ledger ids and the checks that it takes (`wh40k_9e`,
`wh40k_8e`).

    referee(events, (a, b), mission) -> list of Finding(event number, ledger id, sentence)
    python -m tests.referee EVENTS.jsonl A.json B.json

What it does not check: that every decision was offered, or all that was legal; where dice come from (only that each shows a
face of a D6 and that there are as many as a roll needs); that a charge that is given up was impossible. Effects of abilities
are taken from the documents: those it can judge are checked exactly, those with conditions it cannot judge, or read out of
printed texts, widen what it accepts (`effects.found`: "perhaps").
"""

from tests.referee.judge import referee

__all__ = ["referee"]
