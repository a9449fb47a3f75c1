"""The wargear options of a native unit as the roster page shows them: what each gives, how many took it, and the edits for
one more and one fewer. What one model may have once is ticked, one of several is picked, anything else is counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from builder.rules.army import ArmyUnit
from builder.rules.cards import can_use
from builder.web.choices import Counted, Operations, Pick
from builder.web.printed_weapons import PrintedWeapon, printed_weapons
from datasheets.closure import Resolved
from datasheets.evaluation.loadout import Group, Taking, Verdict, count_bullets, groups_of, judge, limit_of, options
from datasheets.model import Bullet, Loadout
from datasheets.systems import System

Items = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Swap:
    """One wargear option: its text, how often it is and may be taken, and its choices, to pick one of or to count.

    `every` is for each counted choice how many models can take it at once now, and the edit.
    """

    bullet: Bullet
    taken: int
    most: int
    picks: tuple[Pick, ...]
    counted: tuple[Counted, ...]
    every: tuple[tuple[int, Operations], ...]

    @property
    def is_open(self) -> bool:
        """Whether something of it can be taken now."""
        picks = any(each.operations and not each.is_chosen for each in self.picks)
        return picks or any(each.more for each in self.counted)

    @property
    def is_swap(self) -> bool:
        """Whether something is given away for it."""
        return bool(self.bullet.replace)


def swaps_of(unit: ArmyUnit, system: System) -> tuple[Swap, ...]:
    """Return the wargear options of a unit in the order of its datasheet."""
    if not unit.loadout or not unit.verdict:
        return ()
    offers = (unit.closure.offers(row.entry) for row in unit.rows) if unit.closure else ()
    known = {each.id: each for found in offers for each in found}
    page = _Unit(unit, unit.loadout, unit.verdict, groups_of(unit.selection), system, known)
    return tuple(page.swaps())


@dataclass(frozen=True, slots=True)
class _Unit:
    unit: ArmyUnit
    loadout: Loadout
    verdict: Verdict
    groups: tuple[Group, ...]
    system: System
    known: Mapping[str, Resolved]

    def swaps(self) -> Iterator[Swap]:
        offers, counts = options(self.loadout, self.groups), count_bullets(self.verdict)
        for bullet in self.loadout.bullets:
            taken = [each for each in self.verdict.takings if each.bullet == bullet.id]
            most = self._most(bullet)
            mine = [each for each in offers if each.bullet == bullet.id]
            number = counts.get(bullet.id, 0)
            if not number and self._is_useless(bullet):
                continue
            if most == 1 and number <= 1 and len(bullet.choices) > 1:
                yield Swap(bullet, number, most, tuple(self._picks(bullet, taken, mine)), (), ())
                continue
            counted = tuple(self._count(bullet, at, most, taken, mine) for at in range(len(bullet.choices)))
            every = tuple(self._every(at, mine) for at in range(len(bullet.choices)))
            yield Swap(bullet, number, most, (), counted, every)

    def _is_useless(self, bullet: Bullet) -> bool:
        """Whether all that it gives are cards which no model of the unit can use."""
        given = [self.known[id].entry.details for choice in bullet.choices for id in choice if id in self.known]
        needed = {str(each.get("bearer") or "") for each in given}
        return bool(needed) and not any(can_use(self.unit, row, each) for row in bullet.models for each in needed)

    def _most(self, bullet: Bullet) -> int:
        models = sum(each.models for each in self.groups if each.row in bullet.models)
        limit = limit_of(bullet, self.unit.count)
        return models if limit is None else min(models, limit)

    def _count(self, bullet: Bullet, at: int, most: int, taken: list[Taking], offers: list[Taking]) -> Counted:
        number = sum(each.models for each in taken if each.choice == at)
        offer = self._best([each for each in offers if each.choice == at])
        given = next((each for each in reversed(taken) if each.choice == at), None)
        fewer = self._exchange(bullet, given, bullet.replace) if given else ()
        more = self._take(offer, 1) if offer else ()
        return Counted(self._name(bullet.choices[at]), "", number, 0, most, fewer, more, self._arms(bullet.choices[at]))

    def _picks(self, bullet: Bullet, taken: list[Taking], offers: list[Taking]) -> Iterator[Pick]:
        now = taken[0] if taken else None
        nothing = self._exchange(bullet, now, bullet.replace) if now else ()
        yield Pick(self._name(bullet.replace), "", now is None, nothing, self._arms(bullet.replace))
        for at, given in enumerate(bullet.choices):
            offer = self._best([each for each in offers if each.choice == at])
            chosen = now is not None and now.choice == at
            edits = self._exchange(bullet, now, given) if now else self._take(offer, 1) if offer else ()
            yield Pick(self._name(given), "", chosen, edits, self._arms(given))

    def _every(self, at: int, offers: list[Taking]) -> tuple[int, Operations]:
        offer = self._best([each for each in offers if each.choice == at])
        return (offer.models, self._take(offer, offer.models)) if offer and offer.models > 1 else (0, ())

    def _best(self, offers: list[Taking]) -> Taking | None:
        """Return the taking by models that have what they come with, else the first: what they chose stays."""
        rows = {each.uid: each for each in self.groups}
        plain = (each for each in offers if rows[each.uid].items == self.loadout.defaults.get(rows[each.uid].row))
        return next(plain, next(iter(offers), None))

    def _take(self, offer: Taking, models: int) -> Operations:
        where = {"unit": self.unit.uid, "option": offer.bullet, "choice": offer.choice, "selection": offer.uid}
        return ({"op": "take-option", **where, "models": models},)

    def _exchange(self, bullet: Bullet, taking: Taking, given: Items) -> Operations:
        """Return the edit by which one model that took a choice has something else for it; none where it no longer can."""
        group = next((each for each in self.groups if each.uid == taking.uid), None)
        if group is None or group.items is None:
            return ()
        items = Counter(group.items)
        items.subtract(bullet.choices[taking.choice])
        items.update(given)
        if any(number < 0 for number in items.values()):
            return ()
        after = {id: number for id, number in items.items() if number}
        rest = [replace(group, models=group.models - 1)] if group.models > 1 else []
        others = [each for each in self.groups if each is not group]
        left = judge(self.loadout, [*others, *rest, replace(group, models=1, items=after)]).unexplained
        if sum(each.models for each in left) > sum(each.models for each in self.verdict.unexplained):
            return ()
        return ({"op": "set-loadout", "unit": self.unit.uid, "selection": group.uid, "models": 1, "items": after},)

    def _name(self, items: Items) -> str:
        names = ((self.known[id].name if id in self.known else id, number) for id, number in items.items())
        return " + ".join(name if number == 1 else f"{number} × {name}" for name, number in names)

    def _arms(self, items: Items) -> tuple[PrintedWeapon, ...]:
        """Return the rows of weapons, each with its name where there are several."""
        known, closure = self.known, self.unit.closure
        found = [
            (known[id].name, printed_weapons(known[id], closure, self.system)) for id in items if id in known and closure
        ]
        alone = len(found) == 1
        return tuple(replace(arm, name=arm.name or ("" if alone else name)) for name, arms in found for arm in arms)
