"""Declared attacks, grouped: which weapons attack which targets, and the order in which the groups are resolved.

A group is all attacks with one weapon profile on one target. All groups on one target come before the next target, and all
attacks of one profile before the next profile; the attacker chooses the order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from resolver.engine.decision import Data, Decision
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.shared.attacks import attacks
from resolver.shared.attacks.pools import Shots


def resolve(game: Game, unit: int, groups: list[Shots], possible: Callable[[Shots], bool] = lambda _: True) -> Script[None]:
    """Resolve all groups, in the order that the attacker chooses; the next one is chosen when the one before is done.

    Groups for which `possible` says no when their turn comes are lost.
    """
    left = list(groups)
    target: int | None = None
    while left and not game.decided:
        same = [group for group in left if group.target == target] or left
        group = yield from _next(game, unit, same)
        left.remove(group)
        target = group.target
        if not game.on_table(target):
            yield from _lose(game, group, "target-destroyed")
        elif not possible(group):
            yield from _lose(game, group, "still-engaged", "shots.still-engaged")
        else:
            yield from attacks.resolve(game, group)


def _next(game: Game, unit: int, groups: list[Shots]) -> Script[Shots]:
    rule = "shots.order" if groups[0].ranged else "melee.order"
    shown = [_group_row(game, group) for group in groups]
    data = yield from game.ask("resolve", game.owner(unit), rule, unit, groups=shown)
    return groups[data["group"]]


def _group_row(game: Game, group: Shots) -> dict[str, Any]:
    return {"target": game.key(group.target), "weapon": group.weapon.label, "models": sorted(set(group.models))}


def _lose(game: Game, group: Shots, reason: str, *rules: str) -> Script[None]:
    yield from game.happen(
        "attacks.lost", unit=group.unit, target=group.target, weapon=group.weapon.label, reason=reason, rules=rules
    )


def order_options(game: Game, decision: Decision) -> Iterator[Data]:
    """Every group may be next."""
    return ({"group": index} for index in range(len(decision.data["groups"])))


def chosen_weapons(rows: Iterable[tuple[int, str]]) -> list[dict[str, Any]]:
    """Return which models use which weapons, for the log."""
    used: dict[str, list[int]] = {}
    for model, label in rows:
        used.setdefault(label, []).append(model)
    return [{"weapon": label, "models": sorted(models)} for label, models in sorted(used.items())]


def declaration_rows(game: Game, groups: Iterable[Shots]) -> list[Mapping[str, Any]]:
    """Return the declared groups for the log."""
    return [_group_row(game, group) for group in groups]
