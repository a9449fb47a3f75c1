"""What is shown of battles: states of units, who controls which marker, how far units move and their weapons reach."""

from __future__ import annotations

from collections.abc import Iterator

from resolver.engine.game import Game
from resolver.engine.summary import HURT, Summary
from resolver.rulesets.grundregelwerk import profiles, reactions, scenarios, set_up, states, weapons
from resolver.shared.field import objectives

SIGNS = ("acting", "activated", "fleeing", "pinned", "engaged", "reaction", "covered", "shaken", "stunned", "immobilised")


def _signs(game: Game, unit: int) -> Iterator[str]:
    if not game.on_table(unit):
        return
    for mark in ("acting", "activated", "covered"):
        if game.has_mark(unit, mark) and not (mark == "activated" and game.has_mark(unit, "acting")):
            yield mark
    if states.is_fleeing(game, unit):
        yield "fleeing"
    if states.is_pinned(game, unit):
        yield "pinned"
    if states.in_combat(game, unit):
        yield "engaged"
    if reactions.is_marked(game, unit):
        yield "reaction"
    for model in game.state.standing(unit):
        yield from (mark for mark in ("shaken", "stunned", "immobilised") if game.model_marked(int(model), mark))


def _holders(game: Game) -> list[tuple[int, int | None]]:
    return list(zip(objectives.on_field(game), scenarios.holders(game), strict=True))


def _ranges(game: Game, unit: int) -> list[tuple[str, float]]:
    found: dict[str, float] = {}
    for model in map(int, game.state.models_of(unit)):
        found.setdefault("M", profiles.stride(game, model))
        for arms in weapons.guns(game, model):
            found.setdefault(arms.name, arms.reach)
    return list(found.items())


SUMMARY = Summary(
    signs=(*SIGNS, HURT),
    signs_of=_signs,
    holders=_holders,
    control_range=lambda game: objectives.numbers(game).range_in if set_up.has_markers(game) else 0.0,
    ranges=_ranges,
)
