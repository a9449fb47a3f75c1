"""What the score of a game is called: victory points, or what the game's own words say."""

from __future__ import annotations

from collections.abc import Mapping

from datasheets.words import code_for, has_words, say
from resolver.engine.ruleset import Ruleset

VICTORY_POINTS = "victory-points"


def points_name(ruleset: Ruleset, language: str = "en") -> str:
    """Return what the score is called: the words of `battle.points.<counter>`, without such the counter's own name."""
    counter = ruleset.points[0]
    code = code_for(f"battle.points.{counter}", ruleset.id)
    name = say(code, language=language) if has_words(code) else counter.replace("-", " ")
    return name[:1].upper() + name[1:]


def say_points(ruleset: Ruleset, code: str, values: Mapping[str, object], language: str = "en") -> str:
    """Return a sentence about the score; of what is no victory points, the sentence `<code>.other` with its name."""
    if ruleset.points[0] == VICTORY_POINTS:
        return say(code, values, language)
    return say(f"{code}.other", {**values, "points": points_name(ruleset, language)}, language)
