"""Which model of an imported unit carries what: each model's own items, those of its unit shared out.

An item below a model is that model's. Where numbers do not divide evenly among the equal models of one selection, the first
ones have one more, and the next item goes on where the last one ended: of five models with two plasma guns and three bolters
each has one of them. An item of the unit as a whole that the unit must have is every model's; so is one that there are
just as many of as models. Any other goes to the models with the fewest weapons, one each, in order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from builder.rules.army import Unit
from datasheets.evaluation.selecting import asked
from datasheets.evaluation.tree import Selection

Key = str
"""What an item is, whoever carries it."""


@dataclass(slots=True)
class Model:
    """One model: the selection that it is of, and how many it has of each item."""

    group: Selection
    items: Counter[Key] = field(default_factory=Counter)
    weapons: int = 0


@dataclass(frozen=True, slots=True)
class Item:
    """Something to carry: `times` of it for each of `node.number`; `owner` is the model selection above it, if any."""

    key: Key
    node: Selection
    owner: Selection | None
    times: int
    is_weapon: bool


@dataclass(frozen=True, slots=True)
class Run:
    """Equally equipped models of one selection, the `number` of them."""

    group: Selection
    number: int
    items: Counter[Key]


def shared_out(unit: Unit, items: Iterable[Item]) -> list[Run]:
    """Return the models of a unit with what they carry, equal ones of a selection together."""
    models = {group.uid: [Model(group) for _ in range(group.number)] for group in unit.groups}
    everybody = [model for group in models.values() for model in group]
    next_at: Counter[str] = Counter()
    for item in items:
        if item.owner is not None:
            _deal(models[item.owner.uid], item, next_at)
        elif everybody:
            _deal_unit(unit, everybody, item)
    return [run for group in models.values() for run in _runs(group)]


def _deal(models: Sequence[Model], item: Item, next_at: Counter[str]) -> None:
    each, left = divmod(item.node.number, len(models))
    start = next_at[models[0].group.uid]
    lucky = {(start + at) % len(models) for at in range(left)}
    next_at[models[0].group.uid] += left
    for at, model in enumerate(models):
        _give(model, item, each + (at in lucky))


def _deal_unit(unit: Unit, everybody: Sequence[Model], item: Item) -> None:
    number, models = item.node.number, list(everybody)
    if _is_everybodys(unit, item.node) and number <= 1:
        number = len(models)
    each, left = divmod(number, len(models))
    poorest = sorted(range(len(models)), key=lambda at: models[at].weapons)[:left]
    for at, model in enumerate(models):
        _give(model, item, each + (at in poorest))


def _give(model: Model, item: Item, number: int) -> None:
    if number:
        model.items[item.key] += number * item.times
        model.weapons += number if item.is_weapon else 0


def _is_everybodys(unit: Unit, node: Selection) -> bool:
    """Whether a unit must have an item, or one of its group: then it stands for the equipment of all its models."""
    entry = unit.parts[node.uid].entry
    return node is unit.selection or entry is None or any(asked(choice) > 0 for choice in (entry, *entry.groups))


def _runs(models: Sequence[Model]) -> Iterator[Run]:
    for items, equal in groupby(models, key=lambda model: model.items):
        same = list(equal)
        yield Run(same[0].group, len(same), items)
