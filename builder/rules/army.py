"""What the rules look at: an army's units with their datasheets, sizes, keywords and declarations, read once.

`Army` also makes findings, so that every step says only what is particular to it. Rules are named as in `System.rules`
("unit-size", "warlord"); the system says which ledger rule that is.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property

from builder.operations.battle_sizes import agreements_of
from builder.operations.declarations import check_value
from builder.operations.error import OperationError
from builder.operations.models import ModelRow
from builder.rules.costs import as_ours
from builder.rules.identity import Identity, identity
from builder.rules.imported import SettingChoices, keywords_for_group, wanted_keywords
from datasheets.closure import Catalogues, Closure, Resolved
from datasheets.evaluation.finding import Finding, Fix, Plain, Severity
from datasheets.evaluation.loadout import Verdict, groups_of
from datasheets.evaluation.loadout import judge as judge_loadout
from datasheets.evaluation.modified import Effective
from datasheets.evaluation.result import Evaluation
from datasheets.evaluation.tree import Declaration, Force, Roster, Scalar, Selection
from datasheets.imported.categories import keywords_of
from datasheets.imported.models import Models
from datasheets.imported.naming import counted_name
from datasheets.imported.warlords import ImportedUnit
from datasheets.keywords import Keywords, substitute
from datasheets.markup import strip_marks
from datasheets.model import Loadout
from datasheets.systems import System
from datasheets.systems.agreed import can_agree
from datasheets.systems.imports import Imports
from datasheets.words import UnknownWords, has_words


@dataclass(frozen=True, eq=False)
class ArmyUnit:
    """A root selection that is a unit or a single model.

    `groups` are its selections of models; `rows` the printed rows of a native datasheet, empty for imported ones, which
    have `models` instead, and `details` read from their categories and profiles.
    `costs` are those of all of it, by our names of costs.
    `parts` has every selection of it by uid, `declared` what was declared about it and them. `chosen` is what was chosen
    for each angle-bracket keyword, declared or, in imported data, by an upgrade of the unit or among its force's `settings`;
    `implied` is what choices in imported data declare; `is_reserve`: it is kept back when the army is set up
    (AOS-SETUP-11); `granted` are keywords that groups have by what was declared of one of their models.
    """

    force: Force
    path: tuple[str, ...]
    selection: Selection
    effective: Effective
    closure: Closure | None
    costs: Mapping[str, Decimal]
    groups: tuple[Selection, ...]
    rows: tuple[ModelRow, ...]
    models: Models | None
    details: Mapping[str, object]
    parts: Mapping[str, Effective]
    declared: tuple[Declaration, ...]
    chosen: Mapping[str, str]
    settings: tuple[Selection, ...]
    implied: tuple[Declaration, ...]
    marked_understrength: bool
    is_reserve: bool
    granted: Mapping[str, tuple[str, ...]]
    imports: Imports

    @property
    def uid(self) -> str:
        """The uid of its selection."""
        return self.selection.uid

    @property
    def name(self) -> str:
        """What the player calls it, or else the datasheet's name."""
        return self.selection.title or strip_marks(self.effective.name or self.selection.name)

    @property
    def resolved(self) -> Resolved | None:
        """Its datasheet, None where it is gone."""
        return self.effective.entry

    @property
    def datasheet(self) -> str:
        """What tells its datasheet from others: catalogue and entry."""
        return f"{self.force.catalogue}/{self.selection.entry}"

    @cached_property
    def wanted_keywords(self) -> tuple[str, ...]:
        """The angle-bracket keywords in its keywords and texts; those of a native unit stand in its details."""
        return wanted_keywords(self.selection, self.closure, self.parts) if self.closure and self.models else ()

    @cached_property
    def uids(self) -> frozenset[str]:
        """The uids of its selection and of all below it."""
        return frozenset(node.uid for node in self.selection.walk())

    @cached_property
    def found_before(self) -> dict[Callable[..., Iterable[Finding]], tuple[Finding, ...]]:
        """What checks of single units found of it, by check (`per_unit`)."""
        return {}

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """How many models each of its groups is, by the group's uid."""
        return {group.uid: self.models_of(group) for group in self.groups}

    @cached_property
    def places(self) -> Mapping[str, tuple[ArmyUnit, Selection]]:
        """Each of its groups with itself, by the group's uid."""
        return {group.uid: (self, group) for group in self.groups}

    @cached_property
    def count(self) -> int:
        """How many models it has."""
        return sum(self.numbers.values())

    @property
    def least(self) -> int:
        """The fewest models that it may have."""
        return self.models.least if self.models else sum(row.least for row in self.rows)

    @property
    def most(self) -> int | None:
        """The most models that it may have, None without a limit or where no row is known."""
        if self.models:
            return self.models.most
        limits = [row.most for row in self.rows]
        return None if None in limits or not limits else sum(limit for limit in limits if limit is not None)

    @cached_property
    def below_minimum(self) -> bool:
        """Whether it has models, and fewer than its datasheet asks for."""
        return 0 < self.count < self.least

    @property
    def loadout(self) -> Loadout | None:
        """Its wargear bullets, None for imported datasheets."""
        return self.resolved.entry.loadout if self.resolved else None

    @cached_property
    def verdict(self) -> Verdict | None:
        """Which bullets of its wargear options it took, and what they leave unexplained."""
        return judge_loadout(self.loadout, groups_of(self.selection)) if self.loadout else None

    def with_verdict_of(self, old: ArmyUnit) -> ArmyUnit:
        """Return this unit, with what its older self knew of its wargear already where that is the same."""
        if self.selection is old.selection and self.loadout is old.loadout and "verdict" in vars(old):
            vars(self)["verdict"] = old.verdict
        return self

    @property
    def is_understrength(self) -> bool:
        """Whether it is below its minimum and marked as such."""
        return self.marked_understrength and self.below_minimum

    @cached_property
    def keywords(self) -> Keywords:
        """The keywords of all its models together (9E-KEY-09), what was chosen and granted put in."""
        own = (keyword for group in self.groups for keyword in self.own_keywords(group))
        printed = (*self.printed_keywords("faction"), *self.printed_keywords("other"), *own)
        granted = (keyword for keywords in self.granted.values() for keyword in keywords)
        return Keywords((*self.substitute(printed), *granted))

    def substitute(self, texts: Iterable[str]) -> tuple[str, ...]:
        """Return texts with every angle-bracket keyword replaced by what was chosen."""
        return tuple(substitute(text, self.chosen) for text in texts)

    def as_imported(self, selection: Selection | None = None) -> ImportedUnit | None:
        """Return a unit of imported data as its Warlord is read, also of another state of its selection; None for others."""
        if self.models is None or self.closure is None:
            return None
        return ImportedUnit(selection or self.selection, self.models, self.closure, self.imports)

    def models_of(self, group: Selection) -> int:
        """Return how many models a group is: its number, or, in imported data, as many times what its name says."""
        return self.models.count(group) if self.models else group.number

    def model_name(self, group: Selection) -> str:
        """Return what one model of a group is called: "Riders" of "5 Riders", "General (Warhorse)" of "Warhorse"."""
        if self.models and group.entry in self.models.model_names:
            return self.models.model_names[group.entry]
        name = self.parts[group.uid].name if group.uid in self.parts else group.name
        return counted_name(name)[1] if self.models_of(group) > group.number else name

    def number_of(self, row: ModelRow) -> int:
        """Return how many models of a row it has."""
        return sum(group.number for group in self.groups if group.entry == row.id)

    def printed_keywords(self, which: str) -> tuple[str, ...]:
        """Return the datasheet's "faction" or "other" keywords as printed."""
        groups = self.details.get("keywords")
        return tuple(groups[which]) if isinstance(groups, Mapping) else ()

    def own_keywords(self, group: Selection) -> tuple[str, ...]:
        """Return the keywords that a group of models has besides those of the datasheet, as printed."""
        if self.models and self.closure:
            found = keywords_of(self.closure, self.parts[group.uid].categories, self.imports)
            given = keywords_for_group(self.selection, group, self.models, self.parts, self.closure, self.imports)
            return (*found.faction, *found.other, *given)
        entry = self.closure.entry(group.entry) if self.closure else None
        own = entry.entry.details.get("keywords", ()) if entry else ()
        return tuple(own) if isinstance(own, Sequence) else ()

    def keywords_of(self, group: Selection) -> Keywords:
        """Return the keywords that every model of a group has, with what was chosen put in."""
        known = self._keywords_of
        if group.uid not in known:
            known[group.uid] = self._read_keywords(group)
        return known[group.uid]

    @cached_property
    def _keywords_of(self) -> dict[str, Keywords]:
        """Those of its groups that somebody asked for, by the group's uid."""
        return {}

    def _read_keywords(self, group: Selection) -> Keywords:
        printed = (*self.printed_keywords("faction"), *self.printed_keywords("other"), *self.own_keywords(group))
        granted = self.granted.get(group.uid, ()) if self.models_of(group) == 1 else ()
        return Keywords((*self.substitute(printed), *granted))


@dataclass(frozen=True, eq=False)
class Army:
    """One player's army: all units of all forces together (9E-ARMY-01).

    `proposing`: whether findings propose fixes; those in `known` do not, since nobody asks for theirs.
    """

    roster: Roster
    evaluation: Evaluation
    catalogues: Catalogues
    system: System
    units: tuple[ArmyUnit, ...]
    proposing: bool
    known: frozenset[Identity] = frozenset()

    @cached_property
    def by_uid(self) -> Mapping[str, ArmyUnit]:
        """The units by the uid of their selection."""
        return {unit.uid: unit for unit in self.units}

    @cached_property
    def said_by_settings(self) -> dict[str, SettingChoices]:
        """What its settings were found to say, by their uid, for its edits (`read_army`)."""
        return {}

    @cached_property
    def by_group(self) -> Mapping[str, tuple[ArmyUnit, Selection]]:
        """Every group of models with its unit, by the group's uid."""
        found: dict[str, tuple[ArmyUnit, Selection]] = {}
        for unit in self.units:
            found.update(unit.places)
        return found

    @cached_property
    def costs(self) -> Mapping[str, Decimal]:
        """What the army costs, by our names of costs."""
        closures = dict.fromkeys(unit.closure for unit in self.units)
        return as_ours(self.evaluation.costs, closures, self.system)

    @property
    def size(self) -> float:
        """How large the army is by the system's measure."""
        by = self.system.size.by
        if by == "cost":
            return _number(self.costs.get(self.system.size.cost, Decimal(0)))
        return len(self.units) if by == "units" else sum(unit.count for unit in self.units if not unit.is_reserve)

    @cached_property
    def agreed(self) -> Mapping[str, Scalar]:
        """What the players agreed as far as they can have, with the battle size that imported data say."""
        found = agreements_of(self.roster, self.catalogues)
        return {key: value for key, value in found.items() if can_agree(self.system, key, value)}

    @property
    def opponent(self) -> int | None:
        """The opponent's Power Level, as far as the player noted it."""
        noted = self.agreed.get("opponent_power")
        return noted if isinstance(noted, int) and not isinstance(noted, bool) else None

    @cached_property
    def _raw(self) -> Mapping[str, tuple[Finding, ...]]:
        found: dict[str, tuple[Finding, ...]] = {}
        for raw in self.evaluation.findings:
            unit = self.unit_at(raw.path)
            if unit:
                found[unit.uid] = (*found.get(unit.uid, ()), raw)
        return found

    def raw_of(self, unit: ArmyUnit) -> tuple[Finding, ...]:
        """Return what the data alone find wrong with a unit."""
        return self._raw.get(unit.uid, ())

    def unit_at(self, path: Sequence[str]) -> ArmyUnit | None:
        """Return the unit that a path leads to or into."""
        return next((self.by_uid[uid] for uid in path if uid in self.by_uid), None)

    @cached_property
    def stated(self) -> tuple[Declaration, ...]:
        """The declarations that can be read: of a known kind, about what is there, with a value of the right kind."""
        return tuple(each for each in self.roster.declarations if self._fits(each))

    @cached_property
    def misplaced(self) -> tuple[Declaration, ...]:
        """All other declarations."""
        return tuple(each for each in self.roster.declarations if not self._fits(each))

    def declarations_of(self, kind: str) -> list[Declaration]:
        """Return what is declared of one kind: the readable declarations, and what choices in imported data say.

        What both say is said once.
        """
        return list(self._declared.get(kind, ()))

    @cached_property
    def _declared(self) -> Mapping[str, list[Declaration]]:
        """What is declared, by its kind."""
        chosen = [each for unit in self.units for each in unit.implied]
        said = set(map(_key, chosen))
        found: dict[str, list[Declaration]] = {}
        for each in (*(one for one in self.stated if _key(one) not in said), *chosen):
            found.setdefault(each.kind, []).append(each)
        return found

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        found: dict[str, int] = {}
        for unit in self.units:
            found.update(unit.numbers)
        return found

    def _fits(self, each: Declaration) -> bool:
        if not readable(self.system, each, self.by_uid, self._numbers):
            return False
        kind = self.system.declaration(each.kind)
        points = kind is not None and kind.value.type == "unit"
        return not points or (each.value in self.by_uid and each.value != each.subject)

    def understrength(self, datasheet: str) -> list[ArmyUnit]:
        """Return the units of a datasheet that are below their minimum and marked, in order."""
        return [unit for unit in self.units if unit.datasheet == datasheet and unit.is_understrength]

    def finding(
        self,
        severity: Severity,
        unit: ArmyUnit | None,
        code: str,
        rule: str,
        wanted: Plain = None,
        found: Plain = None,
        values: Mapping[str, Plain] | None = None,
        fixes: Iterable[Fix] = (),
    ) -> Finding:
        """Return a finding about a unit, or about the army.

        `rule` is a name of `System.rules` or a ledger id. Where one code can be said several times of one unit,
        `values["about"]` tells them apart. `fixes` are asked for only where they are wanted.

        Raises:
            UnknownWords: nobody wrote the code's sentence.
        """
        if not has_words(f"finding.{code}"):
            raise UnknownWords(f"finding.{code}")
        said = {"wanted": wanted, "found": found, **(values or {})}
        if unit:
            said = {"unit": unit.name, **said}
        path = unit.path if unit else ()
        made = Finding(self.system.rule(rule) or _rule_name(rule), code, severity, path, wanted, found, said)
        is_wanted = self.proposing and not (self.known and identity(made) in self.known)
        return replace(made, fixes=tuple(fixes)) if is_wanted else made


def readable(system: System, each: Declaration, units: Container[str], models: Mapping[str, int]) -> bool:
    """Whether a declaration is of a kind that the system has, with such a value, and about what there can be.

    Args:
        system: the system of the roster.
        each: the declaration.
        units: the uids of the units that it can be about.
        models: how many models each group has that it can be about, by uid.
    """
    kind = system.declaration(each.kind)
    if kind is None or bool(kind.key) != bool(each.key):
        return False
    try:
        check_value(kind.value, each.value)
    except OperationError:
        return False
    if kind.subject == "model":
        return each.index < models.get(each.subject, 0)
    return each.index == 0 and (each.subject in units if kind.subject == "unit" else not each.subject)


def _key(each: Declaration) -> tuple[str, str, int, object]:
    """Return what makes a declaration the same as another one."""
    return each.kind, each.subject, each.index, each.value


def _number(amount: Decimal) -> float:
    return int(amount) if amount == amount.to_integral_value() else float(amount)


def _rule_name(rule: str) -> str:
    """Return a ledger id as it is, and a name for which the system has no rule as one about the roster."""
    return f"roster.{rule}" if rule.islower() and "." not in rule else rule
