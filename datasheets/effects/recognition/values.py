"""What patterns may catch, and the value that each stands for: numbers, dice, results, keywords.

A pattern is a regular expression in which `{n}` and its like stand for one of these; a digit behind the name tells several
apart. What is caught and has no value (a result of 7) makes the pattern not fit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
GENERAL = [
    "AIRCRAFT",
    "BEAST",
    "BEASTS",
    "BIKER",
    "BUILDING",
    "BUILDINGS",
    "CAVALRY",
    "CHARACTER",
    "CHARACTERS",
    "CORE",
    "DAEMON",
    "DAEMONS",
    "DREADNOUGHT",
    "FLY",
    "INFANTRY",
    "JETBIKE",
    "MONSTER",
    "MONSTERS",
    "PRIMARCH",
    "PSYKER",
    "PSYKERS",
    "SWARM",
    "SWARMS",
    "TERMINATOR",
    "TITANIC",
    "TRANSPORT",
    "VEHICLE",
    "VEHICLES",
    "WARLORD",
    "PRIMARIS",
    "PHOBOS",
    "KHORNE",
    "NURGLE",
    "SLAANESH",
    "TZEENTCH",
]
"""Keywords that may follow another one without anything between; no longer keyword ends with one."""
LONGER = [
    "ADEPTA SORORITAS",
    "ADEPTUS ASTARTES",
    "ADEPTUS CUSTODES",
    "ADEPTUS MECHANICUS",
    "ADEPTUS MINISTORUM",
    "ASTRA MILITARUM",
    "BLACK TEMPLARS",
    "BLOOD ANGELS",
    "CHAOS KNIGHTS",
    "CULT MECHANICUS",
    "DARK ANGELS",
    "DEATH GUARD",
    "EMPEROR'S CHILDREN",
    "GENESTEALER CULTS",
    "GREY KNIGHTS",
    "HERETIC ASTARTES",
    "IMPERIAL KNIGHTS",
    "IRON HANDS",
    "LEAGUES OF VOTANN",
    "LEGIONES DAEMONICA",
    "NIGHT LORDS",
    "RAVEN GUARD",
    "SPACE WOLVES",
    "T'AU EMPIRE",
    "THOUSAND SONS",
    "WHITE SCARS",
    "WORLD EATERS",
    "BEAST SNAGGA",
    "JUMP PACK",
]
"""Keywords of several words."""
OPEN = {
    *("CHAPTER", "CLAN", "CRAFTWORLD", "CULT", "DYNASTY", "HOUSEHOLD", "KABAL"),
    *("LEGION", "MARK", "MASQUE", "ORDER", "ORDO", "REGIMENT", "SEPT"),
}
"""Words for which each army has its own keyword: published in angle brackets; without them nobody has them."""
_KEY = rf"(?><[A-Z' -]+>|(?:(?-i:{'|'.join(LONGER)}|(?!UNITS?\b|MODELS?\b)[A-Z][A-Z'-]+)|{'|'.join(GENERAL)})\b)"
_PHRASE = rf"{_KEY}(?:\s{_KEY}){{0,5}}"


class NoValue(ValueError):
    """What was caught means nothing here."""


@dataclass(frozen=True, slots=True)
class ValuePattern:
    """A kind of thing to catch: how it is written, and the value of it."""

    pattern: str
    value: Callable[[str], Any]


def number(text: str) -> str:
    """Return a number or dice expression as the vocabulary writes it: "1", "D3", "2D6+1"."""
    word = text.casefold()
    if word in NUMBERS:
        return str(NUMBERS[word])
    return re.sub(r"\s", "", text).upper()


def whole(text: str) -> int:
    """Return a number that is not rolled."""
    shown = number(text)
    if not shown.isdigit():
        raise NoValue(text)
    return int(shown)


def plain_number(text: str) -> str:
    """Return a number that is not rolled, as the vocabulary writes it."""
    return str(whole(text))


def lowest_roll(text: str) -> str:
    """Return the result that is needed: "6", "6+", "5-6" and "5 or more" are "6+", "6+", "5+" and "5+"."""
    least, most = text[0], re.search(r"[1-6]$", text[1:])
    if least not in "23456" or (text == least != "6") or (most is not None and most[0] != "6"):
        raise NoValue(text)
    return f"{least}+"


def faces(text: str) -> list[int]:
    """Return the unmodified results: "1" or "1 or 2"."""
    return [int(face) for face in re.findall(r"\d", text)]


def keywords(text: str) -> list[list[str]]:
    """Return alternatives ("A or B C"), each with the keywords that it needs.

    Where one keyword ends and the next begins is known of general ones only; else words may be one keyword that is unknown.
    """
    parts = re.split(r"(?:,? or (?:an? )?|, )", text)
    found = [[word.upper() for word in re.findall(_KEY, part, re.IGNORECASE)] for part in parts]
    if any(word not in GENERAL and not word.startswith("<") for words in found for word in words[1:]):
        raise NoValue(text)
    if any(word in OPEN for words in found for word in words):
        raise NoValue(text)
    return found


KINDS: Mapping[str, ValuePattern] = {
    "n": ValuePattern(r"(?:\d*d\d+(?:\s?\+\s?\d+)?|\d+|an?\b|one|two|three|four|five|six)", number),
    "i": ValuePattern(r"(?:\d+|an?\b|one|two|three|four|five|six)", whole),
    "fixed": ValuePattern(r"(?:\d+|an?\b|one|two|three|four|five|six)", plain_number),
    "needs": ValuePattern(r"[1-6](?:\+|\sor\s(?:more|higher|better)|\s?-\s?[1-6]|\sor\s[1-6])?", lowest_roll),
    "more": ValuePattern(r"[2-9]", lambda text: str(int(text) - 1)),
    "reach": ValuePattern(r"\d*d\d+|\d+", lambda text: int(text) if text.isdigit() else number(text)),
    "skill": ValuePattern(r"[2-6]\+", lambda text: text[0]),
    "save": ValuePattern(r"[2-6]\+", str),
    "faces": ValuePattern(r"[1-6](?:\sor\s[1-6])?", faces),
    "roll": ValuePattern(r"(?:hit|wound|would)", lambda text: "hit" if text.casefold() == "hit" else "wound"),
    "op": ValuePattern(r"(?:add|subtract)", str.casefold),
    "strength": ValuePattern(r"(?:x|\+)?\s?\d+", lambda text: text.replace(" ", "")),
    "ap": ValuePattern(r"-\s?\d", lambda text: text.replace(" ", "")),
    "keys": ValuePattern(rf"{_PHRASE}(?:(?:,? or (?:an? )?|, ){_PHRASE}){{0,8}}", keywords),
    "words": ValuePattern(r"[a-z][a-z' -]*?", str),
}
