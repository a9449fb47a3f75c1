"""Finding and replacing nodes of a roster's tree.

Trees are frozen: a replacement makes a new tree that shares every part that did not change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from builder.operations.error import OperationError
from datasheets.evaluation.tree import Aside, Force, Roster, Selection
from datasheets.words import Message


@dataclass(frozen=True, slots=True)
class Place:
    """Where a selection stands: the forces and the selections around it, outermost first, itself last."""

    forces: tuple[Force, ...]
    selections: tuple[Selection, ...]

    @property
    def force(self) -> Force:
        """The force that it is in."""
        return self.forces[-1]

    @property
    def unit(self) -> Selection:
        """The root selection that it belongs to (itself, if it is one)."""
        return self.selections[0]

    @property
    def selection(self) -> Selection:
        """The selection itself."""
        return self.selections[-1]

    @property
    def siblings(self) -> tuple[Selection, ...]:
        """The selections beside it, itself among them."""
        return self.selections[-2].selections if len(self.selections) > 1 else self.force.selections


def forces(roster: Roster) -> Iterator[Force]:
    """Yield every force of the roster, outer ones first."""
    for force in roster.forces:
        yield from forces_within(force)


def forces_within(force: Force) -> Iterator[Force]:
    """Yield a force and those that stand in it."""
    yield force
    for inner in force.forces:
        yield from forces_within(inner)


def aside(roster: Roster) -> Iterator[tuple[Force, Aside]]:
    """Yield what was set aside, with the force that it comes back to."""
    for force in forces(roster):
        yield from ((force, each) for each in force.aside)


def find_force(roster: Roster, uid: str, pointer: str) -> Force:
    """Return the force with this uid.

    Raises:
        OperationError: there is none.
    """
    for force in forces(roster):
        if force.uid == uid:
            return force
    some = [repr(force.uid) for force, _ in zip(forces(roster), range(5), strict=False)]
    code = "no-force" if some else "no-forces"
    raise OperationError(pointer, Message(f"refused.edit.{code}", {"id": repr(uid), "forces": some}))


def find(roster: Roster, uid: str, pointer: str) -> Place:
    """Return the place of the selection with this uid.

    Raises:
        OperationError: there is none.
    """
    for force in roster.forces:
        place = _find(uid, (force,))
        if place is not None:
            return place
    code = "aside" if any(uid in {node.uid for node in each.selection.walk()} for _, each in aside(roster)) else "gone"
    raise OperationError(pointer, Message(f"refused.edit.{code}", {"id": repr(uid)}))


def find_unit(roster: Roster, uid: str, pointer: str) -> Place:
    """Return the place of a root selection.

    Raises:
        OperationError: there is no such selection, or it lies inside another.
    """
    place = find(roster, uid, pointer)
    if len(place.selections) > 1:
        raise OperationError(pointer, Message("refused.edit.part", {"id": repr(uid), "unit": repr(place.unit.uid)}))
    return place


def put(roster: Roster, uid: str, *instead: Selection) -> Roster:
    """Return the roster with the given selections (none, one or several) in the place of selection `uid`."""

    def change(siblings: tuple[Selection, ...]) -> tuple[Selection, ...]:
        return tuple(new for old in siblings for new in (instead if old.uid == uid else (_within(old, change),)))

    def change_in(force: Force) -> Force:
        holds = (any(each.uid == uid for each in selection.walk()) for selection in force.selections)
        at = next((at for at, is_there in enumerate(holds) if is_there), None)
        if at is None:
            return force
        before, behind = force.selections[:at], force.selections[at + 1 :]
        return replace(force, selections=(*before, *change((force.selections[at],)), *behind))

    return replace(roster, forces=_over(roster.forces, change_in))


def put_copy(roster: Roster, place: Place, copy: Selection) -> Roster:
    """Return the roster with a copy of the selection at a place, behind the last of this name beside it.

    What is called the same so stands in the order in which it came.
    """
    last = [each for each in place.siblings if each.name == place.selection.name][-1]
    return put(roster, last.uid, last, copy)


def put_force(roster: Roster, uid: str, *instead: Force) -> Roster:
    """Return the roster with the given forces in the place of force `uid`."""

    def change(siblings: tuple[Force, ...]) -> tuple[Force, ...]:
        return tuple(new for old in siblings for new in (instead if old.uid == uid else (_inner(old, change),)))

    return replace(roster, forces=change(roster.forces))


def relabel(roster: Roster, selection: Selection) -> tuple[Roster, Selection]:
    """Return a copy of a selection with new uids all through, and the roster that has given them out."""
    count = roster.next_uid

    def copy(node: Selection) -> Selection:
        nonlocal count
        uid, count = f"s{count}", count + 1
        return replace(node, uid=uid, selections=tuple(copy(child) for child in node.selections))

    fresh = copy(selection)
    return replace(roster, next_uid=count), fresh


def _find(uid: str, around: tuple[Force, ...]) -> Place | None:
    for selection in around[-1].selections:
        chain = _chain(uid, selection)
        if chain:
            return Place(around, chain)
    for inner in around[-1].forces:
        place = _find(uid, (*around, inner))
        if place is not None:
            return place
    return None


def _chain(uid: str, selection: Selection) -> tuple[Selection, ...]:
    if selection.uid == uid:
        return (selection,)
    for child in selection.selections:
        chain = _chain(uid, child)
        if chain:
            return (selection, *chain)
    return ()


def _within(selection: Selection, change: Callable[[tuple[Selection, ...]], tuple[Selection, ...]]) -> Selection:
    children = change(selection.selections)
    same = len(children) == len(selection.selections) and all(
        a is b for a, b in zip(children, selection.selections, strict=True)
    )
    return selection if same else replace(selection, selections=children)


def _over(around: tuple[Force, ...], change: Callable[[Force], Force]) -> tuple[Force, ...]:
    return tuple(change(_inner(force, lambda inner: _over(inner, change))) for force in around)


def _inner(force: Force, change: Callable[[tuple[Force, ...]], tuple[Force, ...]]) -> Force:
    return replace(force, forces=change(force.forces)) if force.forces else force
