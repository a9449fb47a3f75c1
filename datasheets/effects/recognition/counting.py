"""How much of the ability texts of data files is understood: by distinct texts, and by uses.

A use of a weapon's ability is a weapon profile with this text, once where the profile stands and once for each link to it;
of a unit's ability a profile or rule likewise. No text, or "-", is no ability; what has effects given is understood.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Literal

from datasheets.effects.recognition.recognise import recognise
from datasheets.effects.recognition.text import plain
from datasheets.model import Entry, InfoLink, Profile, ProfileType, Rule, Source
from datasheets.systems import System

Of = Literal["weapons", "units"]
ABILITIES = "abilities"
NOTHING = frozenset({"", "-", "--"})


@dataclass(frozen=True, slots=True)
class Text:
    """A text of an ability, what has it, how often it is used, and whether it is understood."""

    of: Of
    text: str
    uses: int
    understood: bool


@dataclass(frozen=True, slots=True)
class Share:
    """How many of some texts are understood, and how many of their uses."""

    texts: int
    understood: int
    uses: int
    uses_understood: int

    @property
    def of_uses(self) -> float:
        """The share of uses that are understood, from 0 to 1; 1 where there are none."""
        return self.uses_understood / self.uses if self.uses else 1.0


def share(texts: Iterable[Text]) -> Share:
    """Add texts up."""
    every = list(texts)
    known = [text for text in every if text.understood]
    return Share(len(every), len(known), sum(text.uses for text in every), sum(text.uses for text in known))


def count(sources: Sequence[Source], system: System) -> list[Text]:
    """Return every ability text of some data files, those of weapons first, each by falling uses and then by itself."""
    types = {type.id: type for source in sources for type in source.profile_types}
    used, given = Counter[tuple[Of, str]](), set[tuple[Of, str]]()
    for part, uses in _uses(sources):
        if uses and (found := _text(part, types, system)) and plain(found[1]) not in NOTHING:
            used[found] += uses
            given |= {found} if part.details.get("effects") else set()
    ordered = sorted(used.items(), key=lambda row: (row[0][0] != "weapons", -row[1], row[0][1]))
    return [Text(*row, uses, row in given or _is_understood(*row, system)) for row, uses in ordered]


def _is_understood(of: Of, text: str, system: System) -> bool:
    return recognise(text, "weapon" if of == "weapons" else "unit", system.id).understood


def _uses(sources: Sequence[Source]) -> Iterator[tuple[Profile | Rule, int]]:
    """Every profile and rule with its uses. A link is to what stands in its own file or, else, in the first that has it."""
    parts = [list(_parts(source)) for source in sources]
    owners: dict[str, int] = {}
    for place, every in enumerate(parts):
        for part in every:
            if not isinstance(part, InfoLink):
                owners.setdefault(part.id, place)
    linked: Counter[tuple[int, str]] = Counter()
    for place, every in enumerate(parts):
        own = {part.id for part in every if not isinstance(part, InfoLink)}
        targets = [part.target for part in every if isinstance(part, InfoLink)]
        linked.update((place if target in own else owners.get(target, -1), target) for target in targets)
    for place, source in enumerate(sources):
        shared = {part.id for part in (*source.shared_profiles, *source.shared_rules)}
        for part in parts[place]:
            if not isinstance(part, InfoLink):
                yield part, linked[place, part.id] + (part.id not in shared)


def _text(part: Profile | Rule, types: Mapping[str, ProfileType], system: System) -> tuple[Of, str] | None:
    if isinstance(part, Rule):
        return "units", part.description
    type = types.get(part.type)
    kind = system.imports.kind_of(type.name.strip()) if type else None
    columns = {column.id: column.name.strip().casefold() for column in type.characteristics} if type else {}
    if kind == "weapon":
        own = next((value for id, value in part.characteristics.items() if columns.get(id) == ABILITIES), "")
        return "weapons", str(part.details.get(ABILITIES, own))
    if kind == "ability":
        return "units", next(iter(part.characteristics.values()), "")
    return None


def _parts(node: object) -> Iterator[Profile | Rule | InfoLink]:
    """Every profile, rule and link to one below a part of the entry model."""
    if isinstance(node, Profile | Rule | InfoLink):
        yield node
    elif isinstance(node, Entry) and node.details.get("effects"):
        yield from (replace(rule, details=node.details) for rule in node.rules)
        yield from _parts(replace(node, rules=(), details={}))
    elif isinstance(node, tuple):
        for each in node:
            yield from _parts(each)
    elif is_dataclass(node) and not isinstance(node, type):
        for field in fields(node):
            yield from _parts(getattr(node, field.name))
