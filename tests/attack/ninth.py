"""Odds by the rules of 9th edition, in which most examples are."""

from __future__ import annotations

from functools import partial

from resolver.army_odds import assault as assault_of
from resolver.odds import attack as attack_of
from resolver.odds import odds as odds_of

SYSTEM = "wh40k-9e"
odds, attack, assault = (partial(each, system=SYSTEM) for each in (odds_of, attack_of, assault_of))
