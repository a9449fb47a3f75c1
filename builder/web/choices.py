"""The choices of an imported unit as the roster page shows them: its models to count, then groups to choose from.

A group of which one may be chosen is a list to pick from, what may be had once is ticked, anything else has numbers. Where a
group is full, one more takes the place of another. What was chosen and has choices of its own stands below, at any depth;
models of one kind that choose each for itself stand together (`Kin`). Only the unit whose choices are open is worked out:
real units have hundreds of choices.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from builder.api.current import services
from builder.api.languages import language
from builder.rules.army import ArmyUnit
from builder.services.judging import Judged
from builder.web.printed_weapons import PrintedWeapon, printed_weapons
from builder.web.rendering import amount
from datasheets.closure import Closure, Resolved
from datasheets.evaluation.finding import Operation
from datasheets.evaluation.offering import Offered, offers_below, offers_in_units
from datasheets.evaluation.tree import Selection
from datasheets.markup import strip_marks
from datasheets.systems import System
from datasheets.words import translate

MOST_BUTTONS = 9
"""How many may stand as radio buttons; more are a list to unfold."""
Operations = tuple[Operation, ...]


@dataclass(frozen=True, slots=True)
class ModelsOf:
    """Equal models: how many, and what each carries."""

    name: str
    number: int
    carried: Sequence[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Counted:
    """Something that is counted: what it costs, how many there are, and the edits for one fewer and one more.

    `away` is what one more takes the place of, "" where there is room. There may be no edit for one more. `entry` is its id,
    where it is an entry.
    """

    name: str
    cost: str
    number: int
    least: int
    most: int | None
    fewer: Operations
    more: Operations
    arms: tuple[PrintedWeapon, ...] = ()
    away: str = ""
    entry: str = ""

    @property
    def is_settled(self) -> bool:
        """Whether there must be so many, no more and no fewer, and there are."""
        return self.least == self.number == self.most

    @property
    def can_grow(self) -> bool:
        """Whether there may be one more."""
        return bool(self.more) and (self.most is None or self.number < self.most)

    @property
    def is_flag(self) -> bool:
        """Whether it is there or not, and never twice."""
        return self.most == 1 and self.number <= 1

    @property
    def toggle(self) -> Operations:
        """The edits that tick it or take the tick away, none where neither can be."""
        return (self.fewer if self.number > self.least else ()) if self.number else self.more


@dataclass(frozen=True, slots=True)
class Pick:
    """One of a list to pick from; `operations` pick it instead of what is picked now."""

    name: str
    cost: str
    is_chosen: bool
    operations: Operations
    arms: tuple[PrintedWeapon, ...] = ()
    entry: str = ""


@dataclass(frozen=True, slots=True)
class ChoiceGroup:
    """Choices under a heading ("" without): to pick one of, or to count."""

    name: str
    least: int
    most: int | None
    picks: tuple[Pick, ...]
    counted: tuple[Counted, ...]

    @property
    def chosen_count(self) -> int:
        """How many are chosen."""
        return sum(each.is_chosen and bool(each.name) for each in self.picks) + sum(each.number for each in self.counted)

    @property
    def is_open(self) -> bool:
        """Whether something must still be chosen."""
        return self.chosen_count < self.least

    @property
    def is_swap(self) -> bool:
        """Whether it is always full: one more of anything is one fewer of something else."""
        return self.most is not None and self.most > 1 and self.least == self.most and len(self.counted) > 1


@dataclass(frozen=True, slots=True)
class Kin:
    """Models of one kind that choose each for itself, together: of how many, and who has what."""

    name: str
    number: int
    groups: tuple[ChoiceGroup, ...]


@dataclass(frozen=True, slots=True)
class ChoicesOf:
    """The choices below one selection, and those of what was chosen there; `kin` puts those of equal models together."""

    selection: Selection
    groups: tuple[ChoiceGroup, ...]
    below: tuple[ChoicesOf, ...]

    @property
    def kin(self) -> list[tuple[Kin | None, tuple[ChoicesOf, ...]]]:
        """What stands below, in order: models of one kind together with what they have in common, others alone."""
        alike: dict[str, list[ChoicesOf]] = {}
        for each in self.below:
            alike.setdefault(each.selection.entry, []).append(each)
        return [(_kin(group) if len(group) > 1 else None, tuple(group)) for group in alike.values()]


def is_open(uid: str, opened: str) -> bool:
    """Whether a root selection is open; `opened` names it, or a fold of it."""
    return f"{opened}-".startswith(f"u-{uid}-")


def models_of(printed: Mapping[str, Any]) -> tuple[ModelsOf, ...]:
    """Return the models of a unit with what they carry, from the data that also become its document."""
    things = [(kind, each["id"], each["name"]) for kind in ("weapons", "wargear") for each in printed[kind]]
    return tuple(
        ModelsOf(group["name"], group["number"], [(name, group[kind][id]) for kind, id, name in things if id in group[kind]])
        for group in printed["models"]
    )


def sizes_of_all(judged: Judged) -> Mapping[str, tuple[Counted, ...]]:
    """Return the kinds of models right below each imported unit that can be chosen now, to be counted, by the unit's uid."""
    units, top = judged.judgement.units, judged.evaluation.scopes
    wanted = {uid: unit.models.entries for uid, unit in units.items() if unit.models and unit.most != 1}
    offers = offers_below(top, wanted) if top else {}
    return {uid: tuple(_sizes(units[uid], found, ())) for uid, found in offers.items()}


def _sizes(unit: ArmyUnit, offers: Iterable[Offered], around: tuple[Offered, ...]) -> Iterator[Counted]:
    """Yield the models among some offers; where a group `around` is full, one more takes the place of another."""
    for each in offers:
        if each.is_group:
            yield from _sizes(unit, each.below, (*around, each))
        elif unit.closure and unit.models and each.choice.id in unit.models.entries:
            yield _Page(unit.closure, None, {}).count(unit.selection, each, around)


def choices_of(
    root: Selection,
    closure: Closure | None,
    judged: Judged,
    elsewhere: Collection[tuple[str, str]] = (),
) -> ChoicesOf | None:
    """Return everything that can be chosen below a root selection of imported data; None where these are gone.

    What has a control `elsewhere` on the page is left out: by the uid of the selection above it and the entry's id.
    """
    found = choices_of_all([(root, closure, elsewhere)], judged)
    return found[0]


def choices_of_all(
    roots: Sequence[tuple[Selection, Closure | None, Collection[tuple[str, str]]]], judged: Judged
) -> list[ChoicesOf | None]:
    """Return for several root selections what `choices_of` says of each, in the time that one takes."""
    asked = {root.uid for root, closure, _ in roots if closure}
    offers = offers_in_units(judged.roster, services().catalogues, asked, judged.evaluation.scopes)
    made: list[ChoicesOf | None] = []
    for root, closure, elsewhere in roots:
        of_root = {each.uid: offers.get(each.uid, ()) for each in root.walk()}
        left = {uid: [one for each in all if (one := _rest_of(each, uid, elsewhere))] for uid, all in of_root.items()}
        made.append(_Page(closure, judged.system, left).choices(root) if closure else None)
    return made


def _rest_of(each: Offered, uid: str, elsewhere: Collection[tuple[str, str]]) -> Offered | None:
    """Return what is left of an offer, None where nothing is."""
    if not each.is_group:
        return None if (uid, each.choice.id) in elsewhere else each
    below = tuple(one for inner in each.below if (one := _rest_of(inner, uid, elsewhere)))
    return replace(each, below=below) if below else None


@dataclass(frozen=True, slots=True)
class _Page:
    """What can be chosen below each selection, on its way to the page; without a system nothing has a profile."""

    closure: Closure
    system: System | None
    offers: Mapping[str, Sequence[Offered]]

    def choices(self, selection: Selection) -> ChoicesOf:
        found = self.offers.get(selection.uid, ())
        loose = [each for each in found if not each.is_group and not _is_settled(each, selection)]
        counted = tuple(self.count(selection, each, ()) for each in loose)
        groups = [ChoiceGroup("", 0, None, (), counted)] if counted else []
        groups += [group for each in found if each.is_group for group in self._groups(selection, "", each, ())]
        below = map(self.choices, selection.selections)
        return ChoicesOf(selection, tuple(groups), tuple(each for each in below if each.groups or each.below))

    def _groups(
        self, selection: Selection, above: str, group: Offered, around: tuple[Offered, ...]
    ) -> Iterator[ChoiceGroup]:
        """Yield a group that is one list as a whole, or else its own entries and then the groups in it."""
        called = strip_marks(group.choice.name).rstrip(": ")
        name = f"{above} › {called}" if above else called
        around = (*around, group)
        if group.most == 1:
            picks = tuple(self._picks(selection, group, around))
            yield ChoiceGroup(name, group.least, 1, picks, ())
            return
        own = tuple(each for each in group.below if not each.is_group)
        if own:
            counted = tuple(self.count(selection, each, around) for each in own)
            yield ChoiceGroup(name, group.least, group.most, (), counted)
        for each in group.below:
            if each.is_group:
                yield from self._groups(selection, name, each, around)

    def _picks(self, selection: Selection, group: Offered, around: tuple[Offered, ...]) -> Iterator[Pick]:
        entries = list(group.entries())
        ids = {each.choice.id for each in entries}
        chosen = [child for child in selection.selections if child.entry in ids]
        away: Operations = tuple({"op": "remove", "selection": child.uid} for child in chosen)
        if not group.least:
            yield Pick("", "", not chosen, away)
        for each in entries:
            is_chosen = any(child.entry == each.choice.id for child in chosen)
            blocked, other = (False, None) if chosen else _in_the_way(selection, each, around[:-1])
            gone = (*away, _edit("deselect", selection, other)) if other else away
            operations = () if blocked and not other else (*gone, _edit("select", selection, each))
            name, arms = strip_marks(each.choice.name), self._arms(each)
            yield Pick(name, self._cost(each), is_chosen, operations, arms, each.choice.id)

    def count(self, selection: Selection, each: Offered, around: tuple[Offered, ...]) -> Counted:
        number = _number(selection, each)
        blocked, other = _in_the_way(selection, each, around)
        more: Operations = (_edit("select", selection, each),)
        if blocked:
            more = (_edit("deselect", selection, other), *more) if other else ()
        return Counted(
            strip_marks(each.choice.name),
            self._cost(each),
            number,
            each.least,
            each.most,
            (_edit("deselect", selection, each),) if number else (),
            more,
            self._arms(each),
            strip_marks(other.choice.name) if other else "",
            each.choice.id,
        )

    def _arms(self, each: Offered) -> tuple[PrintedWeapon, ...]:
        return (
            printed_weapons(each.choice, self.closure, self.system)
            if self.system and isinstance(each.choice, Resolved)
            else ()
        )

    def _cost(self, each: Offered) -> str:
        """Return what an entry costs as it is written, modifiers aside."""
        if not isinstance(each.choice, Resolved):
            return ""
        costs = ((self._cost_name(cost.type), cost.value) for cost in each.choice.costs)
        return ", ".join(f"{amount(value)} {name}" for name, value in costs if value and name)

    def _cost_name(self, id: str) -> str:
        """Return the short name of a cost, "" of one that the data do not have: ours where they mean the same."""
        type = self.closure.cost_types.get(id)
        if type is None:
            return ""
        ours = self.system.imported_cost(type.name) if self.system else ""
        short = next((each.short for each in self.system.costs if each.id == ours), "") if self.system and ours else ""
        return translate(short, language()) or type.name.strip()


def _number(selection: Selection, each: Offered) -> int:
    """Return how often an entry is chosen below a selection; what every model has at once counts once."""
    number = sum(child.number for child in selection.selections if child.entry == each.choice.id)
    return number // max(1, selection.number) if isinstance(each.choice, Resolved) and each.choice.collective else number


def _in_the_way(selection: Selection, each: Offered, around: tuple[Offered, ...]) -> tuple[bool, Offered | None]:
    """Return whether a group around an entry is full, and which of its entries may make room: the one there are most of."""
    for group in reversed(around):
        entries = list(group.entries())
        if group.most is None or sum(_number(selection, one) for one in entries) < group.most:
            continue
        others = [one for one in entries if one.choice.id != each.choice.id and _number(selection, one) > one.least]
        return True, max(others, key=lambda one: _number(selection, one), default=None)
    return False, None


def _is_settled(each: Offered, selection: Selection) -> bool:
    """Whether nothing can be chosen: there must be so many, and there are."""
    return each.least == each.most and _number(selection, each) == each.least


def _edit(op: str, selection: Selection, each: Offered) -> Operation:
    return {"op": op, "parent": selection.uid, "entry": each.choice.id}


def _kin(alike: Sequence[ChoicesOf]) -> Kin | None:
    """Return equal models together, None where they have nothing in common that can be picked or ticked."""
    groups = (
        _common([group for each in alike for group in each.groups if group.name == first.name], len(alike))
        for first in alike[0].groups
    )
    made = tuple(group for group in groups if group)
    shown = alike[0].selection
    return Kin(shown.title or strip_marks(shown.name), len(alike), made) if made else None


def _common(groups: Sequence[ChoiceGroup], number: int) -> ChoiceGroup | None:
    """Return one group of which so many models have one each: every choice counted, "2 of 10 carry it"."""
    if len(groups) != number or not all(each.picks or all(one.is_flag for one in each.counted) for each in groups):
        return None
    picked = (one.name for each in groups for one in each.picks if one.name)
    names = dict.fromkeys((*picked, *(one.name for each in groups for one in each.counted)))
    counted = tuple(_merge_choices(name, groups, number) for name in names)
    return ChoiceGroup(groups[0].name, 0, number, (), counted) if len(counted) > 1 or not groups[0].least else None


def _merge_choices(name: str, groups: Iterable[ChoiceGroup], number: int) -> Counted:
    """Return a choice of several models: who has it, the edits by which the next takes it and the last gives it back."""
    takes: list[Operations] = []
    gives: list[Operations] = []
    cost, arms = "", tuple[PrintedWeapon, ...]()
    for group in groups:
        none = next((each.operations for each in group.picks if not each.name), ())
        for each in group.picks:
            if each.name == name:
                cost, arms = each.cost, each.arms
                (gives if each.is_chosen else takes).append(none if each.is_chosen else each.operations)
        for one in group.counted:
            if one.name == name:
                cost, arms = one.cost, one.arms
                (gives if one.number else takes).append(one.toggle)
    more, fewer = next(iter(takes), ()), next(reversed(gives), ())
    return Counted(name, cost, len(gives), 0, number, fewer, more, arms)
