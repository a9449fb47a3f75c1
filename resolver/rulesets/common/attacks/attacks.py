"""Pools of attacks resolved one at a time, and mortal wounds.

The kernel (`resolver/attack/roll.py`) rolls; `blows` says who is asked, what happens to models, and what the log says.
Source: 9E-ATTACK-01, 9E-NUMATT-01, 9E-OVERW-04, 9E-Q-28, -40, -42; 8E-ATTACK-01, 8E-NUMATT-01, 8E-Q-61, -62.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from datasheets.values import Dice
from resolver.attack import roll
from resolver.attack.profile import AttackProfile
from resolver.attack.roll import Rolled, Spare
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.common import spares
from resolver.rulesets.common.attacks import attack_profiles, blows, target_profiles
from resolver.rulesets.common.attacks.attack_log import AttackLog
from resolver.rulesets.common.attacks.pools import Shots
from resolver.rulesets.common.edition import edition
from resolver.rulesets.common.effects import abilities
from resolver.rulesets.common.effects.conditions import Scene
from resolver.rulesets.common.rolling import amount
from resolver.rulesets.common.units import destruction
from resolver.table.dice import Address, roll_all, shown

POOL = 1 << 16
"""The dice of a pool are numbered from its weapon's index times this; no pool has as many attacks."""


def resolve(game: Game, shots: Shots) -> Script[None]:
    """Resolve all attacks of a pool, weapon by weapon, until they are made or nobody is left to be struck."""
    pool = _Pool(game, shots)
    made = 0
    for entry, number in enumerate((yield from pool.count())):
        seen: list[Rolled] = []
        for attack in range(number):
            if not (game.state.on_table[shots.models[entry]] and target_profiles.struck_first(game, shots.target)):
                break
            seen += yield from pool.attack(entry, made + attack)
        made += number
        if seen:
            yield from _backfire(game, pool.scene(entry), seen)


def mortal_wounds(
    game: Game,
    unit: int,
    number: int,
    cause: str,
    by: int | None,
    dice: Sequence[int] = (),
    *,
    psychic: bool = False,
    only: int | None = None,
) -> Script[None]:
    """Inflict mortal wounds on a unit, one at a time; `by` is the player to whom they count, None for nobody.

    `only` is the one model that suffers them, where a rule names it.
    """
    yield from blows.suffer(game, unit, number, cause, by, dice)
    address = game.address(-1, unit).of("ignore", game.count(unit, "struck"))
    blow = blows.Blow(game, unit, cause, by, Scene(target=unit, mortal=True, psychic=psychic), only=only)
    yield from blow.through(roll.mortal_wounds(number, game.dice, address, blow.offers))


class _Pool:
    """The attacks of one pool. What was looked up is kept until somebody loses a wound."""

    def __init__(self, game: Game, shots: Shots) -> None:
        self.game, self.shots = game, shots
        self.address = game.address(shots.unit, shots.target)
        self.first = (shots.weapon.index + 1) * POOL
        self.known: dict[tuple[object, ...], tuple[Scene, AttackProfile]] = {}

    def looked_up(self, entry: int) -> tuple[Scene, AttackProfile]:
        """Return the scene and profile of the weapon at this place of the pool."""
        game, shots, model = self.game, self.shots, self.shots.models[entry]
        wounds, alike = int(game.state.wounds.sum()), attack_profiles.likeness(game, shots, entry)
        key = (alike, wounds, shots.toughness)
        if key not in self.known:
            now = attack_profiles.scene(game, shots, entry)
            self.known[key] = (now, attack_profiles.attack(game, shots, entry, now))
        now, profile = self.known[key]
        return (now if now.attacker == model else now._replace(attacker=model)), profile

    def scene(self, entry: int) -> Scene:
        """Return what is going on while the weapon at this place attacks."""
        return self.looked_up(entry)[0]

    def count(self) -> Script[list[int]]:
        """Roll how many attacks each weapon makes, now that they are about to be resolved (9E-NUMATT-01, 9E-Q-42)."""
        shots, numbers, faces = self.shots, list[int](), list[tuple[int, ...]]()
        for entry in range(len(shots.models)):
            address = self.address.of("attacks", self.first + entry)
            number, found = roll.number_of_attacks(self.looked_up(entry)[1], self.game.dice, address)
            dice = found.faces if found else ()
            if found and not found.first:
                number, dice = yield from self._counted_again(entry, number, dice, address)
            numbers.append(number)
            faces.append(dice)
        rules = ["attack.sequence", "shots.number" if shots.ranged else "melee.attacks"]
        yield from self.game.happen(
            "attacks.began",
            unit=shots.unit,
            target=shots.target,
            weapon=shots.weapon.label,
            models=shots.models,
            attacks=numbers,
            dice=faces,
            overwatch=shots.overwatch,
            rules=rules,
        )
        return numbers

    def _counted_again(
        self, entry: int, number: int, faces: tuple[int, ...], address: Address
    ) -> Script[tuple[int, tuple[int, ...]]]:
        """Let the player roll a die of a random number of attacks again, where a rule lets it."""
        game, unit, profile = self.game, self.shots.unit, self.looked_up(entry)[1]
        sides = shown(profile.attacks)

        def throw(die: int) -> int:
            return game.dice.roll(address.of("attacks", address.number, die, 1), sides[die])

        after = yield from spares.offer(game, game.owner(unit), "attacks", unit, faces, throw)
        return (number, faces) if after == faces else (profile.number(profile.attacks.total(after)), after)

    def attack(self, entry: int, number: int) -> Script[list[Rolled]]:
        """Resolve one attack; return its hit and wound rolls."""
        yield from self._choose_toughness()
        game, shots = self.game, self.shots
        now, profile = self.looked_up(entry)
        most = attack_profiles.limited(game, now)
        spare = None
        if most:
            plain = attack_profiles.attack(game, shots, entry, again=False)
            spare = Spare(plain, max(most - game.count(shots.unit, "rerolled"), 0))
        log = AttackLog(game, shots, shots.models[entry], profile, spare)
        blow = blows.Blow(game, shots.target, shots.weapon.label, game.owner(shots.unit), now, log, attacker=shots.unit)
        steps = roll.attack(
            edition(game).attacks,
            profile,
            lambda: self._toughness(log, number),
            game.dice,
            self.address.of("hit", self.first + number),
            spare,
            blow.offers,
        )
        yield from blow.through(steps)
        return log.shown

    def _toughness(self, log: AttackLog, number: int) -> int:
        """Return the target's Toughness for a wound roll, 0 where nobody of it is left; a random one is rolled."""
        game, target = self.game, self.shots.target

        def throw(expression: Dice) -> int:
            address = self.address.of("characteristic", self.first + number, log.toughness_dice)
            faces = roll_all(game.dice, address, expression)
            log.add_toughness(faces)
            return expression.total(faces)

        if not target_profiles.struck_first(game, target):
            return 0
        return target_profiles.toughness(game, target, throw, self.shots.toughness)

    def _choose_toughness(self) -> Script[None]:
        """Let the target's player choose its Toughness, where the higher of two may be the worse for it (8E-Q-61)."""
        game, target = self.game, self.shots.target
        values = target_profiles.open_toughness(game, target)
        if len(values) > 1 and attack_profiles.minds_toughness(game, self.shots):
            data = yield from game.ask("toughness", game.owner(target), "wound", target, values=values)
            self.shots = replace(self.shots, toughness=int(data["toughness"]))


def _backfire(game: Game, now: Scene, shown: list[Rolled]) -> Script[None]:
    """What a weapon does to its bearer after all attacks with it, by the dice that its attacks have shown (9E-Q-28)."""
    unit, model = now.unit, now.attacker
    for kind in ("destroy-bearer", "harm-bearer"):
        for source in abilities.effects(game, kind, unit, model, now) if game.state.on_table[model] else ():
            effect = source.effect
            rolls = [roll for roll in shown if roll.step == effect["roll"]]
            times = sum((roll.faces[0] if effect["unmodified"] else roll.result) in effect["results"] for roll in rolls)
            if not times:
                continue
            yield from game.happen("ability.used", unit=unit, ability=source.name, effect=kind)
            if kind == "destroy-bearer":
                yield from destruction.destroy(game, model, source.name, None)
                break
            only = model if effect["whom"] == "bearer" else None
            for number in range(times if effect["each"] else 1):
                dice = Dice.parse(effect["number"])
                wounds, faces = yield from amount(game, "mortal", dice, unit, unit, model * POOL + number)
                yield from mortal_wounds(game, unit, wounds, source.name, None, faces, only=only)
