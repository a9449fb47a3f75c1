"""Facts about two armies: their models, and who chose a sudden death objective without being outnumbered.

Sources: AOS-SUDDEN-01, AOS-SUDDEN-02.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from datasheets.evaluation.finding import Finding
from datasheets.systems import system
from datasheets.systems.numbers import is_outnumbered
from exports.document import RosterDocument
from resolver.engine.counted import counted_matchup, models_set_up
from resolver.engine.matchup import Matchup

OBJECTIVE = "sudden_death"


def matchup(documents: Sequence[RosterDocument], battle_size: str | None = None) -> Matchup:
    """Return the facts about two armies, with a warning for each objective that its army may not have.

    Raises:
        UnknownBattleSize: a battle size was asked for; this game has none.
    """
    facts = counted_matchup(documents, battle_size)
    armies = [document.army for document in documents]
    counts, game = models_set_up(armies), system(armies[0].system)
    wrong = (
        Finding(game.rule("sudden-death"), "matchup.no-sudden-death", "warning", (), theirs, own, {"army": army.name})
        for army, own, theirs in zip(armies, counts, reversed(counts), strict=True)
        if OBJECTIVE in army.agreed and not is_outnumbered(own, theirs, game)
    )
    return replace(facts, findings=(*facts.findings, *wrong))
