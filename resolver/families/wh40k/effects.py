"""What effects of abilities may be about in this game, and when: its moments, its rolls, its phases."""

from __future__ import annotations

from collections.abc import Mapping

from datasheets.values import Dice
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.families.wh40k.conditions import CONDITIONS
from resolver.families.wh40k.traits import trait_sources
from resolver.shared.effects.effect_rules import EffectRules, Happening, Source
from resolver.shared.effects.moments import dice_number, tell_dice
from resolver.shared.rolling import amount

MOMENTS = frozenset(
    {"deployment", "battle-start", "round-start", "round-end", "turn-start", "turn-end", "phase-start", "phase-end", "move"}
    | {
        "advance",
        "fall-back",
        "charge-declared",
        "charged-at",
        "charge",
        "shoot",
        "after-shooting",
        "fight",
        "after-fighting",
    }
    | {"manifested"}
)
"""Triggers at which effects begin to last, or happen."""
ROLLS: Mapping[str, frozenset[str]] = {
    "modify-roll": frozenset(
        {"hit", "wound", "save", "armour-save", "invulnerable-save", "ignore-wounds", "advance", "charge", "morale"}
        | {"attrition", "psychic", "deny", "explodes"}
    ),
    "re-roll": frozenset(
        {
            "hit",
            "wound",
            "save",
            "armour-save",
            "invulnerable-save",
            "ignore-wounds",
            "damage",
            "attacks",
            "advance",
            "charge",
        }
        | {"morale", "psychic", "deny"}
    ),
    "auto-pass": frozenset({"hit", "wound", "morale", "attrition"}),
    "ignore-modifiers": frozenset({"hit", "wound"}),
}
"""Which rolls are asked for effects of these kinds."""


_PHASES = {
    "move": "movement",
    "advance": "movement",
    "fall-back": "movement",
    "manifested": "psychic",
    "shoot": "shooting",
    "after-shooting": "shooting",
    "charge-declared": "charge",
    "charged-at": "charge",
    "charge": "charge",
    "fight": "fight",
    "after-fighting": "fight",
}


def _gain_command_points(game: Game, source: Source) -> Script[None]:
    dice = Dice.parse(source.effect["number"])
    points, faces = yield from amount(game, "effect", dice, source.unit, number=dice_number(game, source))
    yield from tell_dice(game, source, None, faces)
    yield from game.happen("command-points.gained", player=game.owner(source.unit), points=points)


HAPPENINGS: Mapping[str, Happening] = {"command-points": _gain_command_points}


def effect_rules(*, auras_add: bool, without: frozenset[str] = frozenset()) -> EffectRules:
    """Return what effects may be about in an edition: what it says of auras, and what it has no rules about."""
    return EffectRules(
        auras_add=auras_add,
        sources=trait_sources,
        conditions=CONDITIONS,
        happenings=HAPPENINGS,
        phases=_PHASES,
        moments=MOMENTS,
        rolls=ROLLS,
        without=without,
        without_rolls=without,
    )
