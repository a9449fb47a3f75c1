"""Close combat attacks: which models fight, how many attacks they make, at whom, and with what.

`MeleeSituation` looks once at the fighting unit and the enemies in reach; a declaration is checked against it.
Source: 9E-MELEE-01..04, 9E-MATT-01, 9E-MTGT-01..06, 9E-MWPN-01..06, 9E-DS-07, -09, 9E-AIS-08, 9E-Q-29, -54, -59;
8E-FTARGET-01..06, 8E-MELEE-01..06, 8E-SHEET-05, 8E-Q-76, -81, -88.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from datasheets.effects.effect import Effect
from datasheets.values import Dice, apply_changes
from resolver.engine.battle_armies import BattleWeapon
from resolver.engine.compile_armies import MOST_SLOTS
from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.families.wh40k.attacks import weapons
from resolver.families.wh40k.edition import edition
from resolver.shared.attacks import volleys
from resolver.shared.attacks.arms import carried_weapons
from resolver.shared.attacks.pools import Shots
from resolver.shared.effects import abilities
from resolver.shared.effects.context import AttackContext
from resolver.shared.rolling import amount
from resolver.shared.units import characteristics, engagement
from resolver.table.geometry import Flags, distances, within

EXTRA = 1 << 20
"""The dice of additional attacks are numbered from here on, weapon by weapon of each model."""
BARE_HANDS = -1
"""The slot of the close combat weapon that every model without a melee weapon has (9E-MWPN-02)."""
DECLARED = ("melee.declare", "melee.reach", "melee.split", "melee.weapon", "melee.choose-weapon")


@dataclass(frozen=True, slots=True)
class MeleeAttack:
    """So many attacks of one model with one melee weapon and profile at one target."""

    model: int
    slot: int
    profile: int
    target: int
    number: int


class MeleeSituation:
    """A fighting unit: who of it can attack which enemy units."""

    def __init__(self, game: Game, unit: int) -> None:
        self.game, self.unit = game, unit
        self.models = game.state.standing(unit)

    @cached_property
    def enemies(self) -> list[int]:
        """Enemy units that may be attacked: by a unit that charged only its targets and, where they count, who intervened.

        Where one of both keeps aloof, only where the other has the keywords for it.

        9E-MTGT-02, 8E-FTARGET-02, 8E-Q-88.
        """
        game, unit = self.game, self.unit
        fielded = game.units_on_table(1 - game.owner(unit))
        every = [e for e in fielded if abilities.may_close(game, unit, e) and abilities.may_close(game, e, unit)]
        if not game.has_mark(unit, "charged"):
            return every
        also = edition(game).combat.strikes_interveners
        return [e for e in every if game.has_pair(unit, e, "charge-target") or (also and game.has_mark(e, "intervened"))]

    @cached_property
    def reach(self) -> Mapping[int, list[int]]:
        """For each model that can fight, the enemy units that it can attack."""
        found: dict[int, list[int]] = {}
        for enemy in self.enemies:
            for model in self.models[self.in_reach(enemy)]:
                found.setdefault(int(model), []).append(enemy)
        return {model: found[model] for model in sorted(found) if can_fight(self.game, model) and self.weapons(model)}

    def in_reach(self, enemy: int) -> Flags:
        """Tell which models are in Engagement Range of an enemy unit, or near to a mate that is near to it.

        9E-MELEE-02, -03, 8E-FTARGET-01.
        """
        state, near = self.game.state, edition(self.game).combat.second_rank
        own, other = state.bodies(self.models), state.bodies(state.standing(enemy))
        engaged = np.asarray(engagement.in_engagement(self.game, own, other).any(1))
        touching = np.asarray(within(distances(own, other), near).any(1))
        linked = within(distances(own, own), near)
        np.fill_diagonal(linked, False)
        reaching: Flags = engaged | (linked & touching[None, :]).any(1)
        return reaching

    def weapons(self, model: int) -> dict[int, BattleWeapon]:
        """Return the melee weapons of a model by slot, with the close combat weapon if none makes all attacks.

        That is so where it has none (9E-MWPN-01, -02), and where all it has make only a certain number.
        """
        carried = enumerate(carried_weapons(self.game, model))
        melee = {slot: weapon for slot, weapon in carried if not weapons.is_ranged(self.game, weapon)}
        if all(self._effects(model, weapon, "most-attacks") or self.is_only(model, weapon) for weapon in melee.values()):
            melee[BARE_HANDS] = weapons.close_combat_weapon(self.game.ruleset.id)
        return {slot: weapon for slot, weapon in melee.items() if self._strikes(model, weapon)}

    def _strikes(self, model: int, weapon: BattleWeapon) -> bool:
        """Tell whether attacks with a weapon have a Strength (8E-Q-76)."""
        return any(weapons.has_strength(self.game, model, profile) for profile in weapon.profiles)

    def free(self, model: int) -> dict[int, BattleWeapon]:
        """Return the weapons with which a model may make the attacks of its Attacks characteristic."""
        return {slot: weapon for slot, weapon in self.weapons(model).items() if not self.is_only(model, weapon)}

    def additional(self, model: int, weapon: BattleWeapon) -> Effect | None:
        """Return what gives a model additional attacks with a weapon now (9E-AIS-08)."""
        return next(iter(self._effects(model, weapon, "extra-attacks")), None)

    def is_only(self, model: int, weapon: BattleWeapon) -> bool:
        """Tell whether a model makes no attacks with a weapon but the additional ones."""
        more = self.additional(model, weapon)
        return bool(more and more["only"])

    def most(self, model: int, weapon: BattleWeapon) -> int | None:
        """Return the most attacks that a model makes with a weapon, None for no limit."""
        return min((effect["number"] for effect in self._effects(model, weapon, "most-attacks")), default=None)

    def extra(self, model: int) -> Script[dict[int, tuple[int, list[int]]]]:
        """Return the additional attacks that a model makes with certain weapons, with their dice (9E-AIS-08)."""
        found = {}
        for slot, weapon in self.weapons(model).items():
            if more := self.additional(model, weapon):
                number = EXTRA + model * MOST_SLOTS + slot
                dice = Dice.parse(more["number"])
                found[slot] = yield from amount(self.game, "attacks", dice, self.unit, number=number)
        return found

    def _effects(self, model: int, weapon: BattleWeapon, kind: str) -> list[Effect]:
        """Return the effects of a kind on a model's attacks with any profile of a weapon."""
        scenes = [AttackContext(attacker=model, unit=self.unit, weapon=profile, ranged=False) for profile in weapon.profiles]
        return [
            source.effect for context in scenes for source in abilities.effects(self.game, kind, self.unit, model, context)
        ]


def can_fight(game: Game, model: int) -> bool:
    """Tell whether a model can fight in melee at all: not with WS or A "-" (9E-DS-07, -09, 8E-SHEET-05, 8E-Q-76)."""
    return all(characteristics.value(game, model, key) is not None for key in ("melee-hit", "number"))


def attack(game: Game, unit: int) -> Script[None]:
    """Determine who fights and with how many attacks, declare all of them, then resolve them (9E-MELEE-01)."""
    brawl = MeleeSituation(game, unit)
    if not brawl.reach:
        return
    counts = []
    for model in brawl.reach:
        number, faces = yield from _roll_attacks(game, unit, model)
        counts.append((model, number, faces, (yield from brawl.extra(model))))
    fighters = [
        {
            "model": model,
            "attacks": number,
            "extra": {str(slot): more for slot, (more, _) in extra.items()},
            "targets": [game.key(target) for target in brawl.reach[model]],
        }
        for model, number, _, extra in counts
    ]
    yield from game.happen(
        "attacks.counted",
        unit=unit,
        models=[_attack_row(*row) for row in counts],
        rules=("melee.engaged", "melee.second-rank", "melee.attacks"),
    )
    data = _only_way(brawl, fighters)
    if data is None:
        data = yield from game.ask("melee", game.owner(unit), "melee.declare", unit, fighters=fighters)
    groups = group_attacks(game, unit, read(game, data))
    chosen = volleys.chosen_weapons((m, group.weapon.label) for group in groups for m in group.models)
    yield from game.happen("weapons.chosen", unit=unit, weapons=chosen, rules=("melee.choose-weapon", "melee.profile"))
    yield from game.happen(
        "targets.declared", unit=unit, attacks=volleys.declaration_rows(game, groups), fired=[], rules=DECLARED
    )
    yield from volleys.resolve(game, unit, groups)


def _attack_row(model: int, number: int, dice: list[int], extra: Mapping[int, tuple[int, list[int]]]) -> dict[str, Any]:
    every = [*dice, *(die for _, more in extra.values() for die in more)]
    row: dict[str, Any] = {"model": model, "attacks": number, "dice": every}
    return row | {"extra": sum(more for more, _ in extra.values())} if extra else row


def _only_way(brawl: MeleeSituation, fighters: list[dict[str, Any]]) -> Data | None:
    """Return the declaration where no fighter has a choice of target, weapon or profile; nobody needs to be asked then."""
    if any(len(row["targets"]) > 1 or len(_styles(brawl, row["model"])) > 1 for row in fighters):
        return None
    return {"attacks": [part for row in fighters for part in _proposal(brawl, row, row["targets"][0], 0)]}


def _roll_attacks(game: Game, unit: int, model: int) -> Script[tuple[int, list[int]]]:
    """Return how many attacks a model makes, and the dice where its Attacks are rolled (9E-MATT-01, 9E-MODC-07)."""
    found = characteristics.dice(game, model, "number", AttackContext(attacker=model, unit=unit, ranged=False))
    if found is None:
        return 0, []
    expression, changes = found
    if expression.fixed:
        return apply_changes(expression.constant, changes, characteristics.column(game, "number").minimum), []
    total, faces = yield from amount(game, "attacks", expression, unit, number=model, best=expression.maximum)
    return apply_changes(total, changes, characteristics.column(game, "number").minimum), faces


def read(game: Game, data: Data) -> list[MeleeAttack]:
    """Return a declaration that was checked, in a fixed order."""
    rows = [MeleeAttack(r["model"], r["slot"], r["profile"], game.unit(r["target"]), r["number"]) for r in data["attacks"]]
    return sorted(rows, key=lambda row: (row.target, row.slot, row.profile, row.model))


def group_attacks(game: Game, unit: int, declared: list[MeleeAttack]) -> list[Shots]:
    """Group attacks by target and weapon profile."""
    brawl = MeleeSituation(game, unit)
    groups: dict[tuple[int, int], list[MeleeAttack]] = {}
    for row in declared:
        profile = brawl.weapons(row.model)[row.slot].profiles[row.profile]
        groups.setdefault((row.target, profile.index), []).append(row)
    return [
        Shots(
            unit=unit,
            target=target,
            models=tuple(row.model for row in rows),
            weapon=brawl.weapons(rows[0].model)[rows[0].slot].profiles[rows[0].profile],
            ranged=False,
            numbers=tuple(row.number for row in rows),
            target_models=len(game.state.standing(target)),
        )
        for (target, _), rows in groups.items()
    ]


def options(game: Game, decision: Decision) -> Iterator[Data]:
    """Propose declarations: all at one target where a model can reach it, for each target, with each weapon and profile."""
    brawl = MeleeSituation(game, game.unit(decision.subject))
    fighters = decision.data["fighters"]
    targets = sorted({target for row in fighters for target in row["targets"]})
    most = max(len(_styles(brawl, row["model"])) for row in fighters)
    seen: list[Data] = []
    for target in targets:
        for style in range(most):
            offer = {"attacks": [part for row in fighters for part in _proposal(brawl, row, target, style)]}
            if offer not in seen:
                seen.append(offer)
                yield offer


def _styles(brawl: MeleeSituation, model: int) -> list[tuple[int, int]]:
    return [(slot, profile) for slot, weapon in brawl.free(model).items() for profile in range(len(weapon.profiles))]


def _proposal(brawl: MeleeSituation, row: Mapping[str, Any], target: str, style: int) -> list[dict[str, Any]]:
    styles = _styles(brawl, row["model"])
    slot, profile = styles[min(style, len(styles) - 1)]
    numbers = {int(extra): more for extra, more in row["extra"].items()}
    for place, number in _share_attacks(brawl, row, slot, numbers.get(slot, 0)):
        numbers[place] = numbers.get(place, 0) + number
    aim = target if target in row["targets"] else row["targets"][0]
    return [
        {"model": row["model"], "slot": s, "profile": profile if s == slot else 0, "target": aim, "number": number}
        for s, number in sorted(numbers.items())
        if number
    ]


def _share_attacks(brawl: MeleeSituation, row: Mapping[str, Any], slot: int, extra: int) -> Iterator[tuple[int, int]]:
    """As many attacks as may be made with the weapon, the rest with one that has no limit."""
    model, left = row["model"], row["attacks"]
    free = brawl.free(model)
    most = brawl.most(model, free[slot])
    if most is not None:
        yield slot, min(left, max(most - extra, 0))
        left -= min(left, max(most - extra, 0))
        slot = next(other for other, weapon in free.items() if brawl.most(model, weapon) is None)
    yield slot, left


def check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse a declaration with the rule that the first wrong attack breaks."""
    brawl = MeleeSituation(game, game.unit(decision.subject))
    fighters = {row["model"]: row for row in decision.data["fighters"]}
    made: dict[tuple[int, int], int] = {}
    for row in data["attacks"]:
        fighter = fighters.get(row["model"])
        if fighter is None:
            return Refusal("melee.others", "model.cannot-fight", {"model": row["model"]})
        if row["target"] not in fighter["targets"]:
            return _target_refusal(game, brawl, row)
        arms = brawl.weapons(row["model"])
        if row["slot"] not in arms or row["profile"] >= len(arms[row["slot"]].profiles):
            rule = "melee.close-combat-weapon" if row["slot"] == BARE_HANDS else "melee.weapon"
            return Refusal(rule, "weapon.unknown", {"model": row["model"], "weapon": row["slot"]})
        made[row["model"], row["slot"]] = made.get((row["model"], row["slot"]), 0) + row["number"]
    refusals = (_number_refusal(row, made) or _limit_refusal(brawl, row, made) for row in fighters.values())
    return next((refusal for refusal in refusals if refusal), None)


def _target_refusal(game: Game, brawl: MeleeSituation, row: Data) -> Refusal:
    target = game.armies.by_key.get(row["target"])
    if target is None or not game.on_table(target) or game.owner(target) == game.owner(brawl.unit):
        return Refusal("targets.enemy", "target.not-enemy", {})
    rule = "melee.reach" if target in brawl.enemies else "melee.charged"
    if not (abilities.may_close(game, brawl.unit, target) and abilities.may_close(game, target, brawl.unit)):
        rule = "weapon.abilities"
    return Refusal(rule, "target.not-in-reach", {"model": row["model"], "target": row["target"]})


def _number_refusal(fighter: Data, made: Mapping[tuple[int, int], int]) -> Refusal | None:
    model, extra = fighter["model"], {int(slot): more for slot, more in fighter["extra"].items()}
    wanted = fighter["attacks"] + sum(extra.values())
    found = sum(number for (who, _), number in made.items() if who == model)
    if found != wanted:
        return Refusal("melee.attacks", "attacks.number", {"model": model, "wanted": wanted, "found": found})
    for slot, more in extra.items():
        if made.get((model, slot), 0) < more:
            found = made.get((model, slot), 0)
            return Refusal(
                "attacks.additional", "attacks.extra", {"model": model, "weapon": slot, "wanted": more, "found": found}
            )
    return None


def _limit_refusal(brawl: MeleeSituation, fighter: Data, made: Mapping[tuple[int, int], int]) -> Refusal | None:
    """A weapon may make only its additional attacks, or only so many."""
    model = fighter["model"]
    for slot, weapon in brawl.weapons(model).items():
        extra, found = fighter["extra"].get(str(slot), 0), made.get((model, slot), 0)
        most = extra if brawl.is_only(model, weapon) else brawl.most(model, weapon)
        if most is not None and found > most:
            return Refusal(
                "weapon.abilities", "attacks.most", {"model": model, "weapon": slot, "most": most, "found": found}
            )
    return None
