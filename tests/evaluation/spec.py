"""Specs of list building: TOML files that a player can read, turned into entries, rosters and what is expected of them.

A file has the data and some cases. `[[entry]]`, `[[link]]`, `[[force]]`, `[[category]]`, and `[[shared.entry]]`, `group`,
`rule`, `profile`, `heading` stand in one catalogue; `[[entry.entry]]`, `[[entry.group]]`, `[[entry.link]]` below an entry.

    limits  = ["max 3 in parent", "min 1 in force below as few"]     # constraints; the id is "max" or what follows "as"
    changes = ["set points 90 if atLeast 6 model in self below",     # modifiers: type field value, conditions, repeats
               "increment points 5 per 2 trooper in force below"]
    categories = ["troops primary", "infantry"]

What is counted may be followed by: below (selections at any depth), forces (child forces), unshared, percent, of FIELD.
Conditions are joined by "and"; groups are written "any ( ... or ... )" and "all ( ... and ... )". A roster is a tree,
`label: entry number`:

    force patrol
      a: squad
        trooper 5

Expected are costs (of the roster), all findings as "code part/constraint owner wanted/found", and by label names, types,
categories (the primary one marked "!"), spent, hidden, shown (profiles and rules by name), texts, values (characteristics),
limits, and the names of forces.
"""

import shlex
import tomllib
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

from datasheets.closure import CatalogueSet
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.modified import Effective
from datasheets.evaluation.result import Evaluation
from datasheets.evaluation.tree import Force, Roster, Selection
from datasheets.model import (
    Catalogue,
    CategoryEntry,
    CategoryLink,
    Condition,
    ConditionGroup,
    Constraint,
    Cost,
    CostType,
    Entry,
    EntryGroup,
    EntryLink,
    ForceEntry,
    GameSystem,
    InfoGroup,
    InfoLink,
    Modifier,
    ModifierGroup,
    Profile,
    Query,
    Repeat,
    Rule,
)

FOLDER = Path(__file__).parent / "specs"
COMMON = {"id", "name", "hidden", "changes", "grouped"}
CHOICE = COMMON | {"collective", "limits", "entry", "group", "link", "categories", "profile", "rule", "info", "heading"}
FLAGS = {
    "below": {"include_child_selections": True},
    "forces": {"include_child_forces": True},
    "unshared": {"shared": False},
    "percent": {"percent": True},
}


class Words:
    """The words of one line, read from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.left = shlex.split(text)

    def __bool__(self) -> bool:
        return bool(self.left)

    def next(self) -> str:
        if not self.left:
            raise ValueError(f"{self.text!r} ends too early")
        return self.left.pop(0)

    def takes(self, word: str) -> bool:
        """Whether the next word is this one; it is read then."""
        if self.left[:1] == [word]:
            self.left.pop(0)
            return True
        return False

    def must(self, word: str) -> None:
        if not self.takes(word):
            raise ValueError(f"{self.text!r}: {word!r} is missing before {self.left}")


GROUPS = {"any": "or", "all": "and"}


def query(words: Words, child: str = "") -> Query:
    words.must("in")
    found: dict = {"scope": words.next(), "child": child}
    while words and (words.left[0] in FLAGS or words.left[0] == "of"):
        flag = words.next()
        found |= {"field": words.next()} if flag == "of" else FLAGS[flag]
    return Query(**found)


def condition(words: Words) -> Condition:
    kind = words.next()
    value = Decimal(0) if kind in ("instanceOf", "notInstanceOf") else Decimal(words.next())
    child = words.next()
    return Condition(kind, query(words, "" if child == "nothing" else child), value)


def conditions(words: Words, joined: str = "and") -> tuple[tuple[Condition, ...], tuple[ConditionGroup, ...]]:
    single, groups = [], []
    while True:
        if opened := next((word for word in GROUPS if words.takes(word)), None):
            words.must("(")
            groups.append(ConditionGroup(GROUPS[opened], *conditions(words, GROUPS[opened])))
            words.must(")")
        else:
            single.append(condition(words))
        if not words.takes(joined):
            return tuple(single), tuple(groups)


def repeats(words: Words) -> Iterator[Repeat]:
    while words.takes("per"):
        value, child = Decimal(words.next()), words.next()
        what = query(words, child)
        times = int(words.next()) if words.takes("times") else 1
        yield Repeat(what, value, times, words.takes("up"))


def modifier(text: str) -> Modifier:
    words = Words(text)
    kind, field, value = words.next(), words.next(), words.next()
    single, groups = conditions(words) if words.takes("if") else ((), ())
    found = Modifier(kind, field, value, single, groups, tuple(repeats(words)))
    if words:
        raise ValueError(f"{text!r}: {words.left} is too much")
    return found


def modifier_group(given: dict) -> ModifierGroup:
    only(given, {"if", "per", "changes", "grouped"})
    single, groups = conditions(Words(given["if"])) if "if" in given else ((), ())
    inner = tuple(modifier_group(each) for each in given.get("grouped", ()))
    times = tuple(repeats(Words("per " + given["per"]))) if "per" in given else ()
    return ModifierGroup(tuple(map(modifier, given.get("changes", ()))), inner, single, groups, times)


def constraint(text: str) -> Constraint:
    words = Words(text)
    kind, value = words.next(), Decimal(words.next())
    what = query(words)
    name = words.next() if words.takes("as") else kind
    if words:
        raise ValueError(f"{text!r}: {words.left} is too much")
    return Constraint(name, kind, what, value)


def only(given: dict, keys: set[str]) -> None:
    if set(given) - keys:
        raise ValueError(f"{given.get('id')}: unknown keys {sorted(set(given) - keys)}")


def common_fields(given: dict) -> dict:
    return {
        "id": given["id"],
        "name": given.get("name", given["id"].title()),
        "hidden": given.get("hidden", False),
        "modifiers": tuple(map(modifier, given.get("changes", ()))),
        "modifier_groups": tuple(map(modifier_group, given.get("grouped", ()))),
    }


def category_link(text: str) -> CategoryLink:
    id, *primary = text.split()
    return CategoryLink(id=f"in-{id}", target=id, primary=primary == ["primary"])


def profile(given: dict) -> Profile:
    only(given, COMMON | {"values"})
    return Profile(**common_fields(given), characteristics=given.get("values", {}))


def rule(given: dict) -> Rule:
    only(given, COMMON | {"text"})
    return Rule(**common_fields(given), description=given.get("text", ""))


def info_link(given: dict) -> InfoLink:
    only(given, COMMON | {"to"})
    return InfoLink(**common_fields(given), target=given["to"], type="rule")


def heading(given: dict) -> InfoGroup:
    only(given, COMMON | {"profile", "rule", "info", "heading"})
    return InfoGroup(**common_fields(given), **informative(given))


def informative(given: dict) -> dict:
    return {
        "profiles": tuple(map(profile, given.get("profile", ()))),
        "rules": tuple(map(rule, given.get("rule", ()))),
        "info_groups": tuple(map(heading, given.get("heading", ()))),
        "info_links": tuple(map(info_link, given.get("info", ()))),
    }


def choosable(given: dict) -> dict:
    return common_fields(given) | {
        "collective": given.get("collective", False),
        "constraints": tuple(map(constraint, given.get("limits", ()))),
        "entries": tuple(map(entry, given.get("entry", ()))),
        "groups": tuple(map(entry_group, given.get("group", ()))),
        "links": tuple(map(link, given.get("link", ()))),
        "category_links": tuple(map(category_link, given.get("categories", ()))),
        **informative(given),
    }


def cost(given: dict) -> tuple[Cost, ...]:
    return tuple(Cost(type, Decimal(str(value))) for type, value in given.get("costs", {}).items())


def entry(given: dict) -> Entry:
    only(given, CHOICE | {"type", "costs"})
    return Entry(**choosable(given), type=given.get("type", "upgrade"), costs=cost(given))


def entry_group(given: dict) -> EntryGroup:
    only(given, CHOICE | {"default"})
    return EntryGroup(**choosable(given), default=given.get("default", ""))


def link(given: dict) -> EntryLink:
    only(given, CHOICE | {"to", "group-link", "costs"})
    kind = "selectionEntryGroup" if given.get("group-link") else "selectionEntry"
    return EntryLink(**choosable(given), target=given["to"], type=kind, costs=cost(given))


def category(given: dict) -> CategoryEntry:
    only(given, COMMON | {"limits"})
    return CategoryEntry(**common_fields(given), constraints=tuple(map(constraint, given.get("limits", ()))))


def slot(given: dict) -> CategoryLink:
    only(given, COMMON | {"of", "limits"})
    return CategoryLink(
        **common_fields(given), target=given["of"], constraints=tuple(map(constraint, given.get("limits", ())))
    )


def force_entry(given: dict) -> ForceEntry:
    only(given, COMMON | {"limits", "slot", "rule"})
    return ForceEntry(
        **common_fields(given),
        constraints=tuple(map(constraint, given.get("limits", ()))),
        category_links=tuple(map(slot, given.get("slot", ()))),
        rules=tuple(map(rule, given.get("rule", ()))),
    )


def catalogues(spec: dict) -> CatalogueSet:
    shared = spec.get("shared", {})
    system = GameSystem(
        id="game",
        name="Game",
        cost_types=tuple(CostType(id, id) for id in spec.get("costs", ["points"])),
        categories=tuple(map(category, spec.get("category", ()))),
        force_entries=tuple(map(force_entry, spec.get("force", ({"id": "patrol"},)))),
    )
    own = Catalogue(
        id="own",
        name="Own",
        system="game",
        entries=tuple(map(entry, spec.get("entry", ()))),
        links=tuple(map(link, spec.get("link", ()))),
        shared_entries=tuple(map(entry, shared.get("entry", ()))),
        shared_groups=tuple(map(entry_group, shared.get("group", ()))),
        shared_rules=tuple(map(rule, shared.get("rule", ()))),
        shared_profiles=tuple(map(profile, shared.get("profile", ()))),
        shared_info_groups=tuple(map(heading, shared.get("heading", ()))),
    )
    return CatalogueSet(system, [own])


class Tree:
    """A roster from its lines; nodes without a label are numbered."""

    def __init__(self, text: str) -> None:
        self.lines = [(len(line) - len(line.lstrip()), line.strip()) for line in text.splitlines() if line.strip()]
        self.count = 0

    def forces(self, depth: int) -> Iterator[Force]:
        while self.lines and self.lines[0][0] == depth and self._is_force():
            label, words = self._take()
            inner = self.lines[0][0] if self.lines else 0
            selections = tuple(self.selections(inner)) if inner > depth else ()
            forces = tuple(self.forces(inner)) if inner > depth else ()
            yield Force(label, "own", words[1], selections=selections, forces=forces)

    def selections(self, depth: int) -> Iterator[Selection]:
        while self.lines and self.lines[0][0] == depth and not self._is_force():
            label, words = self._take()
            inner = self.lines[0][0] if self.lines else 0
            below = tuple(self.selections(inner)) if inner > depth else ()
            yield Selection(label, words[0], number=int(words[1]) if len(words) > 1 else 1, selections=below)

    def _is_force(self) -> bool:
        return "force" in self.lines[0][1].split()[:2]

    def _take(self) -> tuple[str, list[str]]:
        words = self.lines.pop(0)[1].split()
        self.count += 1
        return (words[0][:-1], words[1:]) if words[0].endswith(":") else (f"#{self.count}", words)


def roster(case: dict) -> Roster:
    tree = Tree(case.get("roster", "force patrol"))
    forces = tuple(tree.forces(tree.lines[0][0]))
    if tree.lines:
        raise ValueError(f"{case['about']}: cannot place {tree.lines[0][1]!r}")
    limits = {type: Decimal(value) for type, value in case.get("cost-limits", {}).items()}
    return Roster("game", "roster", forces, limits=limits)


def load() -> Iterator[tuple[str, dict, dict]]:
    """Yield every case of every file: its name, the file, the case."""
    for path in sorted(FOLDER.glob("*.toml")):
        spec = tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
        for case in spec["case"]:
            yield f"{path.stem}: {case['about']}", spec, case


def evaluate_case(spec: dict, case: dict) -> Evaluation:
    return evaluate(roster(case), catalogues(spec))


def actual_values(evaluation: Evaluation, case: dict) -> dict:
    """Return what the evaluation says of all that the case expects something of; findings always."""
    found = {"findings": [_line(each) for each in evaluation.findings]}
    if "costs" in case:
        found["costs"] = {type: value for type, value in evaluation.costs.items() if value or type in case["costs"]}
    for key, look in LOOKS.items():
        if key in case:
            found[key] = {label: look(evaluation.by_uid[label]) for label in case[key]}
    if "forces" in case:
        found["forces"] = {label: evaluation.forces[label].name for label in case["forces"]}
    return found


def _line(finding) -> str:
    return f"{finding.code} {finding.origin} {finding.owner.replace(' ', ':')} {finding.wanted}/{finding.found}"


def _categories(node: Effective) -> list[str]:
    return [f"{id}!" if id == node.primary else id for id in node.categories]


LOOKS = {
    "names": lambda node: node.name,
    "types": lambda node: node.type,
    "categories": _categories,
    "spent": lambda node: {type: value for type, value in node.costs.items() if value},
    "hidden": lambda node: node.hidden,
    "shown": lambda node: [item.name for item in (*node.profiles, *node.rules)],
    "first": lambda node: list(dict.fromkeys(item.name for item in (*node.profiles, *node.rules))),
    "texts": lambda node: [item.description for item in node.rules],
    "values": lambda node: {profile.name: dict(profile.characteristics) for profile in node.profiles},
    "limits": lambda node: dict(node.limits),
}
EXPECTED = {"costs", "findings", "forces", *LOOKS}
