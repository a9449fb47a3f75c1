"""The roster page's content: a judged roster in the order in which it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from builder.api.current import services
from builder.api.languages import language
from builder.operations import nodes
from builder.operations.battle_sizes import agreements_of, size_setting
from builder.rules.army import ArmyUnit
from builder.rules.costs import as_ours
from builder.rules.read_army import closure_or_none
from builder.rules.verify_fixes import SEVERITIES
from builder.services.judging import Judged
from builder.services.rosters import RosterAnswer
from builder.web import statements
from builder.web.choices import ChoicesOf, choices_of_all, sizes_of_all
from builder.web.costs import cost_names, other_costs, total_names
from builder.web.kinds import kinds_of
from builder.web.rendering import amount, t
from builder.web.setting_aside import AsideViews, aside_views
from builder.web.settings_view import agreed_choices, is_empty
from builder.web.statements import Choices, Statement, named_choices
from builder.web.unit_view import UnitView, unit_view
from builder.web.update import is_outdated
from datasheets.closure import Closure
from datasheets.evaluation.finding import Finding
from datasheets.evaluation.slots import Slot, slots_of
from datasheets.evaluation.tree import Force, Scalar, Selection
from datasheets.imported.battle_sizes import AGREEMENT
from datasheets.markup import strip_marks
from datasheets.systems import System
from datasheets.systems.system import AgreementKind
from datasheets.words import translate

MOST_ALIKE, FIRST_ALIKE = 6, 3
"""Of more findings of one kind than this, only so many stand unfolded."""
MOST_BARS = 8
"""How many bars the slots of a role may have; more are only a number."""


@dataclass(frozen=True, slots=True)
class Other:
    """A root selection that is no unit, such as a battle size, with what can be chosen in it and what it is now."""

    selection: Selection
    choices: ChoicesOf | None
    facts: tuple[str, ...]

    @property
    def is_fact(self) -> bool:
        """Whether there is nothing to choose in it on this page."""
        return not (self.choices and (self.choices.groups or self.choices.below))


@dataclass(frozen=True, slots=True)
class RoleView:
    """The units of a force that have one battlefield role ("": none), with what they are and cost together."""

    name: str
    units: tuple[UnitView, ...]
    models: int
    cost: str


@dataclass(frozen=True, slots=True)
class SlotView:
    """A slot of a force: its role, how many stand there, and how many must and may (`most` None: any number)."""

    name: str
    number: int
    least: int
    most: int | None

    @property
    def state(self) -> str:
        """Whether there are too many ("over"), too few ("short"), as many as may be ("full"), or else ""."""
        if self.most is not None and self.number > self.most:
            return "over"
        return "short" if self.number < self.least else "full" if self.number == self.most else ""

    @property
    def bars(self) -> int:
        """How many bars show it, 0 where there would be too many."""
        most = max(self.most or 0, self.least, self.number)
        return most if most <= MOST_BARS else 0


@dataclass(frozen=True, slots=True)
class CostView:
    """A cost of the army, with the limit that it has (None: none)."""

    name: str
    value: Decimal
    limit: Decimal | None

    @property
    def left(self) -> Decimal | None:
        """How much is left of the limit; less than nothing where it is broken."""
        return None if self.limit is None else self.limit - self.value


@dataclass(frozen=True, slots=True)
class ForceView:
    """A force with its units by role and what else stands in it; `catalogue` where its name is another.

    `slots` are those that its kind limits, `aside` what was set aside (None: nothing), `kinds` what it may be: the id of the
    force entry and its name.
    """

    force: Force
    roles: tuple[RoleView, ...]
    others: tuple[Other, ...]
    cost: str
    outdated: bool
    catalogue: str
    slots: tuple[SlotView, ...]
    aside: AsideViews | None
    kinds: Sequence[tuple[str, str]]

    @property
    def units(self) -> list[UnitView]:
        """The units, in the order of the page."""
        return [unit for role in self.roles for unit in role.units]


@dataclass(frozen=True, slots=True)
class Agreement:
    """Something that the players agree on: what it is now, and what it may be (no choices: free)."""

    kind: AgreementKind
    value: Scalar
    choices: Choices

    @property
    def is_typed(self) -> bool:
        """Whether it is written: it is no choice, or its few choices are only some of many."""
        return not self.choices or (self.kind.value.open and not self.kind.value.table)

    @property
    def usual(self) -> tuple[str, ...]:
        """What its field proposes."""
        return (*map(str, self.kind.value.usual), *(name for _, name in self.choices))

    @property
    def label(self) -> str:
        """What stands in its field: the name of a choice, else what was written."""
        value = "" if self.value is None else str(self.value)
        return translate(dict(self.choices).get(value, value), language())


@dataclass(frozen=True)
class RosterView:
    """Everything that the page shows of a roster."""

    found: RosterAnswer
    judged: Judged
    forces: tuple[ForceView, ...]
    findings: tuple[Finding, ...]
    agreements: tuple[Agreement, ...]
    statements: tuple[Statement, ...]
    keywords: tuple[tuple[Statement, int], ...]
    unverified: frozenset[int]
    """The findings whose fixes were not tried, by `id`: to compare each of hundreds with all others would take longer."""

    @property
    def takes_forces(self) -> bool:
        """Whether the army may have one more force: by some systems all units come from one book."""
        return not self.forces or "one-catalogue" not in self.judged.system.rules

    @property
    def battle_size(self) -> str:
        """The name of the agreed battle size."""
        agreed = next((each for each in self.agreements if each.kind.key == AGREEMENT), None)
        value = agreed.value if agreed else None
        return (
            t("roster.not-agreed") if agreed is None or value is None else dict(agreed.choices).get(str(value), str(value))
        )

    @property
    def other_costs(self) -> list[CostView]:
        """What the army costs besides, such as points, with what is left of a limit."""
        names, costs = total_names(self.judged.roster, self.judged.system), self.judged.judgement.costs
        shown = {id: value for id, value in costs.items() if value} | {id: costs.get(id, Decimal(0)) for id in self.limits}
        others = sorted(shown.items(), key=lambda each: list({**names, **costs, **shown}).index(each[0]))
        return [
            CostView(names.get(id, id), value, self.limits.get(id))
            for id, value in others
            if id != self.judged.system.size.cost
        ]

    @cached_property
    def limits(self) -> Mapping[str, Decimal]:
        """How much the army may cost, by our names of costs: what was agreed, and limits of costs; the least of both."""
        system, roster = self.judged.system, self.found.roster
        closures = dict.fromkeys(unit.closure for unit in self.units.values())
        found = as_ours({id: most for id, most in roster.limits.items() if most >= 0}, closures, system)
        for cost in system.costs:
            agreed = roster.agreed.get(f"{cost.id}_limit")
            if isinstance(agreed, int) and not isinstance(agreed, bool):
                found[cost.id] = min(found.get(cost.id, Decimal(agreed)), Decimal(agreed))
        return {id: most for id, most in found.items() if id in roster.limits or most}

    @property
    def limit(self) -> int | None:
        """How large the army may be by what was agreed and by the limit of its cost, None where there is neither."""
        most = self.limits.get(self.judged.system.size.cost)
        return None if most is None else int(most)

    @property
    def units(self) -> Mapping[str, ArmyUnit]:
        """The units by uid."""
        return self.judged.judgement.units

    @property
    def kinds_of_findings(self) -> list[tuple[Sequence[Finding], Sequence[Finding]]]:
        """The findings by kind, those of the open unit apart: which stand there, and which are folded behind them."""
        found: dict[tuple[bool, str, str], list[Finding]] = {}
        uid = self.opened.unit.uid if self.opened else ""
        for each in self.findings:
            found.setdefault((uid in each.path, each.severity, each.code), []).append(each)
        shown = [FIRST_ALIKE if len(alike) > MOST_ALIKE else len(alike) for alike in found.values()]
        return [(alike[:most], alike[most:]) for alike, most in zip(found.values(), shown, strict=True)]

    def place(self, finding: Finding) -> str:
        """Return the id of the unit, setting or force on the page that a finding is about, "" for the army."""
        settings = [other.selection.uid for force in self.forces for other in force.others]
        uid = next((uid for uid in reversed(finding.path) if uid in self.units or uid in settings), "")
        return f"u-{uid}" if uid else "".join(f"f-{force}" for force in finding.path[:1])

    def role_to_add(self, finding: Finding) -> str:
        """Return the role of which a force lacks units, "" where a finding says nothing of the kind."""
        slots = next((each.slots for each in self.forces if finding.path == (each.force.uid,)), ())
        wanted = finding.values.get("name") if finding.code == "entry.too-few" else None
        return next((slot.name for slot in slots if slot.name == wanted), "")

    @property
    def for_all(self) -> Finding | None:
        """The first finding that choosing a keyword for all units mends, and no button."""
        wanting = (each for each in self.findings if each.code == "keyword.unresolved" and not each.fixes)
        return next((each for each in wanting if not self.is_unverified(each)), None) if self.keywords else None

    def is_unverified(self, finding: Finding) -> bool:
        """Whether nobody has tried the fixes of a finding of this page."""
        return id(finding) in self.unverified

    @property
    def opened(self) -> UnitView | None:
        """The unit that is open, None where none is."""
        return next((view for force in self.forces for view in force.units if view.is_open), None)


def view_of(found: RosterAnswer, judged: Judged, opened: str = "") -> RosterView:
    """Return what the page shows of a roster; `opened` is the fold that is open."""
    uid = opened.partition("-")[2].partition("-")[0]
    return RosterView(
        found=found,
        judged=judged,
        forces=tuple(_forces(judged, opened)),
        findings=tuple(
            sorted(judged.judgement.findings, key=lambda each: (uid not in each.path, SEVERITIES.index(each.severity)))
        ),
        agreements=tuple(_agreements(judged)),
        statements=statements.of_army(judged),
        keywords=statements.keywords_of_army(judged),
        unverified=frozenset(map(id, judged.judgement.unverified)),
    )


def _forces(judged: Judged, opened: str) -> Iterator[ForceView]:
    units = judged.judgement.units
    forces = [(force, closure_or_none(services().catalogues, force)) for force in nodes.forces(judged.roster)]
    names, aside = cost_names(judged.roster, judged.system), aside_views(judged)
    sizes = sizes_of_all(judged)
    slots = slots_of(judged.roster, services().catalogues, judged.evaluation.scopes)
    for force, closure in forces:
        views = (
            unit_view(judged, units[each.uid], forces, names, sizes.get(each.uid, ()), opened)
            for each in force.selections
            if each.uid in units
        )
        yield ForceView(
            force=force,
            roles=tuple(_roles(list(views), judged.system)),
            others=tuple(_others(force, closure, judged, names)),
            cost=amount(_cost(judged, force, closure)),
            outdated=bool(closure and closure.digest == force.pin and is_outdated(force)),
            catalogue=closure.catalogue.name if closure and closure.catalogue.name != force.name else "",
            slots=tuple(_slots(slots.get(force.uid, ()), judged.system)),
            aside=aside.get(force.uid),
            kinds=kinds_of(force, closure),
        )


def _roles(views: Sequence[UnitView], system: System) -> Iterator[RoleView]:
    """Yield units by role, in the order of the system; roles that only the data know, and units without one, come last."""
    found: dict[str, list[UnitView]] = {role.name: [] for role in system.roles}
    for each in views:
        found.setdefault(each.role, []).append(each)
    for name, group in found.items():
        if group:
            costs = [cost for each in group if (cost := each.unit.costs.get(system.size.cost)) is not None]
            models = sum(each.unit.count for each in group)
            yield RoleView(name, tuple(group), models, amount(sum(costs, Decimal(0))) if costs else "–")


def _slots(slots: Sequence[Slot], system: System) -> Iterator[SlotView]:
    """Yield the slots of the game's roles in its order, then those of others in which something stands or must."""
    roles = {role.name: (place, role.name) for place, role in enumerate(system.roles)}
    for each in sorted(slots, key=lambda each: roles.get(each.name, (len(roles), ""))[0]):
        if each.number or each.least or each.name in roles:
            yield SlotView(roles.get(each.name, (0, each.name))[1], each.number, each.least, each.most)


def _others(force: Force, closure: Closure | None, judged: Judged, cost_names: Mapping[str, str]) -> Iterator[Other]:
    units = judged.judgement.units
    shown = [each for each in force.selections if each.uid not in units and not is_empty(each, closure, judged)]
    asked = [(each, closure, agreed_choices(each, closure, judged)) for each in shown]
    for each, choices in zip(shown, choices_of_all(asked, judged), strict=True):
        chosen = (strip_marks(inner.title or inner.name) for inner in each.selections)
        costs = as_ours(judged.evaluation.by_uid[each.uid].total_costs, (closure,), judged.system)
        costly = (f"{value} {translate(name, language())}" for name, value in other_costs(costs, cost_names, judged.system))
        yield Other(each, choices, (*chosen, *costly))


def _cost(judged: Judged, force: Force, closure: Closure | None) -> Decimal | None:
    costs = as_ours(judged.evaluation.forces[force.uid].total_costs, (closure,), judged.system)
    return costs.get(judged.system.size.cost)


def _agreements(judged: Judged) -> Iterator[Agreement]:
    catalogues = services().catalogues
    agreed, setting = agreements_of(judged.roster, catalogues), size_setting(judged.roster, catalogues, judged.system)
    for kind in judged.system.agreements:
        choices = named_choices(judged.system, kind.value) if kind.value.type == "choice" else ()
        if kind.key == AGREEMENT and setting:
            choices = tuple((each.value, each.name) for each in setting.offers(judged.system)) or choices
        yield Agreement(kind, agreed.get(kind.key), choices)
