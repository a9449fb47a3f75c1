"""What a native unit's models carry in all, dealt out to them: which of them took which wargear options.

A text that names a unit's wargear together does not say who has what. The options of the datasheet do: models leave their
default wargear only by these, so that the right number of each item is left in few ways, of which the first found is taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from builder.placing import names
from datasheets.closure import Closure, Resolved
from datasheets.model import Loadout
from exports.lists.listed import ListedSelection

MOST_LOADOUTS = 300
MOST_STEPS = 5_000
Items = tuple[tuple[str, int], ...]
"""The ids of items, each with how many of it one model has, by id."""


@dataclass(frozen=True, slots=True)
class ModelShare:
    """Models of one kind: how many there are, and what each may have, its default wargear first."""

    entry: Resolved
    number: int
    loadouts: tuple[Items, ...]


def deal_out(unit: ListedSelection, closure: Closure) -> ListedSelection | None:
    """Return a unit with a line for all models that are equipped alike; None where it is no native unit, or where no way is
    found in which its models carry exactly what the list names."""
    root = next((each for each in closure.roots() if each.entry.loadout and names.is_called(unit.name, each)), None)
    if root is None or root.entry.loadout is None or any(each.type == "model" for each in unit.selections):
        return None
    models = [each for each in closure.offers(root) if each.entry.id in root.entry.loadout.defaults]
    called = {names.normal(item.name): item.entry.id for row in models for item in closure.offers(row)}
    kinds = {names.normal(row.name): row for row in models}
    numbers: Counter[str] = Counter()
    carried: Counter[str] = Counter()
    for each in unit.selections:
        name = names.normal(each.name)
        if name in called:
            carried[called[name]] += each.number
        elif name in kinds:
            numbers[kinds[name].entry.id] += each.number
        else:
            return None
    if not numbers:
        numbers[_likeliest(unit, models).entry.id] = unit.number
    if sum(numbers.values()) != unit.number:
        return None
    rows = [ModelShare(each, numbers[each.entry.id], tuple(_loadouts(root.entry.loadout, each.entry.id))) for each in models]
    found = _Dealing(rows).deal(carried)
    if found is None:
        return None
    titles = {item.entry.id: item.name for row in models for item in closure.offers(row)}
    return replace(unit, number=1, selections=tuple(_lines(unit, rows, found, titles)))


def _likeliest(unit: ListedSelection, models: Sequence[Resolved]) -> Resolved:
    """Return the kind of model that a unit consists of whose models are all of one."""
    ranks = [(names.score(row.name, unit.name), at) for at, row in enumerate(models)]
    return models[min(ranks, key=lambda each: (each[0] is None, each[0] or 0, each[1]))[1]]


def _loadouts(loadout: Loadout, row: str) -> Iterator[Items]:
    """Yield what one model of a row may have, as far as its own options go, those with the fewest options first."""
    first = Counter(loadout.defaults[row])
    pending: list[tuple[Counter[str], frozenset[str]]] = [(first, frozenset())]
    seen = {_items(first)}
    yield _items(first)
    while pending and len(seen) < MOST_LOADOUTS:
        has, taken = pending.pop(0)
        for bullet in (each for each in loadout.bullets if row in each.models and each.id not in taken):
            if any(has[item] < number for item, number in bullet.replace.items()):
                continue
            for choice in bullet.choices:
                made = has - Counter(bullet.replace) + Counter(choice)
                pending.append((made, taken | {bullet.id}))
                if _items(made) not in seen:
                    seen.add(_items(made))
                    yield _items(made)


def _items(counts: Mapping[str, int]) -> Items:
    return tuple(sorted((item, number) for item, number in counts.items() if number))


class _Dealing:
    """Looks for the loadouts of rows that come to a total."""

    def __init__(self, rows: Sequence[ModelShare]) -> None:
        self.rows = rows
        self.steps = 0

    def deal(self, total: Counter[str]) -> list[Counter[Items]] | None:
        """Return for each row how many models have which loadout, None where no way is found."""
        need = Counter(total)
        for row in self.rows:
            need.subtract({item: number * row.number for item, number in row.loadouts[0]})
        return self._further(need, [Counter({row.loadouts[0]: row.number}) for row in self.rows])

    def _further(self, need: Counter[str], dealt: list[Counter[Items]]) -> list[Counter[Items]] | None:
        """Exchange the default wargear of models until nothing is needed and nothing too much."""
        self.steps += 1
        open_ = sorted((item for item, number in need.items() if number), key=lambda item: (need[item] < 0, item))
        if not open_ or self.steps > MOST_STEPS:
            return dealt if not open_ else None
        item = open_[0]
        for at, row in enumerate(self.rows):
            default = Counter(dict(row.loadouts[0]))
            for loadout in row.loadouts[1:]:
                change = Counter(dict(loadout))
                change.subtract(default)
                most = min(dealt[at][row.loadouts[0]], _times(change, need))
                if most < 1 or change[item] * need[item] <= 0:
                    continue
                for times in range(most, 0, -1):
                    left = Counter(need)
                    left.subtract({key: number * times for key, number in change.items()})
                    made = [*dealt]
                    made[at] = dealt[at] - Counter({row.loadouts[0]: times}) + Counter({loadout: times})
                    if found := self._further(left, made):
                        return found
        return None


def _times(change: Mapping[str, int], need: Mapping[str, int]) -> int:
    """Return how often a change can be made without more of anything than is needed, or less."""
    fits = (
        need.get(item, 0) // number if need.get(item, 0) * number > 0 else 0 for item, number in change.items() if number
    )
    return min(fits, default=0)


def _lines(
    unit: ListedSelection, rows: Sequence[ModelShare], found: Sequence[Counter[Items]], titles: Mapping[str, str]
) -> Iterator[ListedSelection]:
    for row, loadouts in zip(rows, found, strict=True):
        for loadout, number in loadouts.items():
            things = [ListedSelection(titles[id], count * number, place=unit.place) for id, count in loadout]
            yield ListedSelection(row.entry.name, number, type="model", place=unit.place, selections=tuple(things))
