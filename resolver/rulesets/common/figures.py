"""What an edition says about characteristics, as data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """One edition.

    Args:
        never_below_1: characteristics of models that no modifier brings below 1; of others Attacks end at 0.
        toughness_instead: characteristics for which, where they are "-", the Toughness stands in, unmodified; others are
            none then, and an attack that needs one cannot be made.
        stacked_strength: is a weapon's change ("+1", "x2") made to the current Strength of its bearer, after all changes of
            that? Else all of them are made together.
        chooses_toughness: does its player choose between the Toughnesses of equally many models of a unit? Else it is the
            higher one.
        auras_add: does each of several auras with one name count? Else each of their parts counts once.
    """

    never_below_1: frozenset[str]
    toughness_instead: frozenset[str] = frozenset()
    stacked_strength: bool
    chooses_toughness: bool
    auras_add: bool
