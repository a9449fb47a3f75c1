"""Which model of an imported unit carries what. The models together have of everything as many as the selections say.

An item below a model is that model's. Where numbers do not divide evenly among the equal models of one selection, the first
ones have one more, and the next item goes on where the last one ended: of five models with two plasma guns and three bolters
each has one of them. What a unit chooses once for all models of some kinds (`sharers`) each of them has that carries nothing
in its place (`instead`). Whose any other item of the unit as a whole is, the data do not say: all models have as many as
there are for everybody, and the rest goes to the models with the fewest weapons, one each; of these to the kind of which
there are most (rank and file before their leader), in order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from builder.rules.army import ArmyUnit
from builder.snapshot.counting import Rank
from datasheets.evaluation.tree import Selection

Key = str
"""What an item is, whoever carries it."""


@dataclass(slots=True)
class Model:
    """One model: the selection that it is of, and how many it has of each item."""

    group: Selection
    items: Counter[Key] = field(default_factory=Counter)
    weapons: int = 0
    replaced: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Item:
    """Something to carry: `times` of it for each of `number`; `owner` is the model selection above it, if any.

    `number` is the selection's, or as many as there are models that all have it. `sharers` are the entries of the models
    that all have it, None for any other item. Who has it goes without the shared weapons whose names hold `instead`, if
    that is said. The key "" is nothing to carry: it only takes their place. Of a supply a model has some, however many.
    What `is_everybodys` each model of the owner has: a save that its datasheet shows.
    """

    key: Key
    name: str
    node: Selection
    owner: Selection | None
    number: int
    times: int
    is_weapon: bool
    sharers: frozenset[str] | None = None
    instead: str | None = None
    is_supply: bool = False
    rank: Rank | None = None
    is_everybodys: bool = False


def nothing(node: Selection, owner: Selection | None, instead: str) -> Item:
    """Return a selection that shows nothing to carry, and takes the place of shared weapons."""
    return Item("", "", node, owner, node.number, 1, False, instead=instead)


@dataclass(frozen=True, slots=True)
class Run:
    """Equally equipped models of one selection, the `number` of them."""

    group: Selection
    number: int
    items: Counter[Key]


def share_out(unit: ArmyUnit, items: Iterable[Item]) -> list[Run]:
    """Return the models of a unit with what they carry, equal ones of a selection together.

    Args:
        unit: the unit.
        items: what its selections are, those of one selection one after the other.
    """
    models = {group.uid: [Model(group) for _ in range(unit.models_of(group))] for group in unit.groups}
    everybody = [model for group in models.values() for model in group]
    all_items = list(items)
    for item in (each for each in all_items if each.is_everybodys):
        for model in models[item.owner.uid] if item.owner else ():
            _give(model, [item], 1)
    dealt = (each for each in all_items if not each.is_everybodys)
    loads = [list(load) for _, load in groupby(dealt, key=lambda item: item.node.uid)]
    next_at: Counter[str] = Counter()
    for load in loads:
        if (owner := load[0].owner) is not None:
            _deal(models[owner.uid], load, next_at)
    ranks: dict[Rank, list[Item]] = {}
    for load in sorted((load for load in loads if load[0].owner is None), key=_turn) if everybody else ():
        if load[0].rank is not None:
            ranks.setdefault(load[0].rank, []).extend(load)
        elif load[0].sharers is None:
            _deal_unit(everybody, load)
        else:
            _deal_shared(everybody, load)
    names = {item.key: item.name.casefold() for load in loads for item in load}
    for (rank, load), model in zip(ranks.items(), everybody, strict=False):
        for key in [key for key in model.items if names[key] in rank.weapons]:
            del model.items[key]
        _give(model, load, 1)
    return [run for group in models.values() for run in _runs(group)]


def _deal(models: Sequence[Model], load: Sequence[Item], next_at: Counter[str]) -> None:
    """Share out what one selection below a model is; all that it shows stays together."""
    each, left = divmod(load[0].number, len(models))
    start = next_at[models[0].group.uid]
    lucky = {(start + at) % len(models) for at in range(left)}
    next_at[models[0].group.uid] += left if any(item.key for item in load) else 0
    for at, model in enumerate(models):
        _give(model, load, each + (at in lucky))


def _turn(load: Sequence[Item]) -> int:
    """Return when an item of the unit is shared out.

    Who has something in place of what all have must be known before that, and who has the fewest weapons before the rest.
    """
    return 0 if load[0].instead is not None else 1 if load[0].sharers is not None else 2


def _deal_shared(everybody: Sequence[Model], load: Sequence[Item]) -> None:
    """Give what a unit has chosen for all models of some kinds to each of them that has neither it nor anything instead."""
    for model in everybody:
        if model.group.entry in (load[0].sharers or ()):
            lacked = [item for item in load if not model.items[item.key]]
            left = [item for item in lacked if not any(each in item.name.casefold() for each in model.replaced)]
            _give(model, left, load[0].number)


def _deal_unit(everybody: Sequence[Model], load: Sequence[Item]) -> None:
    """Share out what one selection of the unit as a whole is."""
    each, left = divmod(load[0].number, len(everybody))
    ranks = Counter(model.group.entry for model in everybody)  # a leader is one of few
    order = sorted(range(len(everybody)), key=lambda at: (everybody[at].weapons, -ranks[everybody[at].group.entry]))
    poorest = order[:left]
    for at, model in enumerate(everybody):
        _give(model, load, each + (at in poorest))


def _give(model: Model, load: Sequence[Item], number: int) -> None:
    for item in load if number else ():
        if item.instead is not None:
            model.replaced.append(item.instead)
        if not item.key:
            continue
        model.items[item.key] = 1 if item.is_supply else model.items[item.key] + number * item.times
        model.weapons += number if item.is_weapon else 0


def _runs(models: Sequence[Model]) -> Iterator[Run]:
    equal: dict[frozenset[tuple[Key, int]], list[Model]] = {}
    for model in models:
        equal.setdefault(frozenset(model.items.items()), []).append(model)
    for same in equal.values():
        yield Run(same[0].group, len(same), same[0].items)
