"""What an edition says about characteristics, as data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacteristicRules:
    """One edition.

    Args:
        stacked_strength: is a weapon's change ("+1", "x2") made to the current Strength of its bearer, after all changes of
            that? Else all of them are made together.
        chooses_toughness: does its player choose between the Toughnesses of equally many models of a unit? Else it is the
            higher one.
    """

    stacked_strength: bool
    chooses_toughness: bool
