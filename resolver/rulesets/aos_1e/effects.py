"""What effects of abilities may be about in this game, and when."""

from __future__ import annotations

from collections.abc import Mapping

from datasheets.effects.effect import Condition
from resolver.rulesets.aos_1e import commands, reserves, weapons
from resolver.shared.effects.conditions import has_mark, is_between
from resolver.shared.effects.effect_rules import Case, EffectRules, Happening, Test

MOMENTS = frozenset(
    {"battle-start", "round-start", "round-end", "turn-start", "turn-end", "phase-start", "phase-end", "move", "advance"}
    | {"fall-back", "charge-declared", "charge", "shoot", "after-shooting", "fight", "after-fighting", "manifested"}
)
"""Triggers at which effects begin to last, or happen. "advance" is a run, "fall-back" a retreat, "manifested" a spell."""
ROLLS: Mapping[str, frozenset[str]] = {
    "modify-roll": frozenset({"hit", "wound", "save", "ignore-wounds", "advance", "charge", "morale", "psychic", "deny"}),
    "re-roll": frozenset(
        {"hit", "wound", "save", "ignore-wounds", "damage", "advance", "charge", "morale", "psychic", "deny"}
    ),
    "auto-pass": frozenset({"hit", "wound", "morale"}),
    "ignore-modifiers": frozenset({"save"}),
}
"""Which rolls are asked for effects of these kinds.

"advance" is a run roll, "morale" a battleshock test, "psychic" a casting roll, "deny" an unbinding roll.
"""
WITHOUT = frozenset(
    {"invulnerable-save", "armour-save", "attrition", "explodes", "blast", "overwatch", "objective-secured", "combat-squads"}
    | {"heroic-intervention", "command-points", "weapon-strength", "fight-first", "fight-last", "infiltrate", "deny"}
    | {"most-attacks", "hit-rolls", "best-roll", "pierce", "unchanging", "single-use", "advance-instead", "aloof"}
    | {"minimum-damage", "maximum-damage", "modify-damage", "destroy-bearer", "harm-bearer", "spill-damage"}
)
"""Kinds of effects, and rolls, about which there are no rules here; unbinding rolls there are."""
_PHASES = {
    "phase-start": "hero",
    "manifested": "hero",
    "move": "movement",
    "advance": "movement",
    "fall-back": "movement",
    "shoot": "shooting",
    "after-shooting": "shooting",
    "charge": "charge",
    "charge-declared": "charge",
    "fight": "combat",
    "after-fighting": "combat",
}


def _was_charged_by(case: Case, _: object) -> bool:
    """Tell whether the enemy of an attack made a charge move this turn: the target, or who attacks the unit."""
    other = case.context.target if case.context.unit == case.unit else case.context.unit
    return other >= 0 and case.game.has_mark(other, "charged")


def _has_rend(case: Case, condition: Condition) -> bool:
    """Tell whether the weapon of an attack has this Rend characteristic; "-" is 0."""
    weapon, attacker = case.context.weapon, case.context.attacker
    return weapon is not None and weapons.arm_of(case.game, weapon, attacker).penetration in condition.parameters["values"]


CONDITIONS: Mapping[str, Test] = {
    "weapon-ap": Test(_has_rend, of_attack=True),
    "charged": has_mark("charged"),
    "was-charged": Test(_was_charged_by, of_attack=True),
    "moved": has_mark("moved"),
    "stationary": Test(lambda case, c: not case.game.has_mark(case.unit, "moved")),
    "advanced": has_mark("ran"),
    "fell-back": has_mark("retreated"),
    "warlord": Test(
        lambda case, c: any(case.game.model_marked(int(m), "general") for m in case.game.state.standing(case.source.unit))
    ),
    "psychic-test": Test(lambda case, c: is_between(c, case.context.test)),
    "psychic": Test(lambda case, c: case.context.by_power),
}
"""Conditions that are this game's own. "warlord" is a general."""
HAPPENINGS: Mapping[str, Happening] = {
    "reserves": reserves.summon,
    "return-models": reserves.return_models,
}

EFFECTS = EffectRules(
    auras_add=True,
    sources=commands.command_sources,
    conditions=CONDITIONS,
    happenings=HAPPENINGS,
    phases=_PHASES,
    moments=MOMENTS,
    rolls=ROLLS,
    without=WITHOUT,
    without_rolls=WITHOUT - {"deny"},
)
