"""Why a roll of an attack needs what it needs, and what modifies it: the rows of its `modifiers` in the log.

The changes are those that the attack was made with: the same functions give them. `printed` are the characteristics before
they are changed, where a row changes one, so that a reader can add up.
Source: 9E-HIT-01..05, 9E-WOUND-01..05, 9E-SAVE-01..03, 9E-MODC-01..05; 8E-HIT-01, 8E-WOUND-01, 8E-SAVE-01,
8E-MODCHAR-01..08.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from datasheets.systems.system import Part
from datasheets.values import Dice, modified_roll
from resolver.attack.roll import Rolled
from resolver.engine.game import Game
from resolver.engine.modifiers import Origin, modifier_fields, modifier_row, modifier_rows
from resolver.families.wh40k.attacks import attack_profiles, target_profiles
from resolver.families.wh40k.edition import edition
from resolver.shared.attacks.pools import Shots
from resolver.shared.effects import abilities
from resolver.shared.effects.context import AttackContext
from resolver.shared.effects.effect_rules import Source
from resolver.shared.units import characteristics

Rows = list[dict[str, Any]]
LIMITS = {"hit": "hit.limit", "wound": "wound.limit"}


def reasons(game: Game, shots: Shots, now: AttackContext, step: Rolled, struck: int | None) -> dict[str, Any]:
    """Return `modifiers` and `printed` of a roll of an attack, without those that are empty."""
    printed: dict[str, int] = {}
    if step.step == "hit":
        rows = _hit_reasons(game, now, step, printed)
    elif step.step == "wound":
        rows = _wound(game, shots, now, step, printed)
    elif step.step == "save" and struck is not None:
        rows = _save(game, now, step, struck, printed)
    else:
        return modifier_fields(modifier_rows(game, "damage", step.changes))
    rows += modifier_rows(game, "roll", step.changes)
    return modifier_fields([*rows, *_limit(game, step), *_outright(game, now, step)], printed)


def _hit_reasons(game: Game, now: AttackContext, step: Rolled, printed: dict[str, int]) -> Rows:
    part: Part = "ranged-hit" if now.ranged else "melee-hit"
    if now.reacting:
        granted = abilities.effects(game, "overwatch", now.unit) + attack_profiles.effects_on_attacks(
            game, "always-passes", now, "hit"
        )
        return _explain_need(game, granted, step) or [
            modifier_row(game, "needed", f"={step.need}", Origin(rule=game.ruleset.rule("overwatch.hits")))
        ]
    rows = _characteristic(game, now.attacker, part, now, printed)
    enough = [s for s in attack_profiles.effects_on_attacks(game, "always-passes", now, "hit") if not s.effect["unmodified"]]
    return rows + _explain_need(game, enough, step)


def _wound(game: Game, shots: Shots, now: AttackContext, step: Rolled, printed: dict[str, int]) -> Rows:
    if fixed := _explain_need(game, attack_profiles.effects_on_attacks(game, "wounds-on", now), step):
        return fixed
    weapon, bearer, own = attack_profiles.strength_parts(game, now)
    key = characteristics.column(game, "strength").key
    strength = modifier_rows(game, key, bearer)
    if weapon.change:
        strength.append(modifier_rows(game, key, (weapon.change,))[0] | {"weapon": shots.weapon.label})
    strength += modifier_rows(game, f"attack {key}", (*own, *step.hit.strength))
    toughness = _toughness(game, shots, printed)
    if strength or toughness:
        _print_both(game, shots, now, weapon.value, printed)
    enough = [
        s for s in attack_profiles.effects_on_attacks(game, "always-passes", now, "wound") if not s.effect["unmodified"]
    ]
    return strength + toughness + _explain_need(game, enough, step)


def _print_both(game: Game, shots: Shots, now: AttackContext, own: Dice | None, printed: dict[str, int]) -> None:
    """Put down Strength and Toughness before they are changed, unless either is rolled."""
    of_target = [
        characteristics.printed_value(game, int(model), "resistance") for model in game.state.standing(shots.target)
    ]
    bearer = characteristics.printed_value(game, now.attacker, "strength")
    base = own or (bearer if isinstance(bearer, Dice) else characteristics.printed_value(game, now.attacker, "resistance"))
    if isinstance(base, Dice) and base.fixed and all(isinstance(found, Dice) and found.fixed for found in of_target):
        printed[characteristics.column(game, "strength").key] = base.constant
        resistance = characteristics.column(game, "resistance").key
        printed.setdefault(resistance, target_profiles.toughness(game, shots.target, chosen=shots.resistance))
    else:
        printed.clear()


def _toughness(game: Game, shots: Shots, printed: dict[str, int]) -> Rows:
    """What changes the Toughness of the target: that of the first model that has the one which counts."""
    if not characteristics.may_change(game, shots.target, "resistance"):
        return []
    counts = target_profiles.toughness(game, shots.target, chosen=shots.resistance)
    for model in map(int, game.state.standing(shots.target)):
        if characteristics.value(game, model, "resistance") == counts:
            return _characteristic(game, model, "resistance", None, printed)
    return []


def _save(game: Game, now: AttackContext, step: Rolled, struck: int, printed: dict[str, int]) -> Rows:
    if step.save == "fixed":
        granted = abilities.effects(game, "invulnerable-save", int(game.state.unit[struck]), struck, now)
        return _explain_need(game, granted, step, "save")
    rows = _characteristic(game, struck, "save", now, printed)
    changes = (*attack_profiles.weapon_changes(game, "penetration", now), *step.hit.penetration)
    key = characteristics.of_weapon(game, "penetration").key
    if changes:
        printed[key] = attack_profiles.printed_penetration(game, now)
    return rows + modifier_rows(game, key, changes)


def _characteristic(game: Game, model: int, part: Part, now: AttackContext | None, printed: dict[str, int]) -> Rows:
    found, key = characteristics.unmodified_value(game, model, part), characteristics.column(game, part).key
    changes = abilities.changes(game, key, model, now) if now else abilities.changes(game, key, model)
    if found is None or not changes:
        return []
    printed[key] = found
    return modifier_rows(game, key, changes)


def ignore_reasons(game: Game, model: int, now: AttackContext, step: Rolled) -> dict[str, Any]:
    """Return `modifiers` of a roll that ignores a wound: who lets the model roll, and what changes the result."""
    granted = abilities.effects(game, "ignore-wounds", int(game.state.unit[model]), model, now)
    return modifier_fields([*_explain_need(game, granted, step), *modifier_rows(game, "roll", step.changes)])


def _explain_need(game: Game, sources: Iterable[Source], step: Rolled, key: str = "needs") -> Rows:
    """Who says what is needed, where an effect does: the first that says so much."""
    for source in sources:
        if source.effect.parameters.get(key) and int(source.effect[key][0]) == step.need:
            return [modifier_row(game, "needed", f"={step.need}", source.origin)]
    return []


def _limit(game: Game, step: Rolled) -> Rows:
    """Tell that all modifiers together were more than a roll may be modified by."""
    if not step.changes or step.step not in LIMITS:
        return []
    most = edition(game).combat.rolls[step.step].limit
    if most is None or step.result == modified_roll(step.faces[0], step.changes):
        return []
    limit = f"{'+' if step.result > step.faces[0] else '-'}{most}"
    return [modifier_row(game, "limit", limit, Origin(rule=game.ruleset.rule(LIMITS[step.step])))]


def _outright(game: Game, now: AttackContext, step: Rolled) -> Rows:
    """Who lets an unmodified result pass, or fail, that otherwise would not."""
    if step.step not in LIMITS or step.need is None or now.reacting:
        return []
    face, enough = step.faces[0], step.result >= step.need
    if step.passes and not enough:
        every = attack_profiles.effects_on_attacks(game, "always-passes", now, step.step)
        by = [s for s in every if s.effect["unmodified"] and int(s.effect["needs"][0]) <= face]
        return [modifier_row(game, "passes", by[0].effect["needs"], by[0].origin)] if by else []
    if not step.passes and enough:
        by = [
            s
            for s in attack_profiles.effects_on_attacks(game, "always-fails", now, step.step)
            if face <= s.effect["at_most"]
        ]
        return [modifier_row(game, "fails", f"1-{by[0].effect['at_most']}", by[0].origin)] if by else []
    return []
