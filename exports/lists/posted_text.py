"""The texts in which Muster writes rosters for people, as a listed army: posted to Discord, Reddit and forums, or plain.

    ## First Host
    Warhammer 40,000 9th edition
    Power Level 12, 2 units, 11 models

    ### Sunward Host
    **Host Guard “First Lamp”** (Power Rating 5, Warlord)
    - 9 Host Guard: Day rifle, 2 Flare charges
    - 1 Host Sergeant: Sunblade
    - \\<LODGE\\>: HIGH NOON

    Check code 7K2QH-9XRTM

In whatever language it is; in parts, in any order, as long as all are there. It names every model and what that carries,
what the player stated, names and notes; not what else was chosen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from datasheets.problems import document_error
from datasheets.words import Message
from exports.lists import lines
from exports.lists.battlescribe_text import TITLED
from exports.lists.listed import ListedArmy, ListedForce, ListedSelection, ListedStatement, StatedCost
from exports.lists.markup import Lines, Token, tokens
from exports.lists.sentences import Sentences, sentences_of
from exports.lists.wording import one_line
from exports.text.messages import WIDEST
from exports.text.wording import FROM, detachments

FORMAT = "posted-text"
BRACKETS = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]")
GROUP = re.compile(r"(?P<number>\d{1,4}) (?P<name>\S.*)")
NOTHING = "–"
FLOWING = WIDEST // 2
"""A line of at least so many letters may go on in the next one."""


def is_posted_text(written: Sequence[str]) -> bool:
    """Say whether lines look like it: some line states a check code as Muster does."""
    return sentences_of(written) is not None


def read_posted_text(written: Sequence[str]) -> ListedArmy:
    """Return the army of such a text, given as its lines.

    Raises:
        DocumentError: some part of it is missing.
    """
    sentences = sentences_of(written)
    if sentences is None:
        raise ValueError("these lines state no check code")
    return _PostReader(sentences).army(_in_order(written, sentences))


def _in_order(written: Sequence[str], sentences: Sentences) -> Lines:
    """Return the lines of all parts with their numbers, in the order of the parts."""
    parts: dict[int, list[tuple[int, str]]] = {}
    count, here = 0, 0
    for place, line in enumerate(written, 1):
        if found := sentences.part.fullmatch(line.strip()):
            here, count = int(found["number"]), int(found["count"])
        else:
            parts.setdefault(here, []).append((place, line))
    missing = [number for number in range(1, min(count, len(written)) + 1) if number not in parts]
    if missing:
        raise document_error("", Message("list.parts", {"count": count, "missing": missing[:5]}))
    return [line for number in sorted(parts) for line in parts[number]]


@dataclass(slots=True)
class _Unit:
    listed: ListedSelection
    groups: list[ListedSelection] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    is_flowing: bool = False

    @property
    def is_setting(self) -> bool:
        """Whether it is what is set in the data: it costs nothing, and has no models."""
        return not self.listed.costs and not any(each.type for each in self.groups)

    def build(self) -> ListedSelection:
        return replace(self.listed, selections=tuple(self.groups), note="\n".join(self.notes))


def _in_order_of_data(units: Iterable[_Unit]) -> Iterator[ListedSelection]:
    """Yield what a force has as rosters have it: what is set first. Texts have it last, for whoever reads them."""
    return (each.build() for each in sorted(units, key=lambda unit: not unit.is_setting))


class _PostReader:
    def __init__(self, sentences: Sentences) -> None:
        self.sentences = sentences
        self.name = ""
        self.head: list[str] = []
        self.forces: list[tuple[ListedForce, list[_Unit]]] = []

    def army(self, written: Lines) -> ListedArmy:
        """Return the army of all lines."""
        lines = [(place, line) for place, line in written if not self.sentences.check_code.fullmatch(_bare(line))]
        for token in tokens(lines, lambda behind: self._behind(behind) is not None):
            self._take(replace(token, text=one_line(token.text), behind=one_line(token.behind)))
        system, *rest = self.head or [""]
        limits = {line: costs for line in rest if (costs := self._limits(line))}
        agreed = {line: found for line in rest if (found := self.sentences.agreement(line))}
        said = {*limits, *agreed}
        totals = [line for line in rest if line not in said and self._totals(line) is not None]
        forces = detachments([force.name for force, _ in self.forces])
        return ListedArmy(
            format=FORMAT,
            name="" if self.name == NOTHING else self.name,
            complete=False,
            outfitted=True,
            whole=True,
            system_name=system,
            note="\n".join(line for line in rest if line not in totals and line not in said and line != forces),
            costs=tuple(cost for line in totals for cost in self._totals(line) or ()),
            limits=tuple(cost for costs in limits.values() for cost in costs),
            agreed=tuple(agreed.values()),
            forces=tuple(replace(force, selections=tuple(_in_order_of_data(units))) for force, units in self.forces),
        )

    def _take(self, token: Token) -> None:
        if token.kind == "title" and not self.name:
            self.name = token.text
        elif token.kind == "heading":
            name, _, catalogue = token.text.partition(FROM)
            force = ListedForce(name=name, title=name, catalogue_name=catalogue, place=token.place)
            self.forces.append((force, []))
        elif token.kind == "unit":
            self._unit(token)
        elif self.forces and self.forces[-1][1]:
            self._below(self.forces[-1][1][-1], token)
        else:
            self.head.append(token.text)

    def _unit(self, token: Token) -> None:
        if not self.forces:
            self.forces.append((ListedForce(place=token.place), []))
        costs, stated = self._behind(token.behind) or ((), ())
        titled = TITLED.fullmatch(token.text)
        name, title = (titled["name"], titled["title"]) if titled else (token.text, "")
        name, colon, options = (name, "", "") if token.behind else name.partition(": ")
        stated = tuple(replace(each, place=token.place) for each in stated)
        made = ListedSelection(name, title=title, costs=costs, unfolded=True, place=token.place, stated=stated)
        unit = _Unit(made)
        unit.groups += _things(options, token.place) if colon else ()
        self.forces[-1][1].append(unit)

    def _below(self, unit: _Unit, token: Token) -> None:
        """Take a line that stands below a unit: models, what was stated, a note."""
        group = GROUP.fullmatch(token.text)
        if statement := self.sentences.statement(token.text, token.place):
            unit.listed = replace(unit.listed, stated=(*unit.listed.stated, statement))
        elif (also := self.sentences.chosen.fullmatch(token.text)) and not unit.notes:
            unit.groups += _things(also["things"], token.place)
        elif self.sentences.powers.fullmatch(token.text) and not unit.notes:
            return  # what a unit knows anyway says its datasheet
        elif group and not unit.notes:
            name, colon, carried = group["name"].partition(": ")
            number = int(group["number"])
            things = tuple(_things(carried, token.place, number)) if colon else ()
            made = ListedSelection(name, number, type="model", unfolded=True, place=token.place, selections=things)
            unit.groups.append(made)
        elif unit.is_flowing and unit.groups and not unit.notes:
            last = unit.groups[-1]
            more = tuple(_things(token.text, token.place, last.number))
            unit.groups[-1] = replace(last, selections=(*last.selections, *more))
        elif unit.is_setting and not unit.listed.stated:
            unit.groups += _things(token.text, token.place)  # a setting and its options
        else:
            unit.notes.append(token.text)
        unit.is_flowing = len(token.text) >= FLOWING

    def _behind(self, text: str) -> tuple[tuple[StatedCost, ...], tuple[ListedStatement, ...]] | None:
        """Return the costs and tags in the brackets behind a unit's name; None where something else stands there."""
        if not text.strip() or BRACKETS.sub("", text).strip():
            return None
        costs: list[StatedCost] = []
        stated: list[ListedStatement] = []
        for found in BRACKETS.finditer(text):
            for piece in (found[1] or found[2] or "").split(", "):
                if tag := self.sentences.tag(piece):
                    stated.append(tag)
                elif cost := self._amount(piece):
                    costs.append(cost)
                else:
                    return None
        return tuple(costs), tuple(stated)

    def _amount(self, text: str) -> StatedCost | None:
        found = self.sentences.amount.fullmatch(text)
        return StatedCost(self.sentences.game(found["name"]), Decimal(found["value"].replace(",", "."))) if found else None

    def _limits(self, line: str) -> list[StatedCost]:
        """Return the limits in a line of the head, nothing where it is none of limits."""
        found = self.sentences.limit.fullmatch(line)
        return (self._totals(found["costs"]) or []) if found else []

    def _totals(self, line: str) -> list[StatedCost] | None:
        """Return the totals in a line of the head, None where it is none of totals and numbers of units and models."""
        found = [(piece, self._amount(piece)) for piece in line.split(", ")]
        if any(cost is None and not self.sentences.count.fullmatch(piece) for piece, cost in found):
            return None
        return [cost for piece, cost in found if cost and not self.sentences.count.fullmatch(piece)]


def _things(text: str, place: int, models: int = 1) -> Iterator[ListedSelection]:
    """Yield what each of some models carries, with the number for all of them."""
    for item in lines.items(text):
        if item:
            number, name = lines.split_count(item)
            yield ListedSelection(name, number * models, unfolded=True, place=place)


def _bare(line: str) -> str:
    """Return a line without the blanks and signs that a place shows it with."""
    return line.replace("\u200b", "").strip().strip("\\*_ ")
