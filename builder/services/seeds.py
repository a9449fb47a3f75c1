"""What the dice of a battle come from: who names the seed, and how it is committed to until the battle is over.

Where two people play, the server draws the seed. It shows a digest of seed and salt from the start, and both at the end.
So nobody knows the dice to come, nobody can try all seeds that somebody may have thought of, and everybody can check that
none was changed.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from builder.services.errors import Invalid
from builder.services.playing import HUMAN
from builder.store.battles import BattleRow
from datasheets.problems import Problem
from datasheets.words import Message
from resolver.engine.game import seed_digest, seed_text
from resolver.engine.record import MOST_SEED

MOST_ALONE = 2**53 - 1
"""The largest seed that is drawn where people may want to type it again."""


@dataclass(frozen=True, slots=True)
class Commitment:
    """What may be known of a seed: its digest, and when the battle is over, seed, salt, and the text that was digested."""

    digest: str
    seed: int | None
    salt: str | None
    text: str


def commitment(row: BattleRow) -> Commitment:
    """Return what anybody may know of the seed of a battle."""
    digest = seed_digest(row.seed, row.salt)
    if row.outcome is None:
        return Commitment(digest, None, None, "")
    return Commitment(digest, row.seed, row.salt, seed_text(row.seed, row.salt))


def seed_for(players: Sequence[str], wanted: int | None) -> tuple[int, str]:
    """Return the seed and salt of a battle that these play.

    Raises:
        Invalid: two people play, and a seed is wanted.
    """
    if not is_between_people(players):
        return (secrets.randbelow(MOST_ALONE + 1) if wanted is None else wanted), ""
    if wanted is not None:
        raise Invalid((Problem("/seed", Message("error.seed-drawn")),))
    return draw()


def draw() -> tuple[int, str]:
    """Return a seed that nobody knows, and a salt that keeps it from being found by its digest."""
    return secrets.randbelow(MOST_SEED + 1), secrets.token_hex(16)


def is_between_people(players: Sequence[str]) -> bool:
    """Tell whether people play each other."""
    return sum(player == HUMAN for player in players) > 1
