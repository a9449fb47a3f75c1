"""Pools of attacks resolved one at a time, and mortal wounds.

The kernel (`resolver/attack/roll.py`) rolls; `resolution` says who is asked, what happens, and what the log says."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from datasheets.values import Dice
from resolver.attack import roll
from resolver.attack.profile import AttackProfile
from resolver.attack.roll import Rolled, Spare
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.shared import rerolls
from resolver.shared.attacks.attack_log import AttackLog
from resolver.shared.attacks.pools import Shots
from resolver.shared.attacks.resolution import AttackResolution, suffer
from resolver.shared.effects import abilities
from resolver.shared.effects.context import AttackContext
from resolver.shared.rolling import amount
from resolver.shared.rules import shared_rules
from resolver.shared.units import engagement
from resolver.table.dice import Address, dice_sides, roll_all

POOL = 1 << 16
"""The dice of a pool are numbered from its weapon's index times this; no pool has as many attacks."""


def attack_context(game: Game, shots: Shots, entry: int) -> AttackContext:
    """Return what is going on while the weapon at this place of a pool attacks."""
    return AttackContext(
        attacker=shots.models[entry],
        unit=shots.unit,
        target=shots.target,
        weapon=shots.weapon,
        ranged=shots.ranged,
        reacting=shots.reacting,
        distance=engagement.distance(game, shots.unit, shots.target),
    )


def resolve(game: Game, shots: Shots, resolution: Callable[..., AttackResolution] = AttackResolution) -> Script[None]:
    """Resolve all attacks of a pool, weapon by weapon, until they are made or nobody is left to be struck.

    `resolution` makes what each attack does when it comes through.
    """
    pool = _Pool(game, shots, resolution)
    made = 0
    for entry, number in enumerate((yield from pool.count())):
        seen: list[Rolled] = []
        for attack in range(number):
            if not (game.state.on_table[shots.models[entry]] and shared_rules(game).reader.struck_first(game, shots.target)):
                break
            seen += yield from pool.attack(entry, made + attack)
        made += number
        if seen:
            yield from _backfire(game, pool.context(entry), seen)


def mortal_wounds(
    game: Game,
    unit: int,
    number: int,
    cause: str,
    by: int | None,
    dice: Sequence[int] = (),
    *,
    by_power: bool = False,
    only: int | None = None,
) -> Script[None]:
    """Inflict mortal wounds on a unit, one at a time; `by` is the player to whom they count, None for nobody.

    `only` is the one model that suffers them, where a rule names it.
    """
    yield from suffer(game, unit, number, cause, by, dice)
    address = game.address(-1, unit).of("ignore", game.count(unit, "struck"))
    resolution = AttackResolution(
        game, unit, cause, by, AttackContext(target=unit, mortal=True, by_power=by_power), only=only
    )
    yield from resolution.through(roll.mortal_wounds(number, game.dice, address, resolution.offers))


class _Pool:
    """The attacks of one pool. What was looked up is kept until somebody loses a wound."""

    def __init__(self, game: Game, shots: Shots, resolution: Callable[..., AttackResolution]) -> None:
        self.game, self.shots, self.resolution = game, shots, resolution
        self.address = game.address(shots.unit, shots.target)
        self.first = (shots.weapon.index + 1) * POOL
        self.reader = shared_rules(game).reader
        self.known: dict[tuple[object, ...], tuple[AttackContext, AttackProfile]] = {}

    def look_up(self, entry: int) -> tuple[AttackContext, AttackProfile]:
        """Return the context and profile of the weapon at this place of the pool."""
        game, shots, model = self.game, self.shots, self.shots.models[entry]
        wounds, alike = int(game.state.wounds.sum()), self.reader.likeness(game, shots, entry)
        key = (alike, wounds, shots.resistance)
        if key not in self.known:
            now = self.reader.context(game, shots, entry)
            self.known[key] = (now, self.reader.attack(game, shots, entry, now))
        now, profile = self.known[key]
        return (now if now.attacker == model else now._replace(attacker=model)), profile

    def context(self, entry: int) -> AttackContext:
        """Return what is going on while the weapon at this place attacks."""
        return self.look_up(entry)[0]

    def count(self) -> Script[list[int]]:
        """Roll how many attacks each weapon makes, now that they are about to be resolved."""
        shots, numbers, faces = self.shots, list[int](), list[tuple[int, ...]]()
        for entry in range(len(shots.models)):
            address = self.address.of("attacks", self.first + entry)
            number, found = roll.number_of_attacks(self.look_up(entry)[1], self.game.dice, address)
            dice = found.faces if found else ()
            if found and not found.first:
                number, dice = yield from self._counted_again(entry, number, dice, address)
            numbers.append(number)
            faces.append(dice)
        cited = ["attack.sequence", "shots.number" if shots.ranged else "melee.attacks"]
        yield from self.game.happen(
            "attacks.began",
            unit=shots.unit,
            target=shots.target,
            weapon=shots.weapon.label,
            models=shots.models,
            attacks=numbers,
            dice=faces,
            **self.reader.extra(shots),
            rules=cited,
        )
        return numbers

    def _counted_again(
        self, entry: int, number: int, faces: tuple[int, ...], address: Address
    ) -> Script[tuple[int, tuple[int, ...]]]:
        """Let the player roll a die of a random number of attacks again, where a rule lets it."""
        game, unit, profile = self.game, self.shots.unit, self.look_up(entry)[1]
        sides = dice_sides(profile.attacks)

        def throw(die: int) -> int:
            return game.dice.roll(address.of("attacks", address.number, die, 1), sides[die])

        after = yield from rerolls.offer(game, game.owner(unit), "attacks", unit, faces, throw)
        return (number, faces) if after == faces else (profile.number(profile.attacks.total(after)), after)

    def attack(self, entry: int, number: int) -> Script[list[Rolled]]:
        """Resolve one attack; return the rolls that its unit made."""
        self.shots = yield from self.reader.choose(self.game, self.shots)
        game, shots = self.game, self.shots
        now, profile = self.look_up(entry)
        most = self.reader.limited(game, now)
        spare = None
        if most:
            plain = self.reader.attack(game, shots, entry, again=False)
            spare = Spare(plain, max(most - game.count(shots.unit, "rerolled"), 0))
        log = AttackLog(game, shots, now, profile, spare)
        resolution = self.resolution(
            game, shots.target, shots.weapon.label, game.owner(shots.unit), now, log, attacker=shots.unit
        )
        steps = roll.attack(
            shared_rules(game).attacks,
            profile,
            lambda: self._resistance(log, number),
            game.dice,
            self.address.of("attacks", self.first + number),
            spare,
            resolution.offers,
            lambda: bool(self.reader.struck_first(game, shots.target)),
        )
        yield from resolution.through(steps)
        return log.shown

    def _resistance(self, log: AttackLog, number: int) -> int:
        """Return the target's resistance to a contested roll; a random one is rolled."""
        game, target = self.game, self.shots.target

        def throw(expression: Dice) -> int:
            address = self.address.of("characteristic", self.first + number, log.resistance_dice)
            faces = roll_all(game.dice, address, expression)
            log.add_resistance(faces)
            return expression.total(faces)

        return self.reader.resistance(game, target, throw, self.shots.resistance)


def _backfire(game: Game, now: AttackContext, shown: list[Rolled]) -> Script[None]:
    """What a weapon does to its bearer after all attacks with it, by the dice that its attacks have shown."""
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
                yield from shared_rules(game).destroy(game, model, source.name, None)
                break
            only = model if effect["whom"] == "bearer" else None
            for number in range(times if effect["each"] else 1):
                dice = Dice.parse(effect["number"])
                wounds, faces = yield from amount(game, "mortal", dice, unit, unit, model * POOL + number)
                yield from mortal_wounds(game, unit, wounds, source.name, None, faces, only=only)
