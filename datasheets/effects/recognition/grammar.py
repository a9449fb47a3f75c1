"""How a sentence is read by tables of patterns: what it begins with, what it says, what it adds at the end.

A table has clauses, which say everything that is left, and openings and endings, behind or before which something is left.
A sentence is read when some way through the tables leaves nothing; "A and B" is both. Nothing is ever searched for within
a sentence. What a row gives is data with `{name}` where a caught value stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from datasheets.effects.recognition.values import KINDS, NoValue

Row = Mapping[str, Any]
Rows = Sequence[Row]
_SLOT = re.compile(r"\{([a-z]+)(\d?)\}")
_BRACKETS = re.compile(r"\\.|\[[^][]*\]|\([^()]*\)")
_OPTIONAL, _WORDS = re.compile(r".[?*{]"), re.compile(r"[a-z]{2,}")
MOST_JOINTS = 12
"""A sentence that may be divided at more places is not."""
MOST_TRIES = 500
"""A sentence of which so many parts were tried is not understood; the hardest of real data needs 29."""
_JOINTS = re.compile(r",? and,? |; |, ")


@dataclass(frozen=True, slots=True)
class Clause:
    """A pattern that says all that is left, and its effects. None: it is known to change nothing in a battle, `why`.

    `equal` names two values that must be the same; `given` are values that must have been caught before.
    """

    pattern: str
    effects: tuple[Row, ...] = ()
    why: str = ""
    equal: tuple[str, str] | None = None
    given: Row = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Opening:
    """A pattern with which something begins, and how the rest is read: in which table, under which conditions, to whom.

    `when` are conditions of all effects that follow; of `either`, lists of conditions that exclude each other, each makes
    effects of its own. `sets` are values for the templates of what follows.
    """

    pattern: str
    then: str = ""
    when: Rows = ()
    either: Sequence[Rows] = ()
    to: Row | None = None
    frame: Row = field(default_factory=dict)
    sets: Row = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ending:
    """A pattern with which a clause ends: conditions of its effects.

    After "A and B" it is of B. `alone`: there it might be of both, so the sentence is not understood.
    """

    pattern: str
    when: Rows = ()
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Rows that are tried in order."""

    clauses: tuple[Clause, ...] = ()
    openings: tuple[Opening, ...] = ()
    endings: tuple[Ending, ...] = ()

    def __add__(self, other: Table) -> Table:
        return Table(self.clauses + other.clauses, self.openings + other.openings, self.endings + other.endings)


Tables = Mapping[str, Table]


class _TooHard(Exception):
    """A sentence was tried as often as is bearable."""


@dataclass(slots=True)
class _Tries:
    """How often a part of one sentence may still be tried."""

    left: int = MOST_TRIES

    def spend(self) -> None:
        """Count one try; raises `_TooHard` where there is none left."""
        self.left -= 1
        if self.left < 0:
            raise _TooHard


@dataclass(frozen=True)
class _State:
    """What has been said so far. `ways` are alternatives of conditions, all of which are said.

    `joined`: what is left is a part of "A and B"; `single`: it must not be one.
    """

    values: Row = field(default_factory=dict)
    ways: tuple[tuple[Row, ...], ...] = ((),)
    to: Row | None = None
    frame: Row = field(default_factory=dict)
    joined: bool = False
    single: bool = False
    tries: _Tries = field(default_factory=_Tries)

    def after(self, row: Opening | Ending, caught: Row) -> _State:
        """Return the state when an opening or ending was read as well."""
        values = {**self.values, **caught}
        sets = _fill_row(row.sets, values) if isinstance(row, Opening) else {}
        either = (
            [list(row.when) + list(more) for more in row.either] if isinstance(row, Opening) and row.either else [row.when]
        )
        more = [tuple(_conditions(conditions, values)) for conditions in either]
        ways = tuple(way + added for way in self.ways for added in more)
        if isinstance(row, Ending):
            return replace(self, values=values, ways=ways)
        to = self.to if row.to is None else _fill_row(row.to, values)
        frame = {**self.frame, **_fill_row(row.frame, values)}
        return _State({**values, **sets}, ways, to, frame, self.joined, self.single, self.tries)


def read(sentence: str, tables: Tables, start: str) -> list[Row] | None:
    """Return the effects of a sentence, [] where it changes nothing in a battle; None where it is not understood."""
    try:
        return _read(sentence, tables, start, _State())
    except (RecursionError, _TooHard):
        return None


def _read(text: str, tables: Tables, name: str, state: _State) -> list[Row] | None:
    state.tries.spend()
    text = text.strip(" ,")
    table = tables[name]
    if not text:
        return None
    plain = _first((*table.clauses, *table.openings), text, tables, name, state)
    if plain is not None:
        return plain
    both = None if state.single else _both(text, tables, name, state)
    return _first(table.endings, text, tables, name, state) if both is None else both


def _first(
    rows: Sequence[Clause | Opening | Ending], text: str, tables: Tables, name: str, state: _State
) -> list[Row] | None:
    """Read a text by the first row by which it can be read."""
    letters = text.casefold()
    for row in rows:
        if not all(word in letters for word in words_of(row.pattern)):
            continue
        try:
            found = _row(row, text, tables, name, state)
        except NoValue:
            continue
        if found is not None:
            return found
    return None


def _row(row: Clause | Opening | Ending, text: str, tables: Tables, name: str, state: _State) -> list[Row] | None:
    """Read a text by one row; None where it does not fit, or leaves something that is not understood."""
    if isinstance(row, Clause):
        caught = _match_clause(row.pattern, text)
        if caught is None or (row.equal and caught[row.equal[0]] != caught[row.equal[1]]):
            return None
        if any(state.values.get(name) != value for name, value in row.given.items()):
            return None
        return _effects(row, replace(state, values={**state.values, **caught}))
    found = _match_opening(row.pattern, text) if isinstance(row, Opening) else _match_ending(row.pattern, text)
    if found is None or (isinstance(row, Ending) and row.alone and state.joined):
        return None
    then = row.then if isinstance(row, Opening) and row.then else name
    after = state.after(row, found[0])
    return _read(found[1], tables, then, replace(after, single=True) if isinstance(row, Ending) else after)


def _both(text: str, tables: Tables, name: str, state: _State) -> list[Row] | None:
    joints = list(_JOINTS.finditer(text))
    for joint in joints if len(joints) <= MOST_JOINTS else ():
        first = _read(text[: joint.start()], tables, name, replace(state, joined=True, single=True))
        if first is None:
            continue
        second = _read(text[joint.end() :], tables, name, replace(state, joined=True))
        if second is not None:
            return first + second
    return None


def _effects(clause: Clause, state: _State) -> list[Row]:
    made: list[Row] = []
    for template in clause.effects:
        filled = _fill_row({k: v for k, v in template.items() if k != "when"}, state.values)
        own = tuple(_conditions(template.get("when", ()), state.values))
        for way in state.ways:
            to = {"to": state.to} if state.to is not None and "to" not in filled else {}
            when = {"when": [*way, *own]} if way or own else {}
            made.append({**state.frame, **filled, **to, **when})
    return made


def _conditions(rows: Rows, values: Row) -> Iterable[Row]:
    """Fill in conditions. Keywords are alternatives: one needs all of its words, several must be one word each."""
    for row in rows:
        slot = _SLOT.fullmatch(row["keywords"]) if isinstance(row.get("keywords"), str) else None
        if slot is None:
            yield _fill_row(row, values)
            continue
        every: list[list[str]] = values[slot[1] + slot[2]]
        if len(every) > 1 and any(len(words) > 1 for words in every):
            raise NoValue(str(every))
        if len(every) == 1 and len(every[0]) > 1 and row.get("not"):
            raise NoValue(str(every))
        groups = [[word] for word in every[0]] if len(every) == 1 else [[words[0] for words in every]]
        for words in groups:
            yield {**row, "keywords": words}


def _fill_row(template: Row, values: Row) -> dict[str, Any]:
    return {key: _fill(value, values) for key, value in template.items()}


def _fill(value: Any, values: Row) -> Any:
    if isinstance(value, Mapping):
        return _fill_row(value, values)
    if isinstance(value, tuple | list):
        return [_fill(each, values) for each in value]
    if isinstance(value, str) and (slot := _SLOT.fullmatch(value)):
        return _flat(values[slot[1] + slot[2]])
    return _SLOT.sub(lambda slot: str(values[slot[1] + slot[2]]), value) if isinstance(value, str) else value


def _flat(value: Any) -> Any:
    """Of keywords only those of one alternative are a value."""
    if isinstance(value, list) and value and isinstance(value[0], list):
        if len(value) > 1:
            raise NoValue(str(value))
        return value[0]
    return value


def _match_clause(pattern: str, text: str) -> dict[str, Any] | None:
    found = compile_clause(pattern).fullmatch(text)
    return None if found is None else _values(found.groupdict())


def _match_opening(pattern: str, text: str) -> tuple[dict[str, Any], str] | None:
    """Return what an opening catches and what is left behind it; it ends where a word ends."""
    found = compile_opening(pattern).match(text)
    return None if found is None else (_values(found.groupdict()), text[found.end() :])


def _match_ending(pattern: str, text: str) -> tuple[dict[str, Any], str] | None:
    found = compile_ending(pattern).fullmatch(text)
    if found is None:
        return None
    return _values({key: value for key, value in found.groupdict().items() if key != "rest"}), found["rest"]


def _values(groups: Mapping[str, str | None]) -> dict[str, Any]:
    return {name: KINDS[name.rstrip("0123456789")].value(text) for name, text in groups.items() if text is not None}


@cache
def words_of(pattern: str) -> tuple[str, ...]:
    """Return words that every text has which a pattern fits, in small letters, the longest first: what no bracket is about.

    By them most patterns are seen not to fit before they are compiled, which takes milliseconds.
    """
    left = _SLOT.sub("#", pattern)
    while (outer := _BRACKETS.sub("#", left)) != left:
        left = outer
    if "|" in left:
        return ()
    found = set(_WORDS.findall(_OPTIONAL.sub("#", left).casefold()))
    return tuple(sorted(found, key=lambda word: (-len(word), word)))


def compile_opening(pattern: str) -> re.Pattern[str]:
    """Return the expression for what a text begins with; it ends where a word ends."""
    return compile_clause(rf"(?:{pattern})(?=[ ,])")


def compile_ending(pattern: str) -> re.Pattern[str]:
    """Return the expression for a text with an ending; `rest` is what stands before it."""
    return compile_clause(rf"(?P<rest>.+?),? (?:{pattern})")


@cache
def compile_clause(pattern: str) -> re.Pattern[str]:
    """Return the expression for a whole text, its slots filled with what their kinds take."""
    spaced = pattern.replace(" ", r"\s")
    shown = _SLOT.sub(lambda slot: f"(?P<{slot[1]}{slot[2]}>{KINDS[slot[1]].pattern})", spaced)
    return re.compile(shown, re.IGNORECASE)
