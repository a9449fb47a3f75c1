"""Texts of imported data as a document may hold them: without the letters that it refuses, and not too long."""

from __future__ import annotations

import re
from functools import lru_cache

from datasheets.markup import strip_marks, without_markup
from exports.document.fields import Wording

LONGEST_LINE, LONGEST_PROSE = 500, 20_000
MOST_READ = 4_000  # letters of what becomes one line
MOST_KEPT = 5_000  # lines that are not cleaned again: names of real data come back for every unit and every page
COMMA = re.compile(r" ,(?! )")
_LINE, _PROSE = re.compile(Wording().refused), re.compile(Wording(lines=True).refused)


@lru_cache(MOST_KEPT)
def line(text: str) -> str:
    """Return a name as one line, without its author's marks."""
    return _LINE.sub("", strip_marks(" ".join(text[:MOST_READ].split())))[:LONGEST_LINE]


@lru_cache(MOST_KEPT)
def value(text: str) -> str:
    """Return a printed value as one line; signs in front belong to it."""
    return _LINE.sub("", " ".join(text[:MOST_READ].split()))[:LONGEST_LINE]


def prose(text: str) -> str:
    """Return a text of several lines; no blank stands before a comma, as modifiers that append one leave it."""
    lines = (" ".join(each.split()) for each in without_markup(text).replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    return _PROSE.sub("", COMMA.sub(", ", "\n".join(lines))).strip()[:LONGEST_PROSE]


def phrases(text: str) -> str:
    """Return a text of several lines in which no phrase between commas stands twice on a line."""
    return "\n".join(map(_phrases_once, prose(text).split("\n")))


def _phrases_once(line: str) -> str:
    said = line.split(", ")
    return ", ".join(dict.fromkeys(said)) if len(set(said)) < len(said) else line


def clean_line(text: str) -> str:
    """Return a text that is kept as it stands, but for the letters that a document refuses."""
    return _LINE.sub("", text)[:LONGEST_LINE]
