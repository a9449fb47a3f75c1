"""Who may not be shot in this edition, who hits worse, and who is in cover.

Source: 8E-SHOOT-04, 8E-TARGET-05, 8E-PISTOL-01..03, 8E-CHAR-01..03, 8E-HEAVY-01, 8E-ASSAULT-02, 8E-COVER-01..03, 8E-Q-03,
-04, -06, -57, -59, -65, -83.
"""

from __future__ import annotations

import numpy as np

from resolver.engine.decision import Refusal
from resolver.engine.game import Game
from resolver.rulesets.common.attacks import weapons
from resolver.rulesets.common.attacks.targets import Shot, Sights
from resolver.rulesets.common.attacks.weapons import ASSAULT, HEAVY, PISTOL, Arms
from resolver.rulesets.common.effects import abilities
from resolver.rulesets.common.effects.conditions import Scene
from resolver.rulesets.common.units import characteristics
from resolver.table.columns import ALL
from resolver.table.geometry import EPSILON

EXPOSED_WOUNDS = 10
"""A Character of so many Wounds can be shot like any other model (8E-CHAR-03)."""
COVER = 1


def refusal(sights: Sights, shot: Shot, arms: Arms) -> Refusal | None:
    """Refuse all but Pistols near enemies, for those all but the closest unit, and targets near friends."""
    game, target = sights.game, shot.target
    if sights.engaged_with and not sights.past_engaged(shot):
        if arms.type.name != PISTOL:
            return Refusal("8E-SHOOT-04", "unit.near-enemy", {})
        gaps = sights.nearest(shot.model)
        if gaps[target] > min(gaps.values()) + EPSILON:
            return Refusal("8E-PISTOL-02", "target.not-closest", {"target": game.key(target)})
    elif sights.locked[target]:
        return Refusal("8E-TARGET-05", "target.near-friend", {"target": game.key(target)})
    return None


def sheltered(sights: Sights, shot: Shot) -> bool:
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
    return all("CHARACTER" in each.keywords and characteristics.wounds(each) < EXPOSED_WOUNDS for each in profiles)


def hit_penalties(game: Game, now: Scene) -> int:
    """How many rules subtract 1: Assault weapons of a unit that Advanced, Heavy weapons of a model that moved."""
    if now.weapon is None:
        return 0
    kind = weapons.arms(game, now.weapon).type.name
    if kind == ASSAULT:
        return int(game.marked(now.unit, "advanced"))
    moved = kind == HEAVY and game.model_marked(now.attacker, "moved")
    return int(moved and not abilities.may(game, "move-and-shoot-heavy", now.unit, False, now.attacker, now))


def cover(game: Game, unit: int, now: Scene) -> int:
    """Return what cover adds to saving throws against a shooting attack (8E-COVER-01, -03)."""
    return COVER if now.ranged and game.known(ALL, ("cover", unit), lambda: in_cover(game, unit)) else 0


def in_cover(game: Game, unit: int) -> bool:
    """Tell whether each model of a unit stands, at least partly, on or within some terrain feature (8E-Q-06)."""
    models = game.state.bodies(game.state.standing(unit))
    within = np.zeros(len(models), dtype=bool)
    for piece in game.state.board.terrain:
        within |= piece.footprint.overlaps(models)
    return bool(len(within) and within.all())
