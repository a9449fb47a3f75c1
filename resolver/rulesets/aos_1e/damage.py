"""Wounds are inflicted on a unit after all attacks of the attacking unit, and allocated model by model by its player.

Source: AOS-ATTACK-01, AOS-MAKE-06, -07, AOS-DAMAGE-01..05, AOS-MORTAL-02, AOS-Q-17, -19..21.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from resolver.attack.profile import TargetModel
from resolver.attack.roll import Inflict, Rolled
from resolver.engine.game import Game
from resolver.engine.modifiers import modifier_fields
from resolver.engine.ruleset import Script
from resolver.shared.attacks.resolution import AttackResolution
from resolver.shared.effects.context import AttackContext
from resolver.shared.rolling import roll_test
from resolver.shared.rules import shared_rules

ENDLESS = 1 << 20
"""Wounds of the model that takes the damage of attacks until all of them have been made."""
MOST_AT_ONCE = 10_000


@dataclass(slots=True)
class PendingDamage:
    """What the attacks of a unit have inflicted so far: wounds and mortal wounds for each target, in the order attacked."""

    wounds: dict[int, int] = field(default_factory=dict)
    mortal: dict[int, int] = field(default_factory=dict)

    def add(self, target: int, wounds: int, *, mortal: bool) -> None:
        """Take in more wounds."""
        self.wounds.setdefault(target, 0)
        kind = self.mortal if mortal else self.wounds
        kind[target] = kind.get(target, 0) + wounds


class GatheringResolution(AttackResolution):
    """An attack whose damage is gathered, and falls on nobody yet (AOS-MAKE-06)."""

    def __init__(self, pending: PendingDamage, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.pending = pending

    def _allocate(self, mortal: bool) -> Script[TargetModel | None]:
        """The whole unit stands for its models: the save that it makes, and no end of wounds."""
        yield from ()
        models = shared_rules(self.game).reader.struck_first(self.game, self.unit)
        if not models:
            return None
        found = shared_rules(self.game).reader.target_model(self.game, models[0], self.now)
        return found._replace(wounds=ENDLESS, ignore=None, ignore_mortal=None)

    def _inflict(self, step: Inflict) -> Script[None]:
        yield from ()
        self.pending.add(self.unit, step.wounds, mortal=step.mortal)

    def _suffer(self, step: Rolled) -> Script[None]:
        fields: dict[str, Any] = {"unit": self.attacker, "target": self.unit, "weapon": self.cause}
        rules = ("AOS-MORTAL-01", "AOS-Q-21")
        yield from self.game.happen("mortal-wounds.scored", number=step.result, dice=step.faces, rules=rules, **fields)


def inflict(game: Game, attacker: int, pending: PendingDamage) -> Script[None]:
    """Inflict all damage of a unit's attacks, on one target after the other (AOS-ATTACK-01, AOS-Q-20)."""
    by = game.owner(attacker)
    for target, wounds in pending.wounds.items():
        mortal = pending.mortal.get(target, 0)
        if not wounds + mortal or not game.on_table(target):
            continue
        yield from game.happen(
            "damage.inflicted",
            unit=target,
            by_unit=attacker,
            wounds=wounds,
            mortal=mortal,
            counts={"struck": 1},
            rules=("AOS-ATTACK-01", "AOS-MAKE-06", *(("AOS-MORTAL-02",) if mortal else ())),
        )
        yield from allocate(game, target, [False] * wounds + [True] * mortal, "attack", by)


def allocate(game: Game, unit: int, wounds: list[bool], cause: str, by: int) -> Script[None]:
    """Allocate wounds, mortal ones where True: each model takes them until it is slain or none are left (AOS-DAMAGE-01..04).

    What a slain model does not need goes on to the next (AOS-MAKE-07); what nobody is left to take is lost.
    """
    left = _number(game, unit, wounds)
    wound = next(left, None)
    while wound is not None and game.on_table(unit):
        models = shared_rules(game).reader.struck_first(game, unit)
        data = yield from game.ask("allocate", game.owner(unit), "allocate", unit, models=models)
        model = int(data["model"])
        cited = ("AOS-DAMAGE-01", "AOS-DAMAGE-02", "AOS-DAMAGE-03", "AOS-MAKE-07")
        yield from game.happen(
            "attack.allocated", unit=unit, model=model, cause=cause, model_marks=["allocated"], rules=cited
        )
        lost = ignored = 0
        while wound is not None and lost < game.state.wounds[model]:
            number, mortal = wound
            kept = yield from _ignores(game, unit, model, number, mortal=mortal)
            lost, ignored = lost + (not kept), ignored + kept
            wound = next(left, None)
        yield from _lose(game, unit, model, lost, ignored, cause, by)


def _number(game: Game, unit: int, wounds: list[bool]) -> Iterator[tuple[int, bool]]:
    first = game.count(unit, "struck") * MOST_AT_ONCE
    return iter([(first + place, mortal) for place, mortal in enumerate(wounds)])


def _ignores(game: Game, unit: int, model: int, number: int, *, mortal: bool) -> Script[bool]:
    """Tell whether an ability lets a model ignore a wound, by a roll."""
    now = AttackContext(target=unit, mortal=mortal)
    reader = shared_rules(game).reader
    found = reader.target_model(game, model, now)
    check = found.ignore_mortal if mortal else found.ignore
    if check is None:
        return False
    result = yield from roll_test(game, "ignore-wounds", unit, 1, check.need, number=number)
    kept = result.total >= check.need
    yield from game.happen(
        "wounds.ignored",
        unit=unit,
        model=model,
        dice=result.dice,
        needed=check.need,
        ignored=kept,
        rules=("ignore-wounds",),
        **modifier_fields(result.rows),
    )
    return kept


def _lose(game: Game, unit: int, model: int, lost: int, ignored: int, cause: str, by: int) -> Script[None]:
    if not lost:
        return
    left = int(game.state.wounds[model]) - lost
    fields: dict[str, Any] = {"unit": unit, "model": model, "wounds": lost, "left": left, "cause": cause}
    rules = ("AOS-DAMAGE-03", "AOS-DAMAGE-04")
    yield from game.happen("wounds.lost", ignored=ignored, lost_excess=0, rules=rules, **fields)
    if left <= 0:
        yield from shared_rules(game).destroy(game, model, cause, by)


def slay(game: Game, model: int, cause: str, by: int | None) -> Script[None]:
    """A model is slain and set aside; it counts among those that its unit lost this turn (AOS-DAMAGE-05, AOS-Q-17)."""
    rules = ("AOS-DAMAGE-05", "AOS-VICTORY-03")
    yield from remove(game, model, "model.destroyed", rules, cause=cause, by=by, counts={"lost": 1})
    unit = int(game.state.unit[model])
    if not len(game.state.models_of(unit)):
        yield from game.happen("unit.destroyed", unit=unit, cause=cause, by=by, rules=("AOS-DAMAGE-05",))


def remove(game: Game, model: int, kind: str, rules: tuple[str, ...], **said: Any) -> Script[None]:
    """A model leaves play and counts among its army's casualties, whatever removed it (AOS-VICTORY-07, AOS-Q-17)."""
    unit = int(game.state.unit[model])
    player = game.owner(unit)
    yield from game.happen(kind, unit=unit, model=model, player=player, player_counts={"removed": 1}, rules=rules, **said)
