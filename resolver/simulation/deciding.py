"""What decides battles: facts with which army A wins more often, or less often, than without them, beyond chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from resolver.simulation.intervals import beyond_chance, chance_of_difference
from resolver.simulation.totals import WIN, Key, Totals

LEAST = 10
"""Facts that were so, or were not so, in fewer games are not looked at."""


@dataclass(frozen=True, slots=True)
class Decisive:
    """A fact, in how many games it was so and how many of these A won, and the same of the games in which it was not.

    `fact` is its name with what it is about: an army or a unit, a marker, and the battle round.
    """

    fact: Key
    games: int
    won: int
    other_games: int
    other_won: int

    @property
    def share(self) -> float:
        """The share of games that A wins where it is so."""
        return self.won / self.games

    @property
    def other_share(self) -> float:
        """The share of games that A wins where it is not."""
        return self.other_won / self.other_games

    @property
    def difference(self) -> float:
        """By how much the share is larger where it is so."""
        return self.share - self.other_share

    def to_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        counts = {name: getattr(self, name) for name in ("games", "won", "other_games", "other_won")}
        shares = {name: round(getattr(self, name), 6) for name in ("share", "other_share", "difference")}
        return {"fact": self.fact[0], **_about(self.fact), **counts, **shares}


def decisive_facts(totals: Totals) -> list[Decisive]:
    """Return the facts that decide, those that do most first; of those alike but for the round, the clearest one."""
    facts = [fact for fact in _compare(totals) if min(fact.games, fact.other_games) >= LEAST]
    chances = [chance_of_difference((each.won, each.games), (each.other_won, each.other_games)) for each in facts]
    sure = [fact for fact, is_sure in zip(facts, beyond_chance(chances), strict=True) if is_sure]
    best: dict[Key, Decisive] = {}
    for fact in sorted(sure, key=lambda each: (-abs(each.difference), each.fact[-1] if _has_round(each.fact) else 0)):
        best.setdefault(fact.fact[:-1] if _has_round(fact.fact) else fact.fact, fact)
    return list(best.values())


def _compare(totals: Totals) -> list[Decisive]:
    so: Counter[Key] = Counter()
    won: Counter[Key] = Counter()
    for (*fact, result), number in totals.part("fact").items():
        so[tuple(fact)] += number
        won[tuple(fact)] += number if result == WIN else 0
    games, wins = totals.games, totals.games_ending(WIN)
    ordered = sorted(so, key=lambda fact: tuple(map(str, fact)))
    return [Decisive(fact, so[fact], won[fact], games - so[fact], wins - won[fact]) for fact in ordered]


def _has_round(fact: Key) -> bool:
    return fact[0] != "first"


def _about(fact: Key) -> Mapping[str, Any]:
    """Return what a fact is about, by name."""
    match fact:
        case ("first", army):
            return {"army": army}
        case ("ahead", army, number):
            return {"army": army, "round": number}
        case ("held", army, marker, number):
            return {"army": army, "marker": int(marker) + 1, "round": number}
        case (_, unit, number):
            return {"unit": unit, "round": number}
    raise ValueError(fact)
