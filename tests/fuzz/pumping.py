"""Texts that are hard for a regular expression, made from the expression itself, and how its time grows with them.

A text is what the expression matches up to one of its repeats, then a piece that the repeat or a neighbour takes, over and
over, then what fits nowhere. An expression that goes back over such a text needs its time squared or worse.
"""

from __future__ import annotations

import gc
import re
import re._constants as sre  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

MANY = 20
"""A repeat of more is one that a hostile text can fill."""
MOST_PIECES = 14
TAILS = ("", "\n\x00")
LETTERS = ' a1AZ-+.,:;([{<"x5\t\n\x00é'
REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)
SHORT, LONG, GROWTH = 1_000, 4_000, 8.0
"""Letters of the texts, and how much longer four times as many may take: four times, and what a busy machine adds."""
QUICK = 100e-9
"""Seconds a letter that only an expression can keep which looks at each letter a few times."""

Method = Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class Attack:
    """A text for a repeat: `start`, `piece` over and over, `tail`."""

    start: str
    piece: str
    tail: str

    def text(self, length: int) -> str:
        """Return it with about so many letters."""
        return self.start + self.piece * (length // len(self.piece)) + self.tail


def attacks(pattern: re.Pattern[Any]) -> Iterator[Attack]:
    """Yield the texts for every repeat of an expression."""
    source = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    tree = parser.parse(source, pattern.flags & ~re.UNICODE if isinstance(pattern.pattern, bytes) else pattern.flags)
    atoms = list(dict.fromkeys([" ", *_atoms(tree)]))[:MOST_PIECES]
    seen = set[Attack]()
    for start, body in _repeats(tree, ""):
        for piece in dict.fromkeys(
            (*body, *(each + " " for each in body), *atoms, start[-40:], " " + start[-40:], start + body[0])
        ):
            for tail in TAILS if piece else ():
                attack = Attack(start, piece, tail)
                if attack not in seen:
                    seen.add(attack)
                    yield attack


def slowest(method: Method, attack: Attack, quick: float = QUICK) -> float:
    """Return how much longer a text of `LONG` takes than one of `SHORT`: four times, where time grows linearly.

    Begins with small texts, so that an expression whose time doubles with each letter is found and not waited for.
    """
    before = _seconds(method, attack.text(12), 1)
    for length in (16, 20, 24, 28, 32, 64, 250):
        spent = _seconds(method, attack.text(length), 1)
        if spent > max(0.005, 4 * before) and _seconds(method, attack.text(length), 3) > max(0.005, 4 * before):
            return float("inf")
        before = max(spent, 1e-4)
    if _seconds(method, attack.text(SHORT), 1) < quick * SHORT:
        return 1.0
    return _seconds(method, attack.text(LONG), 3) / _seconds(method, attack.text(SHORT), 5)


def _seconds(method: Method, text: str, runs: int) -> float:
    """Return the least time of this thread that a match took; none of it goes to collecting what others left."""
    found = []
    gc.disable()
    try:
        for _ in range(runs):
            start = time.thread_time()
            method(text)
            found.append(time.thread_time() - start)
    finally:
        gc.enable()
    return max(min(found), 1e-7)


def _repeats(tree: Any, start: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield for each long repeat the text that leads to it, and what its body takes."""
    for op, value in tree:
        if op in REPEATS:
            _, most, body = value
            if most is sre.MAXREPEAT or most > MANY:
                yield start, tuple(dict.fromkeys(filter(None, _witnesses(body)))) or ("a",)
            yield from _repeats(body, start)
        elif op is sre.BRANCH:
            for branch in value[1]:
                yield from _repeats(branch, start)
        elif op is sre.SUBPATTERN:
            yield from _repeats(value[-1], start)
        elif op is sre.ATOMIC_GROUP:
            yield from _repeats(value, start)
        elif op in (sre.ASSERT, sre.ASSERT_NOT):
            yield from _repeats(value[1], start)
        start += _witness([(op, value)])


def _witnesses(tree: Any) -> list[str]:
    """Return texts that a part takes: with each of its first branches."""
    for op, value in tree:
        if op is sre.BRANCH:
            return [_witness(branch) for branch in value[1]][:6]
        if op is sre.SUBPATTERN:
            return [_witness(tree), *_witnesses(value[-1])]
        if op is sre.IN:
            return list(_letters(value))[:6]
    return [_witness(tree)]


def _witness(tree: Any) -> str:
    """Return a short text that a part takes, or nearly."""
    return "".join(_one(op, value) for op, value in tree)


def _one(op: Any, value: Any) -> str:
    if op is sre.LITERAL:
        return chr(value)
    if op is sre.NOT_LITERAL:
        return "a" if chr(value) != "a" else "b"
    if op is sre.ANY:
        return "a"
    if op is sre.IN:
        return next(_letters(value), "a")
    if op is sre.BRANCH:
        return _witness(value[1][0])
    if op is sre.SUBPATTERN:
        return _witness(value[-1])
    if op is sre.ATOMIC_GROUP:
        return _witness(value)
    if op in REPEATS:
        return _witness(value[2]) * min(value[0], 5)
    return ""


def _letters(value: Any) -> Iterator[str]:
    """Yield letters of a class, at least one where there is one."""
    own = [chr(part) for op, part in value if op is sre.LITERAL]
    own += [chr(part[0]) for op, part in value if op is sre.RANGE]
    shown = re.compile(_class(value), re.DOTALL)
    yield from (letter for letter in dict.fromkeys((*LETTERS, *own)) if shown.fullmatch(letter))


CATEGORIES = {
    sre.CATEGORY_DIGIT: r"\d",
    sre.CATEGORY_NOT_DIGIT: r"\D",
    sre.CATEGORY_SPACE: r"\s",
    sre.CATEGORY_NOT_SPACE: r"\S",
    sre.CATEGORY_WORD: r"\w",
    sre.CATEGORY_NOT_WORD: r"\W",
}


def _class(value: Any) -> str:
    shown = ""
    for op, part in value:
        if op is sre.NEGATE:
            shown += "^"
        elif op is sre.LITERAL:
            shown += re.escape(chr(part))
        elif op is sre.RANGE:
            shown += re.escape(chr(part[0])) + "-" + re.escape(chr(part[1]))
        else:
            shown += CATEGORIES[part]
    return f"[{shown}]"


def _atoms(tree: Any) -> Iterator[str]:
    """Yield a letter for each place of an expression that takes one."""
    for op, value in tree:
        if op in (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN):
            yield _one(op, value)
        elif op in REPEATS:
            yield from _atoms(value[2])
        elif op is sre.BRANCH:
            for branch in value[1]:
                yield from _atoms(branch)
        elif op is sre.SUBPATTERN:
            yield from _atoms(value[-1])
        elif op is sre.ATOMIC_GROUP:
            yield from _atoms(value)
        elif op in (sre.ASSERT, sre.ASSERT_NOT):
            yield from _atoms(value[1])
