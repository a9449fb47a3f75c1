"""Whether a unit's wargear is legal: some way to take its bullets gives each model exactly what it has.

Every model takes each bullet at most once; over the whole unit each bullet keeps its limit ("once", "one for every five
models"). What a model needs is worked out once for each different set of items; then the models are shared out among their
ways, exactly: no legal wargear is refused, no illegal wargear passes. Source: 9E-WARG-01..03, 9E-Q-20.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal

from datasheets.evaluation.derivation import Budget, Derivation, Items, TooEntangled, Ways, normalize
from datasheets.evaluation.sharing import Shared, share_out
from datasheets.evaluation.tree import Selection
from datasheets.model import Bullet, Loadout

NOTHING_TAKEN = Derivation((), frozenset())
"""The best derivation of the default, whatever bullets there are: no other takes fewer."""

Reason = Literal["wargear", "limit", "uneven", "entangled"]


@dataclass(frozen=True, slots=True)
class Group:
    """Equally equipped models: `items` is what each has, None where their items do not divide evenly."""

    uid: str
    row: str
    models: int
    items: Items | None


@dataclass(frozen=True, slots=True)
class Taking:
    """So many models of a group took a choice of a bullet."""

    bullet: str
    choice: int
    uid: str
    models: int


@dataclass(frozen=True, slots=True)
class Unexplained:
    """Models of a group whose wargear no taking explains.

    `reason`: no bullets give this wargear; they would, but one ("bullet") is taken `wanted` times already and `found` times
    in all; items do not divide among the models; or the bullets are too entangled to say.
    """

    uid: str
    models: int
    reason: Reason
    bullet: str = ""
    wanted: int = 0
    found: int = 0


@dataclass(frozen=True, slots=True)
class Verdict:
    """Which bullets were taken, by as few as possible, and what they leave unexplained."""

    takings: tuple[Taking, ...]
    unexplained: tuple[Unexplained, ...]

    @property
    def is_legal(self) -> bool:
        """Whether every model's wargear is explained."""
        return not self.unexplained


def groups_of(unit: Selection) -> tuple[Group, ...]:
    """Return the groups of equal models of a native unit."""
    return tuple(_group(node) for node in unit.selections if node.number > 0)


def judge(loadout: Loadout, groups: Sequence[Group]) -> Verdict:
    """Return whether a unit's wargear is legal, and how. Groups of rows that the loadout does not know are left out."""
    return _Unit(loadout, groups).verdict()


def options(loadout: Loadout, groups: Sequence[Group]) -> tuple[Taking, ...]:
    """Return what can still be taken: bullet, choice, group, and at most how many of its models.

    A taking is offered where the models have what it replaces, the wargear afterwards is one that bullets explain, and no
    more models are left unexplained than before. Where the bullets are too entangled, what was found until then.
    """
    found: list[Taking] = []
    with suppress(TooEntangled):
        for offer in _Unit(loadout, groups).offers():
            found.append(offer)
    return tuple(found)


def limit_of(bullet: Bullet, models: int) -> int | None:
    """Return how often a unit of so many models can take a bullet, None where any number of models can."""
    limits = [] if bullet.most is None else [bullet.most]
    if bullet.per_models is not None:
        limits.append(models // bullet.per_models * bullet.each)
    return min(limits, default=None)


def _group(node: Selection) -> Group:
    found: dict[str, int] = {}
    for item in node.selections:
        found[item.entry] = found.get(item.entry, 0) + item.number
    even = all(number % node.number == 0 for number in found.values())
    return Group(node.uid, node.entry, node.number, {id: n // node.number for id, n in found.items()} if even else None)


class _Unit:
    """The bullets of a loadout with the limits that they have in a unit of this size."""

    def __init__(self, loadout: Loadout, groups: Sequence[Group]) -> None:
        self.loadout = loadout
        self.groups = [group for group in groups if group.row in loadout.defaults]
        size = sum(group.models for group in groups)
        limits = {index: limit_of(bullet, size) for index, bullet in enumerate(loadout.bullets)}
        self.limits = {index: limit for index, limit in limits.items() if limit is not None}
        self.budget = Budget()
        self.rows: dict[str, Ways] = {}
        self.ways: dict[tuple[str, tuple[tuple[str, int], ...]], tuple[Derivation, ...]] = {}

    def verdict(self) -> Verdict:
        """Judge the unit as it is."""
        try:
            shared = self._share_groups(self.groups)
        except TooEntangled:
            return Verdict((), tuple(Unexplained(group.uid, group.models, "entangled") for group in self.groups))
        takings = [
            Taking(self.loadout.bullets[take.bullet].id, take.choice, group.uid, models)
            for group, ways in zip(self.groups, shared, strict=True)
            for way, models in ways.by_way
            for take in way.takes
        ]
        return Verdict(tuple(_join(takings)), tuple(self._explain_rest(shared)))

    def offers(self) -> Iterator[Taking]:
        """Yield what can still be taken."""
        left = self._models_left(self.groups)
        for index, bullet in enumerate(self.loadout.bullets):
            for choice, given in enumerate(bullet.choices):
                for group in self.groups:
                    after = _after(group, bullet, given)
                    models = self._most(group, after, min(group.models, self.limits.get(index, group.models)), left)
                    if models:
                        yield Taking(bullet.id, choice, group.uid, models)

    def _most(self, group: Group, after: Items | None, most: int, left: int) -> int:
        """Return the largest number of a group's models that can have other items without more being unexplained."""
        if after is None or not self._ways(replace(group, items=after)):
            return 0
        others = [each for each in self.groups if each is not group]
        for models in range(most, 0, -1):
            rest = [replace(group, models=group.models - models)] if models < group.models else []
            if self._models_left([*others, *rest, replace(group, models=models, items=after)]) <= left:
                return models
        return 0

    def _models_left(self, groups: Sequence[Group]) -> int:
        return sum(each.left for each in self._share_groups(groups))

    def _share_groups(self, groups: Sequence[Group]) -> list[Shared]:
        return share_out([(self._ways(group), group.models) for group in groups], self.limits, self.budget)

    def _ways(self, group: Group) -> tuple[Derivation, ...]:
        if group.items is None:
            return ()
        key = group.row, normalize(group.items)
        if key not in self.ways:
            as_it_comes = key[1] == normalize(self.loadout.defaults[group.row])
            self.ways[key] = (NOTHING_TAKEN,) if as_it_comes else self._row(group.row).to(group.items)
        return self.ways[key]

    def _row(self, row: str) -> Ways:
        if row not in self.rows:
            bullets = {at: bullet for at, bullet in enumerate(self.loadout.bullets) if row in bullet.models}
            self.rows[row] = Ways(self.loadout.defaults[row], bullets, self.limits, self.budget)
        return self.rows[row]

    def _explain_rest(self, shared: Sequence[Shared]) -> Iterator[Unexplained]:
        needed = {index: self._needs(index, shared) for index in self.limits}
        for group, ways in zip(self.groups, shared, strict=True):
            if not ways.left:
                continue
            if group.items is None:
                yield Unexplained(group.uid, ways.left, "uneven")
            elif not self._ways(group):
                yield Unexplained(group.uid, ways.left, "wargear")
            else:
                full = (at for at in sorted(self._ways(group)[0].limited) if needed[at] > self.limits[at])
                at = next(full, min(self._ways(group)[0].limited))
                bullet = self.loadout.bullets[at].id
                yield Unexplained(group.uid, ways.left, "limit", bullet, self.limits[at], needed[at])

    def _needs(self, bullet: int, shared: Sequence[Shared]) -> int:
        """Return how often a bullet would be taken if all models that lack only a limit had what they want."""
        needed = 0
        for group, ways in zip(self.groups, shared, strict=True):
            needed += sum(models for way, models in ways.by_way if bullet in way.limited)
            own = self._ways(group)
            needed += ways.left if own and bullet in own[0].limited else 0
        return needed


def _after(group: Group, bullet: Bullet, given: Items) -> Items | None:
    """Return what a model has after it took a bullet, None where it cannot or nothing changes."""
    if group.items is None or group.row not in bullet.models:
        return None
    after = dict(group.items)
    for item, number in bullet.replace.items():
        after[item] = after.get(item, 0) - number
    if any(number < 0 for number in after.values()):
        return None
    for item, number in given.items():
        after[item] = after.get(item, 0) + number
    return None if normalize(after) == normalize(group.items) else after


def _join(takings: Sequence[Taking]) -> Iterator[Taking]:
    """Yield takings of one choice by one group as one, in the order of the bullets' first taking."""
    found: dict[tuple[str, int, str], Taking] = {}
    for taking in takings:
        key = taking.bullet, taking.choice, taking.uid
        found[key] = replace(taking, models=taking.models + (found[key].models if key in found else 0))
    yield from found.values()


def count_bullets(verdict: Verdict) -> Mapping[str, int]:
    """Return how often each bullet is taken, by its id."""
    found: dict[str, int] = {}
    for taking in verdict.takings:
        found[taking.bullet] = found.get(taking.bullet, 0) + taking.models
    return found
