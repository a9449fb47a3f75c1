"""What a battle cannot resolve of the armies' abilities: texts without effects, and effects that no rule here asks for.

Everything that is not resolved is listed, never silently dropped.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from datasheets.effects.effect import Effect
from resolver.engine.abilities import gives_for_good
from resolver.engine.battle_armies import BattleArmies
from resolver.engine.ruleset import Ruleset
from resolver.shared.effects.conditions import OF_STRUCK
from resolver.shared.effects.effect_rules import EffectRules, Source
from resolver.shared.effects.moments import HAPPENING
from resolver.shared.effects.sources import MOST_BITS, collect, damage_key, is_fixed
from resolver.shared.rules import rules_of


def list_unresolved(ruleset: Ruleset, armies: BattleArmies) -> list[dict[str, Any]]:
    """Return every ability that is not resolved, or not wholly: unit, name, text, external, and the effect if any."""
    found = list(armies.unresolved)
    phases = {step.phase for step in ruleset.steps}
    for source in collect(armies, ruleset).every:
        known = _is_known(source.effect, rules_of(ruleset).effects, phases) and _is_resolved(source, ruleset)
        if armies.units[source.unit].spare_of is None and not known:
            unit = armies.units[source.unit].key
            row = {"unit": unit, "name": source.name, "text": "", "external": False, "effect": source.effect.kind}
            found.append(row)
    return found


def _is_known(effect: Effect, said: EffectRules, phases: Collection[str]) -> bool:
    """Tell whether the ruleset has what an effect is about: its kind, its roll, the phase in which it holds."""
    if effect.kind in said.without or str(effect.parameters.get("roll")) in said.without_rolls:
        return False
    condition = effect.condition("phase")
    return condition is None or condition.negated or condition.parameters["phase"] in phases


def _is_resolved(source: Source, ruleset: Ruleset) -> bool:
    effect, said, damage = source.effect, rules_of(ruleset).effects, damage_key(ruleset.id)
    if (source.lasting or 0) >= MOST_BITS or (source.used or 0) >= MOST_BITS:
        return False
    if effect.kind in HAPPENING or effect.kind in said.happenings or source.lasting is not None:
        return effect.on in said.moments and is_fixed(effect, damage)
    if effect.limit != "none" or effect.to.pick != "all":
        return False
    if effect.kind == "add-keywords":
        return source.loadouts is None and gives_for_good(effect)
    damages = effect.kind == "modify-characteristic" and (effect["characteristic"], effect["of"]) == (damage, "weapons")
    if any(condition.name in OF_STRUCK for condition in effect.when) and not damages:
        return False
    if effect.kind in said.rolls:
        return effect["roll"] in said.rolls[effect.kind] and is_fixed(effect, damage)
    return is_fixed(effect, damage)
