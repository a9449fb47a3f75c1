"""The plain text of BattleScribe and New Recruit as a listed army.

    ++ Patrol Detachment 0CP (Sunward Host) [12 PL, 230pts] ++
    + HQ +
    Captain [5 PL, 95pts]: Power sword, Warlord
    + Troops +
    Guard Squad [7 PL, 135pts]
    . 9x Guard: 9x Bolter
    . Guard Sergeant: Bolter, Plasma pistol
    ++ Total: [12 PL, 230pts] ++

Bullets say how deep a line stands; dots, other bullets and indents are understood, and headings in Markdown ("## HQ"). A
name may have a colon or a comma in it: what stands behind it is then read as items, and placing joins it again where the
catalogue has such a name. Muster writes what was stated about a unit in parentheses among its items,
and what was agreed at the end.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from exports.lists import lines
from exports.lists.listed import ListedArmy, ListedForce, ListedSelection, ListedStatement, StatedCost, Unread
from exports.lists.sentences import apart_statements, sentences
from exports.lists.wording import one_line

FORMAT = "battlescribe-text"
MUSTER = "Muster"
DEEPEST = 20
TITLE = re.compile(r"\+{3,}+\s*+(?P<inner>[^+\s](?:.*\S)?)\s*(?<!\+)\+{3,}+")
FORCE = re.compile(r"\+\+\s*+(?P<inner>[^+\s](?:.*\S)?)\s*\+\+(?P<costs>\s*+\[[^\[\]]*+\])?")
CATEGORY = re.compile(r"\+\s*+(?P<inner>[^+\s](?:.*\S)?)\s*\+")
MARKDOWN = re.compile(r"#{1,6}\s+")
TOTAL = re.compile(r"total(?:\s*:|(?=\s*\[))\s*", re.IGNORECASE)
STATEMENT = re.compile(r"\([^()]++\)")
LIMIT = re.compile(r"limit(?:\s*:|(?=\s*\[))\s*", re.IGNORECASE)
CREATED = re.compile(r"created (?:with|by) (?P<tool>.+)", re.IGNORECASE)
BRACKET = re.compile(r"\[(?P<inner>[^\[\]]*+)\]")
NAMED = re.compile(r"(?P<name>.*?)(?:(?<!\s)\s++)?\((?P<within>(?:[^()]++|\([^()]*+\))*+)\)")
TITLED = re.compile(r'(?P<name>\S.*?)(?<!\s)\s++["“](?P<title>[^"“”]++)["”]')


@dataclass(slots=True)
class _Node:
    """A selection while lines are still being added below it; `depth` by bullets."""

    depth: int
    listed: ListedSelection
    below: list[_Node] = field(default_factory=list)

    def build(self) -> ListedSelection:
        """Return it with all below it."""
        below = (*self.listed.selections, *(node.build() for node in self.below))
        return replace(self.listed, selections=below)


@dataclass(slots=True)
class _Force:
    listed: ListedForce
    roots: list[_Node] = field(default_factory=list)

    def build(self) -> ListedForce:
        return replace(self.listed, selections=tuple(node.build() for node in self.roots))


def read_battlescribe_text(written: list[str]) -> ListedArmy:
    """Return the army of a plain text, given as its lines."""
    return _BattlescribeReader().army(written)


def is_battlescribe_text(written: list[str]) -> bool:
    """Say whether lines look like it: some line is a heading between plus signs."""
    texts = (MARKDOWN.sub("", line.strip(), 1) for line in written)
    return any(FORCE.fullmatch(text) or CATEGORY.fullmatch(text) for text in texts)


class _BattlescribeReader:
    def __init__(self) -> None:
        self.name = self.system = self.tool = self.category = ""
        self.costs: tuple[StatedCost, ...] = ()
        self.limits: tuple[StatedCost, ...] = ()
        self.forces: list[_Force] = []
        self.open: list[_Node] = []
        self.unread: list[Unread] = []
        self.agreed: list[ListedStatement] = []

    def army(self, written: list[str]) -> ListedArmy:
        """Return the army of all lines."""
        for place, line in enumerate(map(one_line, written), 1):
            if line.strip():
                self._line(place, line.rstrip())
        forces = tuple(force.build() for force in self.forces)
        return ListedArmy(
            format=FORMAT,
            name=self.name,
            system_name=self.system,
            tool=self.tool,
            costs=self.costs,
            limits=self.limits,
            agreed=tuple(self.agreed),
            forces=tuple(map(_of_muster, forces)) if self.tool == MUSTER else forces,
            unread=tuple(self.unread),
        )

    def _line(self, place: int, line: str) -> None:
        text = line.strip()
        heads = MARKDOWN.match(text)
        text = text[heads.end() :] if heads else text
        if created := CREATED.fullmatch(text):
            self.tool = created["tool"]
        elif agreed := sentences("en").agreement(text, place):
            self.agreed.append(agreed)
        elif title := TITLE.fullmatch(text):
            self.name, self.system, self.costs = _heading(title["inner"])
        elif heading := FORCE.fullmatch(text):
            self._force(place, heading["inner"] + (heading["costs"] or ""))
        elif heads or CATEGORY.fullmatch(text):
            self.category, self.open = _heading(text.strip("+ "))[0], []
        elif (total := TOTAL.match(text)) and not (said := _heading(text[total.end() :]))[0] and said[2]:
            self.costs = said[2]  # without the pluses around it, as people type it
        elif not set(text) <= set("+=-_* "):
            self._selection(place, line)

    def _force(self, place: int, inner: str) -> None:
        if total := TOTAL.match(inner):
            self.costs = _heading(inner[total.end() :])[2] or self.costs
            return
        if limit := LIMIT.match(inner):
            self.limits = _heading(inner[limit.end() :])[2] or self.limits
            return
        name, catalogue, costs = _heading(inner)
        self.forces.append(_Force(ListedForce(name=name, catalogue_name=catalogue, costs=costs, place=place)))
        self.open, self.category = [], ""

    def _selection(self, place: int, line: str) -> None:
        depth, text = lines.split_bullet(line)
        depth = min(depth, DEEPEST)
        listed = selection(text, place, self.category if not depth else "")
        if not self.forces and not listed.costs:
            if not self.name and not self.unread:
                self.name = text
            else:
                self.unread.append(Unread(place, text))
            return
        if not self.forces:
            self.forces.append(_Force(ListedForce(place=place)))
        while self.open and self.open[-1].depth >= depth:
            self.open.pop()
        node = _Node(depth, listed)
        (self.open[-1].below if self.open else self.forces[-1].roots).append(node)
        self.open.append(node)


def _of_muster(force: ListedForce) -> ListedForce:
    """Return a force with what only Muster writes: what was stated stands in parentheses among the items of a unit."""
    return replace(force, selections=tuple(map(_with_statements, force.selections)))


def _with_statements(unit: ListedSelection) -> ListedSelection:
    inner = [replace(each, name=each.name[1:-1]) for each in unit.selections if STATEMENT.fullmatch(each.name)]
    others = tuple(each for each in unit.selections if not STATEMENT.fullmatch(each.name))
    found = apart_statements(replace(unit, selections=tuple(inner)), sentences("en"))
    return replace(found, selections=(*others, *found.selections))


def selection(text: str, place: int, heading: str = "") -> ListedSelection:
    """Return the selection of one line, with the items behind its colon below it."""
    head, costs, rest = split_costs(text)
    if not costs:
        head, _, rest = text.partition(": ")
        head = head.removesuffix(":")
    return replace(
        _split_head(head),
        heading=heading,
        costs=costs,
        unfolded=True,
        place=place,
        selections=tuple(item(each, place) for each in lines.items(rest.strip().lstrip(":")) if each),
    )


def item(text: str, place: int) -> ListedSelection:
    """Return an item of a line: a count, a name, costs."""
    head, costs, _ = split_costs(text)
    return replace(_split_head(head), costs=costs, unfolded=True, place=place)


def _split_head(head: str) -> ListedSelection:
    """Return a selection with what stands before its costs: a count, a name, a title in quotation marks."""
    number, name = lines.split_count(head)
    titled = TITLED.fullmatch(name)
    if titled is None:
        return ListedSelection(name=name, number=number)
    return ListedSelection(name=titled["name"], number=number, title=titled["title"])


def split_costs(text: str) -> tuple[str, tuple[StatedCost, ...], str]:
    """Return what stands before a bracket with costs, the costs, and what stands after it; no costs: all before."""
    for found in BRACKET.finditer(text):
        costs = lines.amounts(found["inner"])
        if costs:
            return text[: found.start()].strip(), costs, text[found.end() :].strip()
    return text.strip(), (), ""


def _heading(inner: str) -> tuple[str, str, tuple[StatedCost, ...]]:
    """Return the name of a heading, what stands in its last parentheses, and its costs."""
    head, costs, _ = split_costs(inner)
    found = NAMED.fullmatch(head)
    return (found["name"], found["within"], costs) if found else (head, "", costs)
