"""How many of each weapon a selection tree holds, counted from the tree alone, and how many a document says.

Nothing here asks the code that makes documents: a tree is names, numbers and weapon profiles, read from a roster with its
evaluation or from the XML of a `.ros` file. A weapon's row is known by the letters and digits of its name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from datasheets.closure import Closure
from datasheets.evaluation.modified import Effective
from datasheets.evaluation.tree import Selection
from exports.document.model import Unit

WEAPON, TYPE = "weapon", "type"
NO_TYPE = ("", "-", "–", "*")
WORDS = {"two": 2, "three": 3, "four": 4}
IN_FRONT, BEHIND = (
    re.compile(r"(\d{1,2}) ?x (.+)|(two|three|four) (.+)", re.IGNORECASE),
    re.compile(r"(.+) \(?x(\d{1,2})\)?"),
)
JOINTS = re.compile(r" (?:&|and|with|w/|\+) |/|, ", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Node:
    """A selection: its id, what it is called, how many of it there are, and the names of its weapon profiles."""

    uid: str
    name: str
    number: int
    rows: tuple[str, ...]
    below: tuple[Node, ...]

    def walk(self) -> Iterator[Node]:
        """Yield this selection and all below it."""
        yield self
        for child in self.below:
            yield from child.walk()


def tree_of(selection: Selection, shown: Mapping[str, Effective], closure: Closure) -> Node:
    """Return a selection of a roster as a tree."""
    found = shown[selection.uid]
    rows = []
    for profile in found.profiles:
        type = closure.profile_types.get(profile.type)
        if type and type.name.strip().casefold() == WEAPON:
            column = next((each.id for each in type.characteristics if each.name.strip().casefold() == TYPE), "")
            typed = not column or profile.characteristics.get(column, "").strip() not in NO_TYPE
            rows += [profile.name] if typed else []
    below = tuple(tree_of(child, shown, closure) for child in selection.selections)
    return Node(selection.uid, found.name, selection.number, tuple(rows), below)


def tree_of_file(element: Element) -> Node:
    """Return a `selection` element of a `.ros` file as a tree."""
    rows = []
    for profile in element.findall("{*}profiles/{*}profile"):
        values = {
            each.get("name", "").strip().casefold(): each.text or "" for each in profile.findall(".//{*}characteristic")
        }
        if profile.get("typeName", "").strip().casefold() == WEAPON and values.get(TYPE, "").strip() not in NO_TYPE:
            rows.append(profile.get("name", ""))
    below = tuple(tree_of_file(child) for child in element.findall("{*}selections/{*}selection"))
    return Node(element.get("id", ""), element.get("name", ""), int(element.get("number", "1")), tuple(rows), below)


def counts_of_tree(nodes: Iterator[Node]) -> Counter[str]:
    """Return how many weapons of each row these selections are."""
    found: Counter[str] = Counter()
    for node in nodes:
        for row, written in {letters(row): row for row in node.rows}.items():
            found[row] += node.number * (1 if _split_number(written)[0] > 1 else _count_in_name(node.name, row))
    return found


def chosen_for_all(unit: Selection, closure: Closure) -> frozenset[str]:
    """Return the ids of what a unit as a whole has, or chooses, exactly once, by its data alone: its models may share it."""
    found = {unit.uid}
    for each in unit.selections:
        entry = closure.entry(each.entry)
        around = (entry, *entry.groups) if entry and entry.entry.type != "model" else ()
        limits = [
            {(limit.type, str(limit.value)) for _, limit in part.constraints if limit.query.scope == "parent"}
            for part in around
        ]
        if any({("min", "1"), ("max", "1")} <= each for each in limits):
            found.update(part.uid for part in each.walk())
    return frozenset(found)


def differences(tree: Node, unit: Unit, for_all: Collection[str] = ()) -> list[str]:
    """Return what a unit has more or less of than its selections, in all and on the models of one selection.

    Of what is chosen `for_all` there are at most as many as models.
    """
    wanted = counts_of_tree(tree.walk())
    models = sum(group.number for group in unit.models)
    shared = counts_of_tree(node for node in tree.walk() if node.uid in for_all)
    carried = counts_of_unit(unit, wanted)
    found = [
        f"{unit.name}: {row} {carried[row]}, not {number}"
        for row, number in wanted.items()
        if not number <= carried[row] <= number + shared[row] * max(0, models - 1)
    ]
    groups = {group.id.split("/")[0] for group in unit.models}
    for uid, nodes in _by_model(tree, groups).items():
        own = counts_of_tree(iter(nodes))
        theirs = counts_of_unit(unit, own, uid)
        found += [
            f"{unit.name}: {row} {theirs[row]} on {uid}, not {number}" for row, number in own.items() if theirs[row] < number
        ]
    return found


def _by_model(tree: Node, groups: Collection[str]) -> dict[str, list[Node]]:
    """Return the selections that are a model or stand below one, by the model's id."""
    found: dict[str, list[Node]] = {}
    pending = [(tree, "")]
    for node, above in pending:
        owner = node.uid if node.uid in groups and node is not tree else above
        if owner:
            found.setdefault(owner, []).append(node)
        pending += [(child, owner) for child in node.below]
    return found


def counts_of_unit(unit: Unit, wanted: Mapping[str, int], group: str = "") -> Counter[str]:
    """Return how many weapons of each wanted row the models of a unit have, or those that are of one selection."""
    models = [model for model in unit.models if not group or model.id.split("/")[0] == group]
    found: Counter[str] = Counter()
    for weapon in unit.weapons:
        number = sum(model.number * model.weapons.get(weapon.id, 0) for model in models)
        for row in {_row(wanted, weapon.name, way.name) for way in weapon.profiles}:
            found[row] += number
    return found


def _count_in_name(name: str, row: str) -> int:
    """Return how many of a row a selection is by its own name."""
    pieces = [_split_number(piece) for piece in JOINTS.split(name)]
    if len(pieces) == 1:
        return pieces[0][0]
    return next((times for times, what in pieces if row.startswith(letters(what).removesuffix("s"))), 1)


def _split_number(name: str) -> tuple[int, str]:
    name = name.strip()
    if found := IN_FRONT.fullmatch(name):
        return (int(found[1]), found[2]) if found[1] else (WORDS[found[3].casefold()], found[4])
    found = BEHIND.fullmatch(name)
    return (int(found[2]), found[1]) if found else (1, name)


def _row(wanted: Mapping[str, int], weapon: str, way: str) -> str:
    """Return the row that a way to use a weapon is: authors write it with the weapon's name or without."""
    whole = letters(weapon + way)
    return whole if whole in wanted else letters(way)


def letters(name: str) -> str:
    """Return the letters and digits of a name, without the number in front that tells ways of use apart."""
    return re.sub(r"[\W_]+", "", re.sub(r"^\d+[.)]\s+", "", name.strip()).casefold())
