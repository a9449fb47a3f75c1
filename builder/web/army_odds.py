"""What two armies do to each other, as the match-up page shows it where that is asked for: `odds=1`, `ranges`, `fight`."""

from __future__ import annotations

import re

from builder.api.current import services
from builder.services.armies import Source
from builder.services.errors import Invalid
from builder.services.odds import ArmyOddsAnswer
from builder.web.queries import query_text
from datasheets.problems import Problem
from datasheets.words import Message

MOST_RANGES, FURTHEST = 6, 1000.0
NUMBER = re.compile(r"[0-9]{1,4}([.,][0-9]{1,2})?")


def asked_odds(a: str, b: str) -> ArmyOddsAnswer | None:
    """Return the odds of two rosters on the terms of the query, None where nobody asks.

    Raises:
        Invalid: the ranges are none, or what `AttackOdds.of_armies` refuses.
    """
    if not query_text("odds"):
        return None
    ranges = _ranges(query_text("ranges"))
    fighting = True if query_text("fight") else None
    return services().odds.of_armies(Source(roster=a), Source(roster=b), ranges=ranges, fighting=fighting)


def _ranges(written: str) -> list[float]:
    words = written.split()
    numbers = [float(word.replace(",", ".")) for word in words if NUMBER.fullmatch(word)]
    if len(numbers) < len(words) or len(numbers) > MOST_RANGES or any(number > FURTHEST for number in numbers):
        raise Invalid((Problem("/ranges", Message("error.odds.ranges", {"most": MOST_RANGES})),))
    return numbers
