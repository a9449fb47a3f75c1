"""Who may shoot what: eligible targets of every ranged weapon of a unit, and why others are not.

`TargetOptions` looks once at a unit and everything it might shoot; `refusal` then answers for one model, weapon and
target. What an edition says of targets near friends or enemies, and of sheltered ones, stands in its `Combat`.
Source: 9E-TARGET-04..08, 9E-ASSAULT-01, 9E-WPN-02, 9E-SHOOT-04, 9E-DS-08, 9E-OVERW-05, -06; 8E-TARGET-02..04, 8E-ASSAULT-01,
8E-SHEET-06, -11, 8E-GRENADE-01, 8E-PISTOL-04, 8E-Q-65.
"""

from __future__ import annotations

from collections.abc import Iterator

from resolver.engine.decision import Refusal
from resolver.engine.game import Game
from resolver.families.wh40k.attacks import weapons
from resolver.families.wh40k.attacks.sightings import Shot, Sightings, profile_of
from resolver.families.wh40k.attacks.weapons import ASSAULT, GRENADE, PISTOL
from resolver.families.wh40k.edition import edition
from resolver.shared.attacks.arms import Arm, carried_weapons
from resolver.shared.effects import abilities
from resolver.shared.effects.context import AttackContext
from resolver.shared.units import characteristics
from resolver.table.geometry import EPSILON


class TargetOptions(Sightings):
    """What a unit may shoot at now, and why it may not shoot at the rest."""

    def refusal(self, shot: Shot) -> Refusal | None:
        """Return why a shot cannot be declared, or None. Rules that join several shots are not asked here."""
        game = self.game
        carried = carried_weapons(game, shot.model) if shot.model in self.row else ()
        if not 0 <= shot.slot < len(carried) or not 0 <= shot.profile < len(carried[shot.slot].profiles):
            return Refusal("shoot.carried", "weapon.unknown", {"model": shot.model, "weapon": shot.slot})
        profile = carried[shot.slot].profiles[shot.profile]
        arm = weapons.arm_of(game, profile)
        if not arm.ranged:
            return Refusal("weapon.melee", "weapon.melee", {"weapon": profile.label})
        return self._weapon_refusal(shot, arm) or self._target_refusal(shot, arm) or self._reach_refusal(shot, arm)

    def _weapon_refusal(self, shot: Shot, arm: Arm) -> Refusal | None:
        game, unit = self.game, self.unit
        if characteristics.value(game, shot.model, "ranged-hit") is None:
            return Refusal("no-ballistic-skill", "model.cannot-shoot", {"model": shot.model})
        if not weapons.has_strength(game, shot.model, profile_of(game, shot)):
            return Refusal("no-strength", "weapon.no-strength", {"model": shot.model})
        if edition(game).combat.fires_once and game.model_count(shot.model, "fired") >> shot.slot & 1:
            return Refusal("shoot.weapon-once", "weapon.fired", {"model": shot.model})
        if self._is_spent(shot):
            return Refusal("weapon.abilities", "weapon.spent", {"model": shot.model})
        advanced = self.overwatch is None and game.has_mark(unit, "advanced")
        if advanced and not abilities.may(game, "shoot-after-advance", unit, arm.type == ASSAULT):
            return Refusal("assault", "weapon.advanced", {"type": arm.type})
        return None

    def _is_spent(self, shot: Shot) -> bool:
        """Tell whether the weapon can be shot once in the battle and has been."""
        spent = self.game.model_count(shot.model, "spent")
        return bool(spent >> shot.slot & 1) and is_single_use(self.game, self.unit, shot, self._scene(shot))

    def _target_refusal(self, shot: Shot, arm: Arm) -> Refusal | None:
        game, target = self.game, shot.target
        if target not in self.enemies:
            return Refusal("targets.enemy", "target.not-enemy", {})
        if self.overwatch is not None and target != self.overwatch:
            return Refusal("overwatch.target", "target.overwatch", {"target": game.key(self.overwatch)})
        if not self._may(shot, "shoot", allowed=True):
            return Refusal("weapon.abilities", "target.weapon", {"target": game.key(target)})
        return edition(game).combat.target_refusal(self, shot, arm)

    def _reach_refusal(self, shot: Shot, arm: Arm) -> Refusal | None:
        game, row = self.game, self.row[shot.model]
        gaps = self.gaps(shot.target)
        low, high = self.reach(shot, arm)
        if low and gaps[row].min() <= low + EPSILON:
            return Refusal("weapon.minimum-range", "target.too-near", {"range": low})
        inside = gaps[row] <= high + EPSILON
        if not inside.any():
            return Refusal(
                "targets.reach", "target.out-of-range", {"range": high, "distance": round(float(gaps[row].min()), 3)}
            )
        if not (inside & self.visible(shot.target)[row]).any() and not self._may(shot, "target-unseen"):
            return Refusal("targets.reach", "target.not-visible", {"target": game.key(shot.target)})
        sheltered = self.overwatch is None and edition(game).combat.sheltered(self, shot)
        if sheltered and not self._may(shot, "target-sheltered"):
            return Refusal("character.sheltered", "target.sheltered", {"target": game.key(shot.target)})
        return None

    def shots_in_reach(self) -> Iterator[Shot]:
        """Return every shot that reaches its target, whatever else forbids it."""
        for model in self.row:
            for gun in weapons.guns(self.game, model):
                for target, gap in self.nearest(model).items():
                    if gap > gun.most + EPSILON and not self._ranges_change:
                        continue
                    for profile, arm in gun.profiles:
                        shot = Shot(model, gun.slot, profile, target)
                        if gap <= self.reach(shot, arm)[1] + EPSILON:
                            yield shot


def is_single_use(game: Game, unit: int, shot: Shot, context: AttackContext) -> bool:
    """Tell whether the weapon of a shot can be used once in the battle."""
    return bool(abilities.effects(game, "single-use", unit, shot.model, context))


def joint_refusal(sights: TargetOptions, shots: list[Shot]) -> Refusal | None:
    """Return which rule about several weapons together a declaration breaks, or None."""
    game = sights.game
    if len({(shot.model, shot.slot) for shot in shots}) < len(shots):
        return Refusal("shots.one-target", "weapon.twice", {})
    kinds: dict[int, set[str]] = {}
    for shot in shots:
        profile = profile_of(game, shot)
        kinds.setdefault(shot.model, set()).add(weapons.arm_of(game, profile).type)
    grenades = [shot for shot in shots if GRENADE in kinds[shot.model]]
    if len(grenades) > 1:
        throwers = {shot.model for shot in grenades}
        rule = "grenade.one" if len(throwers) > 1 else "grenade.only"
        return Refusal(rule, "weapon.grenade", {"models": sorted(throwers)})
    if any(PISTOL in several and len(several) > 1 for several in kinds.values()):
        return Refusal("pistol.or-others", "weapon.pistol", {})
    refusals = (refusal(sights, shots) for refusal in edition(game).combat.joint_refusals)
    return next((refusal for refusal in refusals if refusal), None)
