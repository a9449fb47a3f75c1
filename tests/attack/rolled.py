"""Every way in which rolled attacks can go: the rolled form as an exact distribution, by branching at every die."""

from collections.abc import Iterator
from fractions import Fraction

from resolver.attack import roll
from resolver.attack.profile import AttackProfile, AttackRules, Plight, TargetModel, TargetProfile, Volley
from resolver.attack.steps import attack_numbers
from resolver.table.dice import Address

ADDRESS = Address(0, 1, 0, "shooting", 1, 1, 2)
Left = tuple[int, ...]
Stand = tuple[Left, tuple[Plight | None, ...]]
"""The wounds that models have left, and what a table has done to them."""


class NoFaceYet(Exception):
    pass


class Branch:
    """Dice that show given faces and then stop, saying how many sides the next die has."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.faces, self.rolled, self.seen = faces, 0, set()

    def roll(self, address: Address, sides: int = 6) -> int:
        if address in self.seen:
            raise AssertionError(f"{address} was rolled twice")
        self.seen.add(address)
        if self.rolled == len(self.faces):
            self.sides = sides
            raise NoFaceYet
        self.rolled += 1
        return self.faces[self.rolled - 1]


def kills(rules: AttackRules, volleys: list[Volley], target: TargetProfile) -> list[float]:
    """The distribution of models destroyed, every attack rolled in every possible way."""
    begun = tuple(model.wounds for model in target.models), tuple(model.plight for model in target.models)
    states: dict[Stand, Fraction | float] = {begun: 1}
    for volley in volleys:
        for _ in range(volley.weapons):
            after: dict[Stand, float] = {}
            for number, chance in attack_numbers(volley.profile).items():
                some = {left: p * chance for left, p in states.items()}
                for _ in range(number):
                    some = _resolve_attack(rules, volley.profile, target, some)
                for left, p in some.items():
                    after[left] = after.get(left, 0.0) + p
            states = after
    counts = [0.0] * (len(target.models) + 1)
    for (left, _), chance in states.items():
        counts[left.count(0)] += float(chance)
    return counts


def _resolve_attack(
    rules: AttackRules, profile: AttackProfile, target: TargetProfile, states: dict[Stand, float]
) -> dict[Stand, float]:
    after: dict[Stand, float] = {}
    for left, chance in states.items():
        for result, part in _ways(rules, profile, target, left):
            after[result] = after.get(result, 0.0) + chance * part
    return after


def _ways(rules: AttackRules, profile: AttackProfile, target: TargetProfile, left: Stand) -> Iterator[tuple[Stand, float]]:
    if not any(left[0]):
        yield left, 1.0
        return
    open_: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    while open_:
        faces, chance = open_.pop()
        dice = Branch(faces)
        try:
            plights = list(left[1])
            yield (run(rules, profile, target, left[0], dice, plights), tuple(plights)), chance
        except NoFaceYet:
            open_ += [((*faces, face), chance / dice.sides) for face in range(1, dice.sides + 1)]


def run(
    rules: AttackRules,
    profile: AttackProfile,
    target: TargetProfile,
    left: Left,
    dice: object,
    plights: list[Plight | None] | None = None,
) -> Left:
    """One attack against a unit with these wounds left; models are struck in order. Returns the wounds left then."""
    wounds = list(left)

    def toughness() -> int:
        alive = tuple(m.resistance for m, w in zip(target.models, wounds, strict=True) if w)
        return rules.resistance(alive) if alive else 1

    steps = roll.attack(rules, profile, toughness, dice, ADDRESS)
    return through(steps, target, wounds, plights)


def through(steps: roll.Run, target: TargetProfile, wounds: list[int], plights: list[Plight | None] | None = None) -> Left:
    answer: TargetModel | None = None
    struck = 0
    while True:
        try:
            step = steps.send(answer)
        except StopIteration:
            return tuple(wounds)
        answer = None
        if isinstance(step, roll.Allocate) and any(wounds):
            struck = next(place for place, w in enumerate(wounds) if w)
            answer = target.models[struck]._replace(wounds=wounds[struck])
            answer = answer if plights is None else answer._replace(plight=plights[struck])
        elif isinstance(step, roll.Inflict):
            wounds[struck] -= step.wounds
            assert wounds[struck] >= 0
            assert bool(step.ended) == (not wounds[struck] and target.models[struck].plight is not None)
            if plights is not None:
                plights[struck] = step.plight
