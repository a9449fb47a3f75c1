"""What is shown of this game's battles: who is engaged or aboard, what units did, who holds which marker, ranges."""

from __future__ import annotations

from collections.abc import Iterator

from resolver.engine.game import Game
from resolver.engine.summary import HURT, Summary
from resolver.families.wh40k.aims import printed_move
from resolver.families.wh40k.attacks import weapons
from resolver.shared.attacks.arms import carried_weapons
from resolver.shared.field import holding, objectives
from resolver.shared.units import engagement

MARKS = ("held", "advanced", "fell-back", "charged")
"""The marks of units that a player at the table would put a counter beside."""


def _signs(game: Game, unit: int) -> Iterator[str]:
    for mark in MARKS if len(game.state.models_of(unit)) else ():
        if game.has_mark(unit, mark) and not (mark == "held" and game.on_table(unit)):
            yield mark
    if game.state.embarked_in[unit] >= 0:
        yield "aboard"
    if engagement.is_engaged(game, unit):
        yield "engaged"


def _holders(game: Game) -> list[tuple[int, int | None]]:
    return list(zip(objectives.on_field(game), holding.holders(game), strict=True))


def _ranges(game: Game, unit: int) -> list[tuple[str, float]]:
    """Return how far a unit's weapons reach, each by its name, and "M" how far it moves; what is not known is left out."""
    found: dict[str, float] = {}
    for model in game.state.models_of(unit):
        if "M" not in found and (move := printed_move(game, int(model))) is not None:
            found["M"] = move
        for weapon in carried_weapons(game, int(model)):
            for profile in weapon.profiles:
                arm = weapons.arm_of(game, profile)
                if arm.ranged:
                    found.setdefault(profile.label, arm.inches[1])
    return list(found.items())


SUMMARY = Summary(
    signs=(*MARKS, "aboard", HURT, "engaged"),
    signs_of=_signs,
    holders=_holders,
    control_range=lambda game: objectives.numbers(game).range_in,
    marker_radius=objectives.marker_radius,
    ranges=_ranges,
)
