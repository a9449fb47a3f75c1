"""Every selection, force and category as it is after all modifiers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from datasheets.closure import Resolved
from datasheets.model import EntryType, ForceEntry, Profile, Rule

Costs = Mapping[str, Decimal]
"""Amounts by cost type id."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Effective:
    """A selection after all modifiers.

    `costs` are of this node alone, times its number, every cost type listed; `total_costs` with all below it. `categories`
    are ids, the primary one (`primary`, or "") first. `profiles` and `rules` are what is shown, in file order, nothing
    hidden, with modifiers applied and taken off. `limits` are the values of its constraints by constraint id.
    `entry` is None and `missing` true where the entry is gone.
    """

    uid: str
    entry: Resolved | None
    name: str
    type: EntryType
    number: int
    hidden: bool
    costs: Costs
    total_costs: Costs
    categories: tuple[str, ...] = ()
    primary: str = ""
    profiles: tuple[Profile, ...] = ()
    rules: tuple[Rule, ...] = ()
    limits: Mapping[str, Decimal] = field(default_factory=dict)
    page: str = ""
    publication: str = ""
    missing: bool = False


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ForceCategory:
    """A category that a force has room for, after modifiers."""

    id: str
    name: str
    hidden: bool = False
    limits: Mapping[str, Decimal] = field(default_factory=dict)
    page: str = ""
    publication: str = ""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class EffectiveForce:
    """A force after all modifiers; `entry` is None where the force names none, `missing` where it is gone.

    `total_costs` are of all that is in it, forces below included.
    """

    uid: str
    entry: ForceEntry | None
    name: str
    hidden: bool
    total_costs: Costs
    categories: tuple[ForceCategory, ...] = ()
    profiles: tuple[Profile, ...] = ()
    rules: tuple[Rule, ...] = ()
    limits: Mapping[str, Decimal] = field(default_factory=dict)
    missing: bool = False
