"""An imported unit read once: every selection of it with the model that it is below and its profiles by kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from builder.rules.army import ArmyUnit
from datasheets.closure import Closure
from datasheets.evaluation.modified import Effective
from datasheets.evaluation.tree import Selection
from datasheets.imported import tables
from datasheets.model import Profile
from datasheets.systems import System
from datasheets.systems.imports import ProfileKind

VARIES = "*"


@dataclass(frozen=True, slots=True)
class Part:
    """A selection of the unit: the model that it is below (itself, for a model), and its profiles by kind.

    `top` is the selection right below the unit that it is or is part of, None for the unit itself.
    """

    node: Selection
    shown: Effective
    owner: Selection | None
    profiles: Mapping[ProfileKind | None, list[Profile]]
    top: Selection | None


@dataclass(frozen=True)
class Read:
    """A unit with its selections in order."""

    unit: ArmyUnit
    closure: Closure
    system: System

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """Every selection of it.

        Where none shows a row of characteristics, the unit shows the shared one that is called as it: a link was forgotten.
        """
        found = tuple(self._walk(self.unit.selection, None, None))
        if any(kind in part.profiles for part in found for kind in tables.ROWS):
            return found
        named = tables.row_named(self.closure, self.unit.effective.name, self.system.imports)
        first = found[0]
        kinds = {**first.profiles, tables.kind_of(self.closure, named, self.system): [named]} if named else first.profiles
        return (replace(first, profiles=kinds), *found[1:])

    @cached_property
    def varying(self) -> tuple[str, ...]:
        """The characteristics that damage changes, those that the first model with any has as "*"."""
        rows = (self.values(row) for part in self.parts for row in part.profiles.get("unit", ()))
        found = (tuple(heading for heading, value in row.items() if value == VARIES) for row in rows)
        return next((each for each in found if each), ())

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """What its rules say."""
        return tuple(rule.description for part in self.parts for rule in part.shown.rules)

    def rules_beside(self, profile: Profile) -> tuple[str, ...]:
        """Return what its rules say, first those of the selections that show a profile.

        Last come the shared rules whose names begin as that of the profile: some authors forgot to link them.
        """
        shown = [part for part in self.parts if any(profile in profiles for profiles in part.profiles.values())]
        called, rules = tables.name_of(profile), (rule for source in self.closure.sources for rule in source.shared_rules)
        forgotten = (rule.description for rule in rules if rule.name.startswith(called))
        return (*(rule.description for part in shown for rule in part.shown.rules), *self.rules, *forgotten)

    def values(self, profile: Profile) -> dict[str, str]:
        """Return the values of a profile under our headings."""
        return tables.values_of(self.closure, profile, self.system)

    def of(self, kind: ProfileKind | None, *owners: Selection | None) -> list[Profile]:
        """Return the profiles of a kind that stand below these models; None is what stands below no model."""
        uids = {owner.uid if owner else "" for owner in owners}
        return [
            profile
            for part in self.parts
            if (part.owner.uid if part.owner else "") in uids
            for profile in part.profiles.get(kind, ())
        ]

    def is_armour(self, node: Selection) -> bool:
        """Whether a selection is armour: it, or what was chosen right below it, shows a profile of armour."""
        return not self._armour.isdisjoint((node.uid, *(each.uid for each in node.selections)))

    @cached_property
    def _armour(self) -> frozenset[str]:
        return frozenset(part.node.uid for part in self.parts if "armour" in part.profiles)

    @cached_property
    def _models(self) -> frozenset[str]:
        return frozenset(group.uid for group in self.unit.groups)

    def _walk(self, node: Selection, owner: Selection | None, top: Selection | None) -> Iterator[Part]:
        owner = node if node.uid in self._models else owner
        shown = self.unit.parts[node.uid]
        found: dict[ProfileKind | None, list[Profile]] = {}
        for profile in shown.profiles:
            kind = tables.kind_of(self.closure, profile, self.system)
            if kind != "unit" or tables.has_values(profile):
                found.setdefault(kind, []).append(profile)
        yield Part(node, shown, owner, found, top)
        for child in node.selections:
            yield from self._walk(child, owner, top or child)
