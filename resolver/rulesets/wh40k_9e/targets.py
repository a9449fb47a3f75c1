"""Who may not be shot in this edition: engaged units, big guns, Pistols, Blast, and Look Out, Sir.

Source: 9E-LOCKED-01, -02, 9E-BIGGUNS-01..04, 9E-LOOKOUT-01..03, 9E-PISTOL-01, -02, 9E-BLAST-04, 9E-HEAVY-01, 9E-ASSAULT-02.
"""

from __future__ import annotations

import numpy as np

from datasheets.values import Change
from resolver.attack.check import Changes
from resolver.engine.decision import Refusal
from resolver.engine.game import Game
from resolver.engine.modifiers import Origin
from resolver.families.wh40k.attacks import weapons
from resolver.families.wh40k.attacks.sightings import Shot, Sightings
from resolver.families.wh40k.attacks.weapons import ASSAULT, BLAST, HEAVY, PISTOL
from resolver.shared.attacks.arms import Arm, carried_weapons
from resolver.shared.attacks.pools import Shots
from resolver.shared.effects import abilities
from resolver.shared.effects.context import AttackContext
from resolver.shared.units import engagement
from resolver.table.columns import FIELD
from resolver.table.geometry import EPSILON

PROTECTED_WOUNDS, BODYGUARD_RANGE, BODYGUARD_MODELS = 9, 3.0, 3
ADVANCED, WALKED, IN_MELEE = (
    Change("subtract", 1, Origin(rule=rule)) for rule in ("9E-ASSAULT-02", "9E-HEAVY-01", "9E-BIGGUNS-04")
)
"""From the hit rolls of an Assault weapon after an Advance, a Heavy weapon on the move, a Heavy big gun in a melee."""


def refusal(sights: Sightings, shot: Shot, arm: Arm) -> Refusal | None:
    """Refuse targets of units that are engaged, and targets that others of the player are engaged with."""
    game, target = sights.game, shot.target
    big = is_big(game, shot.model)
    if sights.engaged_with and not sights.past_engaged(shot):
        if not big and arm.type != PISTOL:
            return Refusal("9E-LOCKED-01", "unit.locked", {})
        if target in sights.engaged_with:
            blast = Refusal("9E-BLAST-04", "target.blast", {"target": game.key(target)})
            return blast if BLAST in arm.tags else None
        if not big:
            return Refusal("9E-PISTOL-01", "target.pistol", {"target": game.key(target)})
        if _ranged_weapons(sights) < 2:
            return Refusal("9E-BIGGUNS-01", "target.not-engaged", {"target": game.key(target)})
    if sights.locked[target]:
        return Refusal("9E-LOCKED-02", "target.locked", {"target": game.key(target)})
    return None


def engaged_first(sights: Sightings, shots: list[Shot]) -> Refusal | None:
    """A unit that is engaged shoots at one that it is engaged with at least (9E-BIGGUNS-03)."""
    bound = [shot for shot in shots if not sights.past_engaged(shot)] if sights.engaged_with else []
    if bound and not any(shot.target in sights.engaged_with for shot in bound):
        return Refusal("9E-BIGGUNS-03", "target.none-engaged", {})
    return None


def is_barred(game: Game, engaged: frozenset[int], group: Shots) -> bool:
    """Attacks on a unit that is not engaged are lost unless all engaged enemies are gone (9E-BIGGUNS-03)."""
    if not engaged or group.target in engaged or not engagement.enemies_in_engagement(game, group.unit):
        return False
    context = AttackContext(attacker=group.models[0], unit=group.unit, target=group.target, weapon=group.weapon, ranged=True)
    return not abilities.may(game, "target-past-engaged", group.unit, False, group.models[0], context)


def is_big(game: Game, model: int) -> bool:
    """Tell whether Big Guns Never Tire holds for a model (9E-BIGGUNS-01)."""
    return engagement.model_has(game, model, "VEHICLE") or engagement.model_has(game, model, "MONSTER")


def _ranged_weapons(sights: Sightings) -> int:
    carried = (weapon for model in sights.row for weapon in carried_weapons(sights.game, model))
    return sum(weapons.is_ranged(sights.game, weapon) for weapon in carried)


def is_sheltered(sights: Sightings, shot: Shot) -> bool:
    """Tell whether Look Out, Sir protects a target that is not the closest (9E-LOOKOUT-01, -03)."""
    game = sights.game
    protected = game.cache(FIELD, ("look-out-sir", shot.target), lambda: _is_sheltered(game, shot.target))
    return protected and not _is_closest_character(sights, shot)


def _is_closest_character(sights: Sightings, shot: Shot) -> bool:
    """Tell whether the sheltered target is visible and the closest enemy unit to the model (9E-LOOKOUT-01, -02)."""
    row = sights.row[shot.model]
    if not sights.visible(shot.target)[row].any():
        return False
    others = [_uncharacteristic_gap(sights, shot.model, enemy) for enemy in sights.enemies if enemy != shot.target]
    return bool(sights.gaps(shot.target)[row].min() <= min(others, default=float("inf")) + EPSILON)


def _uncharacteristic_gap(sights: Sightings, model: int, enemy: int) -> float:
    """Return the distance to an enemy unit without its CHARACTER models of 9 wounds or less (9E-LOOKOUT-02)."""
    others = sights.game.state.standing(enemy)
    counting = np.array([not _is_protected_model(sights.game, int(other)) for other in others], dtype=bool)
    gaps = sights.gaps(enemy)[sights.row[model]][counting]
    return float(gaps.min()) if len(gaps) else float("inf")


def _is_protected_model(game: Game, model: int) -> bool:
    profile = game.armies.profiles[game.state.profile[model]]
    return "CHARACTER" in profile.keywords and profile.wounds <= PROTECTED_WOUNDS


def _is_sheltered(game: Game, unit: int) -> bool:
    if not any(_is_protected_model(game, int(model)) for model in game.state.standing(unit)):
        return False
    return any(
        other != unit and _is_bodyguard(game, other) and engagement.within(game, unit, other, BODYGUARD_RANGE)
        for other in game.units_on_table(game.owner(unit))
    )


def _is_bodyguard(game: Game, unit: int) -> bool:
    big = engagement.has_keyword(game, unit, "VEHICLE") or engagement.has_keyword(game, unit, "MONSTER")
    return big or len(game.state.standing(unit)) >= BODYGUARD_MODELS


def hit_penalties(game: Game, now: AttackContext) -> Changes:
    """What is subtracted: Assault after an Advance, Heavy weapons of INFANTRY that moved and of engaged big guns."""
    if now.weapon is None:
        return ()
    kind = weapons.arm_of(game, now.weapon).type
    if kind == ASSAULT:
        return (ADVANCED,) if game.has_mark(now.unit, "advanced") else ()
    if kind != HEAVY:
        return ()
    walked = engagement.model_has(game, now.attacker, "INFANTRY") and game.has_mark(now.unit, "moved")
    walked = walked and not abilities.may(game, "move-and-shoot-heavy", now.unit, False, now.attacker, now)
    in_melee = is_big(game, now.attacker) and engagement.is_engaged(game, now.unit)
    return (WALKED,) * walked + (IN_MELEE,) * in_melee
