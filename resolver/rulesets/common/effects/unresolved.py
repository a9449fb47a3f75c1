"""What a battle cannot resolve of the armies' abilities: texts without effects, and effects that no rule here asks for.

Everything that is not resolved is listed, never silently dropped.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from datasheets.effects import Effect
from resolver.engine.abilities import gives_for_good
from resolver.engine.enlisted import Enlisted
from resolver.rulesets.common.edition import Edition
from resolver.rulesets.common.effects.conditions import OF_STRUCK
from resolver.rulesets.common.effects.moments import HAPPENING
from resolver.rulesets.common.effects.sources import MOST_BITS, Source, is_fixed, sources

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


def unresolved(said: Edition, phases: Collection[str], armies: Enlisted) -> list[dict[str, Any]]:
    """Return every ability that is not resolved, or not wholly: unit, name, text, external, and the effect if any.

    `phases` are those that an edition has, `said` is what else it says.
    """
    found = list(armies.unresolved)
    for source in sources(armies).every:
        known = _is_known(source.effect, said, phases) and _is_resolved(source)
        if armies.units[source.unit].spare_of is None and not known:
            unit = armies.units[source.unit].key
            row = {"unit": unit, "name": source.name, "text": "", "external": False, "effect": source.effect.kind}
            found.append(row)
    return found


def _is_known(effect: Effect, said: Edition, phases: Collection[str]) -> bool:
    """Tell whether the edition has what an effect is about: its kind, its roll, the phase in which it holds."""
    if not said.without.isdisjoint((effect.kind, str(effect.parameters.get("roll")))):
        return False
    condition = effect.condition("phase")
    return condition is None or condition.negated or condition.parameters["phase"] in phases


def _is_resolved(source: Source) -> bool:
    effect = source.effect
    if (source.lasting or 0) >= MOST_BITS or (source.used or 0) >= MOST_BITS:
        return False
    if effect.kind in HAPPENING or source.lasting is not None:
        return effect.on in MOMENTS and is_fixed(effect)
    if effect.limit != "none" or effect.to.pick != "all":
        return False
    if effect.kind == "add-keywords":
        return source.loadouts is None and gives_for_good(effect)
    damage = effect.kind == "modify-characteristic" and (effect["characteristic"], effect["of"]) == ("D", "weapons")
    if any(condition.name in OF_STRUCK for condition in effect.when) and not damage:
        return False
    if effect.kind in ROLLS:
        return effect["roll"] in ROLLS[effect.kind] and is_fixed(effect)
    return is_fixed(effect)
