"""What is shown of this game's battles: who is near the enemy, what units did, what lasts on them, how far weapons reach."""

from __future__ import annotations

from collections.abc import Iterator

from resolver.engine.game import Game
from resolver.engine.summary import HURT, Summary
from resolver.rulesets.aos_1e import lasting, weapons
from resolver.shared.units import characteristics, engagement

MARKS = ("held", "ran", "retreated", "charged")
SIGNS = (*MARKS, "sought", *lasting.OWN, "general", HURT, "engaged")


def _signs(game: Game, unit: int) -> Iterator[str]:
    if not len(game.state.models_of(unit)):
        return
    for mark in MARKS:
        if game.has_mark(unit, mark) and not (mark == "held" and game.on_table(unit)):
            yield mark
    if game.has_mark(unit, "sought"):
        yield "sought"
    yield from (name for name in lasting.OWN if lasting.has(game, unit, name))
    if any(game.model_marked(int(model), "general") for model in game.state.models_of(unit)):
        yield "general"
    if game.on_table(unit) and engagement.is_engaged(game, unit):
        yield "engaged"


def _ranges(game: Game, unit: int) -> list[tuple[str, float]]:
    found: dict[str, float] = {}
    for model in map(int, game.state.models_of(unit)):
        span = characteristics.move(game, model)
        if span is not None and span[1]:
            found.setdefault("M", span[1])
        for held in weapons.find_carried(game, model, ranged=True):
            found.setdefault(held.row.label, held.arm.inches[1])
    return list(found.items())


SUMMARY = Summary(signs=SIGNS, signs_of=_signs, ranges=_ranges)
