"""A simulation's answer in words: who wins how often, and what decides it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from datasheets.words import say

VERDICT_ARMY = {"a": 0, "b": 1}


def verdict_line(found: Mapping[str, Any], armies: Sequence[str], language: str = "en") -> str:
    """Return the answer as one sentence; `armies` are the names of A and B."""
    games = found["games"]
    if not games:
        return say("simulation.verdict.none", {}, language)
    place = VERDICT_ARMY.get(found["verdict"], int(found["wins"][1] > found["wins"][0]))
    values = {
        "army": armies[place],
        "enemy": armies[1 - place],
        "won": percent(found["wins"][place] / games),
        "lost": percent(found["wins"][1 - place] / games),
        "games": games,
    }
    code = "ahead" if found["verdict"] in VERDICT_ARMY else found["verdict"]
    return say(f"simulation.verdict.{code}", values, language)


def interval_line(found: Mapping[str, Any], armies: Sequence[str], language: str = "en") -> str:
    """Return how sure the share of A's wins is, as one sentence."""
    low, high = found["interval_95"]
    values = {"army": armies[0], "low": percent(low), "high": percent(high), "games": found["games"]}
    return say("simulation.interval", values, language)


def fact_line(fact: Mapping[str, Any], units: Mapping[str, str], armies: Sequence[str], language: str = "en") -> str:
    """Return a fact as a phrase: "Host Guard alive after round 2"; `units` are the names of units by their keys."""
    army = armies[VERDICT_ARMY[fact["army"]]] if "army" in fact else ""
    values = {**fact, "unit": units.get(fact.get("unit", ""), ""), "army": army}
    return say(f"simulation.fact.{fact['fact']}", values, language)


def decisive_lines(
    found: Mapping[str, Any], units: Mapping[str, str], armies: Sequence[str], language: str = "en"
) -> Iterator[tuple[str, str, int]]:
    """Yield what decides: the fact, a sentence about how often A wins with and without it, the difference in points."""
    for fact in found["decides"]:
        values = {"army": armies[0], "share": percent(fact["share"]), "other": percent(fact["other_share"])}
        difference = round(100 * fact["difference"])
        yield fact_line(fact, units, armies, language), say("simulation.decides", values, language), difference


def percent(share: float) -> int:
    """Return a share in percent, rounded."""
    return round(100 * share)
