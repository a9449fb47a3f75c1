"""Declarations about models: in a roster about one of a selection, in a document about one of a group of equal models.

A native selection is one group. An imported one is several where its models carry different things: the groups of "s5" are
"s5", "s5/2", "s5/3"; a unit that is a single model itself, "s3", is the group "s3/model".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from datasheets.evaluation.tree import Declaration
from datasheets.systems import systems
from exports.document.model import Unit

Groups = Mapping[str, Sequence[tuple[str, int]]]
"""The groups of each selection in order: their ids, and how many models each has."""


@cache
def model_kinds() -> frozenset[str]:
    """Return the kinds of declarations that are, in some system, about a model."""
    return frozenset(kind.kind for each in systems() for kind in each.declarations if kind.subject == "model")


def to_document(declarations: Iterable[Declaration], units: Iterable[Mapping[str, Any]]) -> tuple[Declaration, ...]:
    """Return declarations as a document has them; what is declared twice of the same once."""
    groups = _groups((group["id"], group["number"]) for unit in units for group in unit["models"])
    placed = [_place(each, groups) for each in declarations]
    first: dict[object, Declaration] = {}
    for each in placed:
        first.setdefault((each.kind, each.subject, each.key, each.index), each)
    implied = {id(each) for each in first.values()}
    return tuple(each for each in placed if id(each) in implied or each.kind not in model_kinds())


def from_document(declarations: Iterable[Declaration], units: Iterable[Unit]) -> tuple[Declaration, ...]:
    """Return declarations as a roster has them."""
    groups = _groups((group.id, group.number) for unit in units for group in unit.models)
    return tuple(_back(each, groups) for each in declarations)


def _groups(found: Iterable[tuple[str, int]]) -> Groups:
    groups: dict[str, list[tuple[str, int]]] = {}
    for id, number in found:
        groups.setdefault(id.split("/")[0], []).append((id, number))
    return groups


def _place(each: Declaration, groups: Groups) -> Declaration:
    if each.kind not in model_kinds():
        return each
    at = each.index
    for id, number in groups.get(each.subject, ()):
        if at < number:
            return replace(each, subject=id, index=at)
        at -= number
    return each


def _back(each: Declaration, groups: Groups) -> Declaration:
    uid = each.subject.split("/")[0]
    before = list(_before(groups.get(uid, ()), each.subject))
    return replace(each, subject=uid, index=each.index + sum(before)) if each.kind in model_kinds() else each


def _before(groups: Sequence[tuple[str, int]], id: str) -> Iterator[int]:
    for other, number in groups:
        if other == id:
            return
        yield number
