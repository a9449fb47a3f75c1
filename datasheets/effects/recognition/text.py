"""The form in which texts are read: one kind of quotes, dashes and blanks, common slips of the pen mended, in sentences.

Sentences end with a full stop, a line or a bullet; one that begins with "Instead", "If you do", the result of a roll or "At
the end of one of your" phases belongs to the one before, and so does what is said of all "other targets" or of a mount. A
line that ends with a colon is the beginning of each bullet after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

MOST_LETTERS = 4000
"""Longer texts are not read."""
_SIGNS = str.maketrans(
    {
        "\u2018": "'",
        "\u2019": "'",
        "\u02bc": "'",
        "\u201c": '"',
        "\u201d": '"',
        "\u2033": '"',
        "\u2010": "-",
        "\u2011": "-",
        "\u2012": "-",
        "\u2013": "-",
        "\u2014": "-",
        "\u2212": "-",
        "\u00d7": "x",
        "\u00a0": " ",
        "\t": " ",
        "^": "",
        "*": "",
    }
)
SPELLING = {
    "addtition": "addition",
    "agianst": "against",
    "atatcks": "attacks",
    "atatck": "attack",
    "attakc": "attack",
    "attakcs": "attacks",
    "attck": "attack",
    "atttack": "attack",
    "attaack": "attack",
    "attacksc": "attacks",
    "additonal": "additional",
    "aicraft": "aircraft",
    "ballastic": "ballistic",
    "characterisitc": "characteristic",
    "characterisitcs": "characteristics",
    "charateristic": "characteristic",
    "eac": "each",
    "exlcusing": "excluding",
    "friendy": "friendly",
    "ht": "hit",
    "htis": "this",
    "ith": "with",
    "innicts": "inflicts",
    "invulnerabe": "invulnerable",
    "invulneralbe": "invulnerable",
    "minmum": "minimum",
    "previus": "previous",
    "reroll": "re-roll",
    "shruken": "shuriken",
    "subrtact": "subtract",
    "sucessful": "successful",
    "sucessfully": "successfully",
    "targerts": "targets",
    "tiem": "time",
    "tihs": "this",
    "traget": "target",
    "umodified": "unmodified",
    "wepaon": "weapon",
    "wit": "with",
    "whilst": "while",
}
"""Words that are written so in published data, and what they stand for."""
_WORD = re.compile(r"[A-Za-z]+")
_PAGE = re.compile(r"(?:(?<!\s)\s++)?\((?:see\s[^()]*+|(?:pg?|pp|page)\.?\s?\d++)\)", re.IGNORECASE)
_RUN_TOGETHER = re.compile(r"(?<=[A-Za-z])(,)(?=[A-Za-z])|(?<=[a-z])(\.)(?=[A-Za-z])|(?<=[0-9])(?=(?:is|and|to)\b)")
_BULLET = re.compile(r"^\s*(?:[-\u2022\u25aa\u25cf\u00b7]+|\d+[.)])\s*(?=\S)")
_INSTEAD = re.compile(r"\.\s+Instead,?(?=\s)")
_THEREFORE = re.compile(r"(?<=[a-z0-9])\.\s+(?=(?:On an? [2-6]\+?|If you do(?: so)?|At the end of (?:any|one) of your),?\s)")
_OTHERS = re.compile(r"\.\s+(?=Subtract \d from [^.]{1,60} against (?:all )?other targets)")
_MOUNTS = re.compile(r"(?<=its mount)\.\s+(?=Make )")
_ADDED = re.compile(r"\.\s+(?=This is in addition to the bearer's attacks)")
_LINE_END = re.compile(r"(?<!\s)[^\S\n]*+\n\s*+(?=[A-Z]|[-\u2022\u25aa\u25cf\u00b7]|\d++[.)])")
_STOP = re.compile(r"(?:(?<=[a-z0-9+\")][.!])|(?<=FLY\.))\s+(?=[A-Z])")


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, without their full stops; none for "" and "-"."""
    found = [part for line in _lines(plain(text)) for part in _STOP.split(line)]
    return [sentence for sentence in (part.strip().rstrip(".").strip() for part in found) if sentence.strip("-")]


def plain(text: str) -> str:
    """Return a text with one kind of quotes, dashes and blanks, without references to pages, and spelt as meant."""
    shown = _PAGE.sub("", text.translate(_SIGNS))
    shown = _WORD.sub(lambda word: _correct_spelling(word[0]), shown)
    shown = _INSTEAD.sub(", instead", shown)
    shown = _THEREFORE.sub("; ", shown)
    shown = _ADDED.sub("; ", _MOUNTS.sub("; ", _OTHERS.sub("; ", shown)))
    shown = _RUN_TOGETHER.sub(lambda found: f"{found[1] or found[2] or ''} ", shown)
    shown = re.sub(r"(?<=[a-z])\(", " (", shown)
    return re.sub(r"(?<!\s)\s++(?=[,.;:])", "", re.sub(r"[ \r]+", " ", shown)).strip()


def _correct_spelling(word: str) -> str:
    meant = SPELLING.get(word.lower(), word)
    return meant.capitalize() if meant != word and word[0].isupper() else meant


def _lines(text: str) -> Iterator[str]:
    """Lines, those that only break a sentence joined; what ends with a colon is said before each bullet after it."""
    heading, said = "", True
    for line in _LINE_END.split(text):
        joined = " ".join(line.split())
        bullet = _BULLET.sub("", joined)
        if bullet.endswith(":"):
            if not said:
                yield heading
            *before, heading = _STOP.split(bullet)
            yield from before
            said = False
        elif heading and bullet != joined:
            yield f"{heading[:-1]}, {bullet[0].lower()}{bullet[1:]}"
            said = True
        elif bullet:
            if not said:
                yield heading
            heading, said = "", True
            yield bullet
    if not said:
        yield heading
