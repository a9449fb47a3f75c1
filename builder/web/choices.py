"""The choices of an imported unit as the roster page shows them: its models to count, then groups to choose from.

A group of which one may be chosen is a list to pick from, anything else has numbers. What was chosen and has choices of its
own stands below them, at any depth. Only the unit whose choices are open is worked out: real units have hundreds of choices.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from builder.api.current import services
from builder.rules.army import ArmyUnit
from datasheets.closure import Closure, Resolved
from datasheets.evaluation.finding import Operation
from datasheets.evaluation.offering import Offered, offers_in_unit
from datasheets.evaluation.tree import Roster, Selection
from datasheets.markup import strip_marks


@dataclass(frozen=True, slots=True)
class ModelsOf:
    """Equal models: how many, and what each carries."""

    name: str
    number: int
    carried: Sequence[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Counted:
    """Something that is counted: what it costs, how many there are, and the edits for one fewer and one more."""

    name: str
    cost: str
    number: int
    least: int
    most: int | None
    fewer: tuple[Operation, ...]
    more: tuple[Operation, ...]

    @property
    def can_grow(self) -> bool:
        """Whether there may be one more."""
        return self.most is None or self.number < self.most


@dataclass(frozen=True, slots=True)
class Pick:
    """One of a list to pick from; `operations` pick it instead of what is picked now."""

    name: str
    cost: str
    is_chosen: bool
    operations: tuple[Operation, ...]


@dataclass(frozen=True, slots=True)
class ChoiceGroup:
    """Choices under a heading ("" without): to pick one of, or to count."""

    name: str
    least: int
    most: int | None
    picks: tuple[Pick, ...]
    counted: tuple[Counted, ...]

    @property
    def is_open(self) -> bool:
        """Whether something must still be chosen."""
        chosen = sum(each.is_chosen for each in self.picks) + sum(each.number for each in self.counted)
        return chosen < self.least


@dataclass(frozen=True, slots=True)
class ChoicesOf:
    """The choices below one selection, and those of what was chosen there."""

    selection: Selection
    groups: tuple[ChoiceGroup, ...]
    below: tuple[ChoicesOf, ...]


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


def sizes_of(unit: ArmyUnit) -> tuple[Counted, ...]:
    """Return the kinds of models right below an imported unit, to be counted."""
    if unit.models is None or unit.closure is None or unit.resolved is None:
        return ()
    rows = [offer for offer in unit.closure.offers(unit.resolved) if offer.id in unit.models.entries]
    return tuple(_count_offer(unit.closure, unit.selection, Offered(row, 0, None)) for row in rows) if unit.most != 1 else ()


def choices_of(
    root: Selection, closure: Closure | None, roster: Roster, elsewhere: Collection[tuple[str, str]] = ()
) -> ChoicesOf | None:
    """Return everything that can be chosen below a root selection of imported data; None where these are gone.

    What has a control `elsewhere` on the page is left out: by the uid of the selection above it and the entry's id.
    """
    if closure is None:
        return None
    offers = offers_in_unit(roster, services().catalogues, root.uid)
    left = {uid: [one for each in found if (one := _rest_of(each, uid, elsewhere))] for uid, found in offers.items()}
    return _choices(closure, root, left)


def _rest_of(each: Offered, uid: str, elsewhere: Collection[tuple[str, str]]) -> Offered | None:
    """Return what is left of an offer, None where nothing is."""
    if not each.is_group:
        return None if (uid, each.choice.id) in elsewhere else each
    below = tuple(one for inner in each.below if (one := _rest_of(inner, uid, elsewhere)))
    return replace(each, below=below) if below else None


def _choices(closure: Closure, selection: Selection, offers: Mapping[str, Sequence[Offered]]) -> ChoicesOf:
    found = offers.get(selection.uid, ())
    loose = [each for each in found if not each.is_group and not _is_settled(each, selection)]
    counted = tuple(_count_offer(closure, selection, each) for each in loose)
    groups = [ChoiceGroup("", 0, None, (), counted)] if counted else []
    groups += [group for each in found if each.is_group for group in _groups(closure, selection, "", each)]
    below = (_choices(closure, child, offers) for child in selection.selections)
    return ChoicesOf(selection, tuple(groups), tuple(each for each in below if each.groups or each.below))


def _is_settled(each: Offered, selection: Selection) -> bool:
    """Whether nothing can be chosen: there must be so many, and there are."""
    number = sum(child.number for child in selection.selections if child.entry == each.choice.id)
    return each.least == each.most and number == each.least * (selection.number if each.choice.collective else 1)


def _groups(closure: Closure, selection: Selection, above: str, group: Offered) -> Iterator[ChoiceGroup]:
    """Yield a group that is one list as a whole, or else its own entries and then the groups in it."""
    called = strip_marks(group.choice.name)
    name = f"{above} › {called}" if above else called
    if group.most == 1:
        yield _group(closure, selection, name, group)
        return
    own = tuple(each for each in group.below if not each.is_group)
    if own:
        yield _group(closure, selection, name, Offered(group.choice, group.least, group.most, own))
    for each in group.below:
        if each.is_group:
            yield from _groups(closure, selection, name, each)


def _group(closure: Closure, selection: Selection, name: str, group: Offered) -> ChoiceGroup:
    entries = list(group.entries())
    if group.most == 1:
        return ChoiceGroup(name, group.least, 1, tuple(_picks(closure, selection, group, entries)), ())
    counted = tuple(_count_offer(closure, selection, each) for each in entries)
    return ChoiceGroup(name, group.least, group.most, (), counted)


def _picks(closure: Closure, selection: Selection, group: Offered, entries: Sequence[Offered]) -> Iterator[Pick]:
    ids = {each.choice.id for each in entries}
    chosen = [child for child in selection.selections if child.entry in ids]
    away = tuple({"op": "remove", "selection": child.uid} for child in chosen)
    if not group.least:
        yield Pick("", "", not chosen, away)
    for each in entries:
        is_chosen = any(child.entry == each.choice.id for child in chosen)
        yield Pick(strip_marks(each.choice.name), _cost(closure, each), is_chosen, (*away, _select(selection, each)))


def _count_offer(closure: Closure, selection: Selection, each: Offered) -> Counted:
    number = sum(child.number for child in selection.selections if child.entry == each.choice.id)
    fewer = {"op": "deselect", "parent": selection.uid, "entry": each.choice.id}
    more = _select(selection, each)
    return Counted(
        strip_marks(each.choice.name),
        _cost(closure, each),
        number,
        each.least,
        each.most,
        (fewer,) if number else (),
        (more,),
    )


def _select(selection: Selection, each: Offered) -> Operation:
    return {"op": "select", "parent": selection.uid, "entry": each.choice.id}


def _cost(closure: Closure, each: Offered) -> str:
    """Return what an entry costs as it is written, modifiers aside."""
    if not isinstance(each.choice, Resolved):
        return ""
    types = closure.cost_types
    costs = ((types[cost.type].name.strip(), cost.value) for cost in each.choice.costs if cost.value and cost.type in types)
    return ", ".join(f"{value.normalize():f} {name}" for name, value in costs)
