"""No text makes a regular expression of Muster go back and forth over it: its time grows as the text does, not squared.

A run tries a share of the expressions, drawn by the seed; `--whole` tries all.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import cycle
from random import Random
from typing import Any

import pytest

from datasheets.problems import DocumentError
from exports.lists.parse_list import looks_like_text_list, read_list
from tests.fuzz.patterns import Use, recognising, uses
from tests.fuzz.pumping import GROWTH, QUICK, Attack, attacks, slowest

TRIES = 4


def hard(use: Use) -> list[str]:
    """Return what of an expression takes too long, with a text that shows it."""
    return [f"{use.where}.{asked}: {found}" for asked in sorted(use.asked) if (found := first(use.pattern, asked))]


def first(pattern: re.Pattern[Any], asked: str) -> Attack | None:
    """Return a text that takes too long."""
    ask = method(pattern, asked)
    return next((each for each in attacks(pattern) if takes_too_long(ask, each)), None)


def takes_too_long(ask: Callable[[str], Any], attack: Attack, quick: float = QUICK) -> bool:
    """Tell whether it does whenever it is tried: a machine that does something else is slow once."""
    return all(slowest(ask, attack, quick) > GROWTH for _ in range(TRIES))


def method(pattern: re.Pattern[Any], asked: str) -> Callable[[str], Any]:
    """Return what is measured: a search goes on to the end of the text."""

    def ask(text: str) -> object:
        given = text.encode() if isinstance(pattern.pattern, bytes) else text
        return deque(pattern.finditer(given), 0) if asked == "search" else getattr(pattern, asked)(given)

    return ask


@pytest.mark.slow
def test_every_expression_takes_time_that_grows_as_the_text_does(rng: Random, whole: bool) -> None:
    reading = set(recognising())
    own = [use for use in dict.fromkeys(uses()) if use not in reading]
    assert len(own) > 140
    assert not [found for use in (own if whole else rng.sample(own, 6)) for found in hard(use)]


@pytest.mark.slow
def test_what_reads_abilities_does_too(rng: Random, whole: bool) -> None:
    reading = [*dict.fromkeys(recognising())]
    assert len(reading) > 300
    assert not [found for use in (reading if whole else rng.sample(reading, 20)) for found in hard(use)]


HEADS = (
    "++ Patrol Detachment (Tin Host) [5 PL] ++\n",
    "== Patrol DETACHMENT : Tin Host (0 CP) [5 PL] ==\nHQ 1 : Captain [5 PL]\n",
    "Host\nSystem\n\nHost\nCheck code 7K2QH-9XRTM\n",
)


@pytest.mark.slow
def test_a_line_of_a_list_is_read_in_time_that_grows_as_it_does(rng: Random, whole: bool) -> None:
    """What is done with a line beside matching it counts too: looking at each of its brackets, items, words."""
    lists = [use for use in uses() if use.where.startswith("exports.lists") and isinstance(use.pattern.pattern, str)]
    texts = dict.fromkeys(replace(each, tail="!") for use in lists for each in attacks(use.pattern) if not each.tail)
    every = zip(texts if whole else rng.sample([*texts], 8), cycle(HEADS), strict=False)
    for head in HEADS:  # what is read once for all texts, as the words of every language, counts for none
        reading(head)("Agreed: a, b; c")
    hard = [(head, each) for each, head in every if takes_too_long(reading(head), each, READING)]
    assert len(texts) > 200
    assert not hard


READING = 1e-6
"""Seconds for each letter of a line; reading one looks at each letter a hundred times."""


def reading(head: str) -> Callable[[str], object]:
    def read(line: str) -> object:
        data = (head + "".join(letter for letter in line if letter >= " ")).encode()
        with suppress(DocumentError):
            read_list(data, "list")
        return looks_like_text_list(data)

    return read


@pytest.mark.slow
@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("source", "asked"),
    [
        (r"(?P<name>.+?)\s*:\s*(?P<of>.+?)\s*==", "fullmatch"),
        (r"\s*,", "search"),
        (r"(a|a)*b", "fullmatch"),
        (r"(?:\w+ ?)*:", "match"),
        (r"\(.*\)", "search"),
    ],
)
def test_one_that_goes_back_is_found(source: str, asked: str) -> None:
    assert first(re.compile(source), asked)


@pytest.mark.parametrize("source", [r"(?P<name>[^:]++):", r"(?:(?<!\s)\s++)?,\s*+", r"[a-z]+(-[a-z]+)*", r"(.*)#\d{1,4}"])
def test_one_that_does_not_is_not(source: str) -> None:
    assert not first(re.compile(source), "fullmatch")
