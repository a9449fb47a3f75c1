"""Declarations that follow what they are about when the tree changes.

A declaration names a selection, and one of its equal models by index. When models are split off, put together, or fewer,
it stays with its model; when the last such model goes, it goes too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from datasheets.evaluation.tree import Declaration, Roster, Selection

Declarations = tuple[Declaration, ...]


def split_off(declarations: Declarations, rest: Selection, taken: Selection) -> Declarations:
    """Return the declarations after the models of `rest.uid` from index `rest.number` on became `taken`."""

    def move(each: Declaration) -> Declaration:
        if each.subject != rest.uid or each.index < rest.number:
            return each
        return replace(each, subject=taken.uid, index=each.index - rest.number)

    return tuple(move(each) for each in declarations)


def join(declarations: Declarations, into: Selection, gone: Selection) -> Declarations:
    """Return the declarations after the models of `gone` were put behind those of `into` (its number before that)."""

    def move(each: Declaration) -> Declaration:
        return replace(each, subject=into.uid, index=into.number + each.index) if each.subject == gone.uid else each

    return tuple(move(each) for each in declarations)


def shrink(declarations: Declarations, uid: str, number: int) -> Declarations:
    """Return the declarations after selection `uid` has only `number` models left: models that were declared stay first."""
    marked = sorted({each.index for each in declarations if each.subject == uid})
    free = iter(index for index in range(number) if index not in marked)
    place = {index: index if index < number else next(free, None) for index in marked}
    kept: list[Declaration] = []
    for each in declarations:
        index = place[each.index] if each.subject == uid else each.index
        if index is not None:
            kept.append(replace(each, index=index))
    return tuple(kept)


def without_gone(before: Roster, after: Roster, naming: frozenset[str]) -> Roster:
    """Return `after` without declarations about selections that only `before` had; those of the kinds `naming` name one."""
    if not after.declarations:
        return after
    old, new = {id(unit): unit for unit in before.units()}, {id(unit): unit for unit in after.units()}
    gone = _uids(unit for key, unit in old.items() if key not in new)
    gone -= _uids(unit for key, unit in new.items() if key not in old)
    kept = tuple(
        each for each in after.declarations if each.subject not in gone and not (each.kind in naming and each.value in gone)
    )
    return replace(after, declarations=kept) if len(kept) < len(after.declarations) else after


def _uids(units: Iterable[Selection]) -> set[str]:
    return {selection.uid for unit in units for selection in unit.walk()}


def copy_declarations(
    declarations: Declarations, pairs: Iterable[tuple[Selection, Selection]], kinds: frozenset[str]
) -> Declarations:
    """Return the declarations of `kinds` about the first of each pair, made about the second."""
    twin = {old.uid: new.uid for old, new in pairs}
    return tuple(
        replace(each, subject=twin[each.subject]) for each in declarations if each.subject in twin and each.kind in kinds
    )
