"""One unit against another outside any battle: what it attacks with, for exact odds.

Both units stand on an empty table, whole and alone: abilities of other units do not count. Every model attacks.
Source: 9E-PISTOL-03, 9E-GRENADE-01, -02, 9E-ASSAULT-01, 9E-WPN-02, 9E-MATT-01, 9E-MWPN-01..03, 9E-AIS-08, 9E-Q-29;
8E-PISTOL-04, 8E-GRENADE-01, 8E-ASSAULT-01, 8E-Q-04.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from datasheets.values import Change, Dice, apply_changes
from resolver.attack import exact
from resolver.attack.profile import TargetProfile, Volley
from resolver.engine.battle_armies import BattleWeapon, WeaponProfile
from resolver.engine.duel import Duel, Terms, place_apart
from resolver.engine.game import Game
from resolver.families.wh40k.attacks import attack_profiles, target_profiles, weapons
from resolver.families.wh40k.attacks.melee import MeleeSituation, can_fight
from resolver.families.wh40k.attacks.weapons import ASSAULT, GRENADE, PISTOL
from resolver.families.wh40k.edition import edition
from resolver.shared.attacks.arms import carried_weapons
from resolver.shared.attacks.pools import Shots
from resolver.shared.effects.abilities import UNTIL
from resolver.shared.effects.context import AttackContext
from resolver.shared.effects.sources import sources
from resolver.shared.units import characteristics
from resolver.table.geometry import EPSILON

MELEE_GAP, SHOOTING_GAP = 0.5, 12.0
"""How far apart the units stand, in inches, where nobody says."""
Attacks = list[Volley]


def attacks(game: Game, attacker: int, target: int, terms: Terms) -> Attacks:
    """Return all attacks of a unit on another, which have been put on the table with `stage`."""
    every = [volley for group in _WeaponChoice(game, attacker, target, terms).choose_attacks() for volley in group]
    joined: dict[Volley, int] = {}
    for volley in every:
        one = replace(volley, weapons=1)
        joined[one] = joined.get(one, 0) + volley.weapons
    return [replace(volley, weapons=number) for volley, number in joined.items()]


def stage(game: Game, attacker: int, target: int, terms: Terms) -> None:
    """Stand all models of both units on the table, every one equally far from the enemy, after what the attacker did."""
    state = game.state
    gap = MELEE_GAP if terms.fighting else SHOOTING_GAP if terms.range_inches is None else terms.range_inches
    place_apart(game, attacker, target, gap)
    did = terms.did | {"moved"} if "advanced" in terms.did else terms.did
    for mark in did:
        state.write("unit_marks", attacker, game.ruleset.names.unit_marks[mark], np.bitwise_or)
    for mark in edition(game).moved_marks if "moved" in did else ():
        state.write("marks", state.models_of(attacker), game.ruleset.names.model_marks[mark], np.bitwise_or)
    for source in sources(game).by_trigger.get("charge", ()) if "charged" in did else ():
        if source.unit == attacker and source.lasting is not None:
            column = game.ruleset.names.unit_counters[f"lasting-{UNTIL[source.effect.until]}"]
            state.write("unit_counters", (attacker, column), 1 << source.lasting, np.bitwise_or)


def target(game: Game, unit: int) -> TargetProfile:
    """Return the target as it stands, before any attack."""
    return target_profiles.target(game, unit)


def weapon_names(game: Game, unit: int, fighting: bool) -> list[str]:
    """Return the names of the weapons that a unit may shoot, or fight, with."""
    every = [weapon for model in game.state.models_of(unit) for weapon in carried_weapons(game, int(model))]
    names = [weapon.name for weapon in every if weapons.is_ranged(game, weapon) is not fighting]
    return list(dict.fromkeys(names or ([weapons.close_combat_weapon(game.ruleset.id).name] if fighting else [])))


def worth(game: Game, volleys: Sequence[Volley]) -> float:
    """Return how much damage attacks do on average: what the choice between weapons goes by."""
    struck = next((volley.target for volley in volleys if volley.target), None)
    return exact.mean(exact.damage(edition(game).attacks, volleys, struck)) if struck else 0.0


class _WeaponChoice:
    """The choice of weapons. Models with the same loadout choose alike."""

    def __init__(self, game: Game, attacker: int, target: int, terms: Terms) -> None:
        self.game, self.attacker, self.target, self.terms = game, attacker, target, terms
        models = [int(model) for model in game.state.standing(attacker)]
        self.alike: dict[int, list[int]] = {}
        for model in models:
            self.alike.setdefault(int(game.state.loadout[model]), []).append(model)

    def choose_attacks(self) -> Iterator[Attacks]:
        """Yield the attacks of each group of equal models."""
        groups = [
            (models, self._blows(models[0]) if self.terms.fighting else self._shots(models[0]))
            for models in self.alike.values()
        ]
        throw = None if self.terms.fighting else self._throw(groups)
        for place, (models, attacks) in enumerate(groups):
            number = len(models) - (throw is not None and throw[0] == place)
            yield [replace(volley, weapons=volley.weapons * number) for volley in attacks if number]
        if throw:
            yield throw[1]

    def _shots(self, model: int) -> Attacks:
        """All pistols or all other weapons but grenades, whichever does more (9E-PISTOL-03)."""
        styles: dict[bool, Attacks] = {False: [], True: []}
        for weapon in carried_weapons(self.game, model):
            best = self._best([self._volley_of(model, profile) for profile in self._usable(weapon)])
            kind = weapons.arm_of(self.game, weapon.profiles[0]).type
            if best and kind != GRENADE:
                styles[kind == PISTOL].append(best)
        if not styles[True]:
            return styles[False]
        return max(styles.values(), key=lambda volleys: worth(self.game, volleys))

    def _throw(self, groups: Sequence[tuple[list[int], Attacks]]) -> tuple[int, Attacks] | None:
        """The one model that throws a grenade instead of shooting, where that does more (9E-GRENADE-01, -02)."""
        gains = []
        for place, (models, attacks) in enumerate(groups):
            for weapon in carried_weapons(self.game, models[0]):
                if weapons.arm_of(self.game, weapon.profiles[0]).type == GRENADE:
                    best = self._best([self._volley_of(models[0], profile) for profile in self._usable(weapon)])
                    gains += [(worth(self.game, [best]) - worth(self.game, attacks), place, [best])] if best else []
        gain, place, thrown = max(gains, key=lambda row: row[0], default=(0.0, 0, []))
        return (place, thrown) if gain > EPSILON else None

    def _blows(self, model: int) -> Attacks:
        """All attacks with the melee weapon that does most, and those that certain weapons add (9E-Q-29).

        A weapon that makes at most so many attacks makes only those that it adds.
        """
        game = self.game
        if not can_fight(game, model):
            return []
        brawl, number = MeleeSituation(game, self.attacker), self._attacks(model)
        free = [weapon for weapon in brawl.free(model).values() if brawl.most(model, weapon) is None]
        best = self._best([self._blow(model, profile, number) for weapon in free for profile in self._find_profiles(weapon)])
        more = [
            self._best([self._blow(model, profile, Dice.parse(effect["number"])) for profile in self._find_profiles(weapon)])
            for weapon in brawl.weapons(model).values()
            if (effect := brawl.additional(model, weapon))
        ]
        return [volley for volley in (best, *more) if volley]

    def _attacks(self, model: int) -> Dice:
        """The Attacks characteristic; where it is rolled, what is added to it is added to its constant."""
        found = characteristics.dice(
            self.game, model, "number", AttackContext(attacker=model, unit=self.attacker, ranged=False)
        )
        if found is None:
            return Dice()
        expression, changes = found
        if expression.fixed:
            return Dice(
                constant=apply_changes(expression.constant, changes, characteristics.column(self.game, "number").minimum)
            )
        return replace(expression, constant=apply_changes(expression.constant, [c for c in changes if _adds(c)]))

    def _usable(self, weapon: BattleWeapon) -> Iterator[WeaponProfile]:
        """The ranged profiles of a weapon that may be shot at this distance after that move."""
        for profile in self._find_profiles(weapon):
            arm = weapons.arm_of(self.game, profile)
            far = self.terms.range_inches
            near = far is None or arm.reaches(far, EPSILON)
            if arm.ranged and near and ("advanced" not in self.terms.did or arm.type == ASSAULT):
                yield profile

    def _find_profiles(self, weapon: BattleWeapon) -> list[WeaponProfile]:
        wanted = self.terms.weapon.casefold()
        return [p for p in weapon.profiles if wanted in ("", weapon.name.casefold(), p.label.casefold())]

    def _volley_of(self, model: int, profile: WeaponProfile) -> Volley:
        arm, far = weapons.arm_of(self.game, profile), self.terms.range_inches
        shots = Shots(
            unit=self.attacker,
            target=self.target,
            models=(model,),
            weapon=profile,
            ranged=True,
            half_range=(far is not None and far <= arm.inches[1] / 2 + EPSILON,),
            target_models=len(self.game.state.standing(self.target)),
            reacting=self.terms.reacting,
        )
        return attack_profiles.volleys(self.game, shots)[0]

    def _blow(self, model: int, profile: WeaponProfile, number: Dice) -> Volley:
        shots = Shots(self.attacker, self.target, (model,), profile, ranged=False, numbers=(1,))
        volley = attack_profiles.volleys(self.game, shots)[0]
        return replace(volley, profile=replace(volley.profile, attacks=number))

    def _best(self, found: Sequence[Volley]) -> Volley | None:
        if len(found) < 2:  # most weapons have one profile: what it is worth need not be worked out
            return found[0] if found else None
        return max(found, key=lambda volley: worth(self.game, [volley]))


def _adds(change: Change) -> bool:
    return change.operation in ("add", "subtract")


DUEL = Duel(stage=stage, attacks=attacks, target=target, weapons=weapon_names, rules=lambda game: edition(game).attacks)
