"""The headline of a match-up: who is ahead and by what, from the games that were played of it; else who hits harder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.api.current import services
from builder.api.languages import language
from builder.services.odds import KeyOdds
from builder.services.simulations import MOST_SERVED
from builder.store.simulations import WAITING, SimulationRow
from builder.web.rendering import t
from exports.document import RosterDocument
from resolver.simulation.wording import interval_line, percent, verdict_line

QUICK, MORE, ALIKE = 60, 200, 3
"""So many games a quick simulation has, so many more are played on; shares that differ by less are alike."""


@dataclass(frozen=True, slots=True)
class Headline:
    """What the page says first, and what it rests on.

    `shares` are percent of games won by A, drawn, won by B, empty where none was played; `row` is the simulation.
    """

    sentence: str
    about: str
    shares: tuple[int, ...] = ()
    row: SimulationRow | None = None

    @property
    def waits(self) -> bool:
        """Whether games are being played."""
        return self.row is not None and self.row.state in WAITING

    @property
    def games(self) -> int:
        """How many games there would be if it was played on."""
        return min(MOST_SERVED, self.row.games + MORE) if self.row else QUICK


def headline_of(documents: Sequence[RosterDocument], key_odds: KeyOdds | None) -> Headline:
    """Return the headline of two armies, A first."""
    row = services().simulations.latest_of(documents)
    if row is None or not row.played:
        return _of_odds(documents, key_odds, row)
    found = services().simulations.read(row.id)
    answer, names = found.answer, [document.army.name for document in found.armies]
    won, lost, drawn = answer["wins"]
    if found.armies[0].digest != documents[0].digest:
        won, lost = lost, won
    shares = tuple(percent(number / answer["games"]) for number in (won, drawn, lost))
    verdict, interval = verdict_line(answer, names, language()), interval_line(answer, names, language())
    return Headline(verdict, interval, shares, row)


def _of_odds(documents: Sequence[RosterDocument], key_odds: KeyOdds | None, row: SimulationRow | None) -> Headline:
    unplayed = "" if row and row.state in WAITING else t("versus.unplayed")
    if key_odds is None:
        return Headline(t("versus.nobody-knows"), unplayed, row=row)
    names = [document.army.name for document in documents]
    taken, lost = percent(key_odds.there.strength), percent(key_odds.back.strength)
    harder = 0 if taken >= lost else 1
    values = {"army": names[harder], "enemy": names[1 - harder], "taken": max(taken, lost), "lost": min(taken, lost)}
    code = "alike" if abs(taken - lost) < ALIKE else "harder"
    return Headline(t(f"versus.{code}", **values), f"{t('versus.odds', **values)} {unplayed}".rstrip(), row=row)
