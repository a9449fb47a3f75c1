"""`Descriptor`: what a system brings to battles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from exports.document import RosterDocument
from resolver.engine.duel import Duel
from resolver.engine.matchup import Matchup
from resolver.engine.ruleset import Ruleset
from resolver.engine.summary import PLAIN, Summary


@dataclass(frozen=True, slots=True, kw_only=True)
class Descriptor:
    """What a system brings to battles. It plays without whatever is left out.

    Args:
        ruleset: how battles go: steps, order of play, kinds of decisions and events, what options are worth.
        matchup: the facts about two armies; the second argument is the battle size that the players chose, None for none.
        summary: what pages show of a battle as it stands.
        duel: one unit against another, for odds.
    """

    ruleset: Ruleset
    matchup: Callable[[Sequence[RosterDocument], str | None], Matchup] | None = None
    summary: Summary = PLAIN
    duel: Duel | None = None
