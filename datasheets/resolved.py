"""An entry or group as it is reached on one way: its definition joined with the link that leads to it.

What can be worked out once for all rosters is worked out here and kept: changes by field, limits, ids that queries find.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from datasheets.model import (
    CategoryLink,
    Choosable,
    Constraint,
    Cost,
    Entry,
    EntryGroup,
    EntryLink,
    Modifier,
    ModifierGroup,
    Named,
    Profile,
    Rule,
)

BELOW = "self.entries"
"""Modifiers of what is chosen below their host affect what begins so."""


@dataclass(frozen=True, slots=True)
class Change:
    """A modifier with the groups that it stands in, outermost first: it holds when it and all of them do."""

    modifier: Modifier
    gates: tuple[ModifierGroup, ...] = ()


def changes_of(named: Named) -> tuple[Change, ...]:
    """Return all modifiers of one definition in the order they are applied: its own, then those of its groups."""
    if not named.modifiers and not named.modifier_groups:
        return ()
    found = [Change(modifier) for modifier in named.modifiers]
    pending: list[tuple[ModifierGroup, ...]] = [(group,) for group in named.modifier_groups]
    while pending:
        gates = pending.pop(0)
        found += [Change(modifier, gates) for modifier in gates[-1].modifiers]
        pending[:0] = [(*gates, group) for group in gates[-1].modifier_groups]
    return tuple(found)


def by_field(changes: tuple[Change, ...]) -> Mapping[str, tuple[Change, ...]]:
    """Return changes by the field that they act on; fields are independent, within one the order is kept."""
    found: dict[str, list[Change]] = {}
    for change in changes:
        found.setdefault(change.modifier.field, []).append(change)
    return {field: tuple(own) for field, own in found.items()}


@dataclass(frozen=True, slots=True)
class Limit:
    """A constraint of an entry or group. `part` is the id of the definition or link that states it.

    `stricter` is the link's constraint on the same thing: both hold, and the target's is named where one is broken.
    """

    part: str
    constraint: Constraint
    stricter: Constraint | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class Merged:
    """An entry or group on one way to it: `parts` are its definition and the link that leads to it, if any.

    `id` is composite; `groups` are the groups around it, innermost first.
    """

    id: str
    parts: tuple[Choosable, ...]
    groups: tuple[ResolvedGroup, ...]

    @property
    def link(self) -> EntryLink | None:
        """The link that leads here, None where the definition itself stands in its parent."""
        last = self.parts[-1]
        return last if isinstance(last, EntryLink) else None

    @property
    def group(self) -> str:
        """The composite id of the group that this stands in, "" outside groups."""
        return self.groups[0].id if self.groups else ""

    @property
    def name(self) -> str:
        """The definition's name; a link's own name never shows."""
        return self.parts[0].name

    @property
    def hidden(self) -> bool:
        """Whether the definition or the link is hidden before any modifier."""
        return any(part.hidden for part in self.parts)

    @cached_property
    def collective(self) -> bool:
        """Whether the definition or the link is collective."""
        return any(part.collective for part in self.parts)

    @cached_property
    def constraints(self) -> tuple[tuple[str, Constraint], ...]:
        """The constraints of both, each with the id of the part that states it."""
        return tuple((part.id, constraint) for part in self.parts for constraint in part.constraints)

    @cached_property
    def values(self) -> Mapping[str, Decimal]:
        """What the constraints of both say before modifiers, by constraint id."""
        return {constraint.id: constraint.value for _, constraint in self.constraints}

    @cached_property
    def changes(self) -> Mapping[str, tuple[Change, ...]]:
        """All modifiers of both by field, the definition's first."""
        return by_field(tuple(change for change in self._all_changes if not change.modifier.affects))

    @cached_property
    def affecting(self) -> tuple[Change, ...]:
        """The modifiers of both that change fields of what is chosen below."""
        return tuple(change for change in self._all_changes if change.modifier.affects.startswith(BELOW))

    @property
    def _all_changes(self) -> Iterator[Change]:
        return (change for part in self.parts for change in changes_of(part))

    @cached_property
    def hiding(self) -> tuple[tuple[bool, tuple[Change, ...]], ...]:
        """For the definition and the link: whether it is hidden at first, and the changes of that."""
        return tuple((part.hidden, by_field(changes_of(part)).get("hidden", ())) for part in self.parts)

    @cached_property
    def limits(self) -> tuple[Limit, ...]:
        """The constraints of both, those of the link on the same thing as one of the target joined to it."""
        links = list(self.link.constraints) if self.link else []
        found = []
        for constraint in self.parts[0].constraints:
            same = next((c for c in links if (c.type, c.query) == (constraint.type, constraint.query)), None)
            if same:
                links.remove(same)
            found.append(Limit(self.parts[0].id, constraint, same))
        return (*found, *(Limit(self.parts[-1].id, constraint) for constraint in links))

    @cached_property
    def minima(self) -> tuple[Limit, ...]:
        """The limits that can be broken where nothing of this is chosen."""
        return tuple(limit for limit in self.limits if limit.constraint.type == "min" and self._can_ask(limit))

    def _can_ask(self, limit: Limit) -> bool:
        either = (limit.constraint, limit.stricter) if limit.stricter else (limit.constraint,)
        return any(each.value > 0 or each.id in self.changes for each in either)


@dataclass(frozen=True, eq=False, kw_only=True)
class ResolvedGroup(Merged):
    """A group on one way to it."""

    definition: EntryGroup

    @property
    def leads_back(self) -> bool:
        """Whether this group stands within itself (links in a ring)."""
        return any(group.definition.id == self.definition.id for group in self.groups)

    @property
    def default(self) -> str:
        """The id of the entry or link that is chosen by default, or ""."""
        return self.definition.default


@dataclass(frozen=True, eq=False, kw_only=True)
class Resolved(Merged):
    """An entry on one way to it: the link's costs replace its own type by type, all else is joined.

    `category_links` hold each category once, those of the groups around it last; `primary` is the primary one's id or "":
    the link's wins, then the first of the entry's, then the nearest group's.
    """

    entry: Entry
    costs: tuple[Cost, ...]
    category_links: tuple[CategoryLink, ...]
    primary: str

    @cached_property
    def matches(self) -> frozenset[str]:
        """The ids by which a query finds a selection of it: the entry's, the link's, the groups' around it, its type.

        Never a group link's.
        """
        return frozenset({*(part.id for part in self.parts), *(each.definition.id for each in self.groups), self.entry.type})

    @cached_property
    def categories(self) -> tuple[str, ...]:
        """The ids of its categories before modifiers."""
        return tuple(link.target for link in self.category_links)

    @cached_property
    def counted_as(self) -> tuple[str, ...]:
        """All ids under which a selection of it is counted before modifiers: what it matches, and its categories."""
        return (*sorted(self.matches), *(id for id in self.categories if id not in self.matches))

    @cached_property
    def plain_info(self) -> tuple[tuple[Profile, ...], tuple[Rule, ...]] | None:
        """Its profiles and rules where all are its own and none is hidden or ever modified, else None."""
        items = [item for part in self.parts for item in (*part.profiles, *part.rules)]
        if any(part.info_groups or part.info_links for part in self.parts):
            return None
        if any(item.hidden or item.modifiers or item.modifier_groups for item in items):
            return None
        return tuple(item for item in items if isinstance(item, Profile)), tuple(i for i in items if isinstance(i, Rule))
