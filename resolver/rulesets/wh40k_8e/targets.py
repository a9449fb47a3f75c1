"""Who may not be shot in this edition, who hits worse, and who is in cover.

Source: 8E-SHOOT-04, 8E-TARGET-05, 8E-PISTOL-01..03, 8E-CHAR-01..03, 8E-HEAVY-01, 8E-ASSAULT-02, 8E-COVER-01..03, 8E-Q-03,
-04, -06, -57, -59, -65, -83.
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
from resolver.families.wh40k.attacks.weapons import ASSAULT, HEAVY, PISTOL
from resolver.shared.attacks.arms import Arm
from resolver.shared.effects import abilities
from resolver.shared.effects.context import AttackContext
from resolver.table.columns import ALL
from resolver.table.geometry import EPSILON

EXPOSED_WOUNDS = 10
"""A Character of so many Wounds can be shot like any other model (8E-CHAR-03)."""
COVER = Change("add", 1, Origin(rule="8E-COVER-01"))
ADVANCED, MOVED = (Change("subtract", 1, Origin(rule=rule)) for rule in ("8E-ASSAULT-02", "8E-HEAVY-01"))
"""From the hit rolls of an Assault weapon after an Advance, of a Heavy weapon on the move."""


def refusal(sights: Sightings, shot: Shot, arm: Arm) -> Refusal | None:
    """Refuse all but Pistols near enemies, for those all but the closest unit, and targets near friends."""
    game, target = sights.game, shot.target
    if sights.engaged_with and not sights.past_engaged(shot):
        if arm.type != PISTOL:
            return Refusal("8E-SHOOT-04", "unit.near-enemy", {})
        gaps = sights.nearest(shot.model)
        if gaps[target] > min(gaps.values()) + EPSILON:
            return Refusal("8E-PISTOL-02", "target.not-closest", {"target": game.key(target)})
    elif sights.locked[target]:
        return Refusal("8E-TARGET-05", "target.near-friend", {"target": game.key(target)})
    return None


def is_sheltered(sights: Sightings, shot: Shot) -> bool:
    """Tell whether a target is a Character and another visible enemy unit is closer to the model (8E-CHAR-02, 8E-Q-57)."""
    if not _is_protected(sights.game, shot.target):
        return False
    row = sights.row[shot.model]
    others = [enemy for enemy in sights.enemies if enemy != shot.target and sights.visible(enemy)[row].any()]
    closest = min((float(sights.gaps(enemy)[row].min()) for enemy in others), default=np.inf)
    return bool(sights.gaps(shot.target)[row].min() > closest + EPSILON)


def _is_protected(game: Game, unit: int) -> bool:
    """A unit is protected while all its models are Characters of fewer than 10 Wounds."""
    profiles = [game.armies.profiles[index] for index in {int(p) for p in game.state.profile[game.state.standing(unit)]}]
    return all("CHARACTER" in each.keywords and each.wounds < EXPOSED_WOUNDS for each in profiles)


def hit_penalties(game: Game, now: AttackContext) -> Changes:
    """What is subtracted: Assault weapons of a unit that Advanced, Heavy weapons of a model that moved."""
    if now.weapon is None:
        return ()
    kind = weapons.arm_of(game, now.weapon).type
    if kind == ASSAULT:
        return (ADVANCED,) if game.has_mark(now.unit, "advanced") else ()
    if kind != HEAVY or not game.model_marked(now.attacker, "moved"):
        return ()
    return () if abilities.may(game, "move-and-shoot-heavy", now.unit, False, now.attacker, now) else (MOVED,)


def cover(game: Game, unit: int, now: AttackContext) -> Changes:
    """Return what cover adds to saving throws against a shooting attack (8E-COVER-01, -03)."""
    return (COVER,) if now.ranged and game.cache(ALL, ("cover", unit), lambda: in_cover(game, unit)) else ()


def in_cover(game: Game, unit: int) -> bool:
    """Tell whether each model of a unit stands, at least partly, on or within some terrain feature (8E-Q-06)."""
    models = game.state.bodies(game.state.standing(unit))
    within = np.zeros(len(models), dtype=bool)
    for piece in game.state.board.terrain:
        within |= piece.footprint.overlaps(models)
    return bool(len(within) and within.all())
