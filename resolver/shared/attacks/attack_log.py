"""One attack as the log tells it: one event with its rolls, before what they do to a model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from resolver.attack.profile import TARGETS, AttackProfile
from resolver.attack.roll import Allocate, Rolled, Spare, Step
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.shared.attacks.pools import Shots
from resolver.shared.effects.context import AttackContext
from resolver.shared.rules import shared_rules


class AttackLog:
    """Gathers the rolls of an attack. An additional hit is told as an attack without a hit roll."""

    def __init__(self, game: Game, shots: Shots, now: AttackContext, profile: AttackProfile, spare: Spare | None) -> None:
        self.game, self.shots, self.now, self.profile, self.spare = game, shots, now, profile, spare
        self.reader = shared_rules(game).reader
        self._resistance_field, self._first_rule = self.reader.resistance_field, self.reader.first_rule(shots)
        self._first, check = profile.rolls[0]
        self.left = spare.left if spare else 0
        self.shown: list[Rolled] = []
        self.allocated: int | None = None
        self._more = False
        self._rolls: dict[str, Any] = {}
        self._rules: list[str] = [self.reader.automatic_rule] if check.automatic and self.reader.automatic_rule else []
        self._triggers: list[str] = []
        self._resistance: list[int] = []
        self.resistance_dice = 0

    def add_resistance(self, faces: tuple[int, ...]) -> None:
        """Take the dice of a random resistance; they belong to the contested roll that follows."""
        self._resistance += faces
        self.resistance_dice += len(faces)

    def add(self, step: Rolled) -> None:
        """Take a roll."""
        own = step.need is not None and step.step not in TARGETS
        if own and self._resistance:
            self._rolls[self._resistance_field], self._resistance = {"dice": self._resistance}, []
        if step.need is not None:
            self._rolls[step.step] = {**_step_row(step, self.reader.save_names), **self._reasons(step)}
            self._rules += self._cite(step)
            self._triggers += self._fired_triggers(step)
        elif step.step == "damage":
            found = {"dice": step.faces, "first": step.first, "damage": step.result}
            self._rolls["damage"] = {**found, **self._reasons(step)}
            self._rules.append("damage")
        elif step.step == "strength":
            self._rolls["strength"] = {"dice": step.faces, "strength": step.result}
        elif step.step == "extra-hits":
            self._more = True
            self._rolls["extra"] = {"dice": step.faces, "hits": step.result}
        if own:
            self.shown.append(step)

    def ends_before(self, step: Step) -> bool:
        """Tell whether what was gathered has to be told before this step: damage follows, or an additional hit."""
        if not isinstance(step, Rolled):
            return not (isinstance(step, Allocate) and not step.mortal) and bool(self._rolls)
        following = step.step in ("ignore", "mortal", "extra-hits")
        return bool(self._rolls) and (following or self._goes_back(step))

    def _goes_back(self, step: Rolled) -> bool:
        """Tell whether a step of the chain comes again, or one before what was gathered: that is an additional hit."""
        name = step.step
        if name == "strength":
            name = next(roll for roll, check in self.profile.rolls if check.contested)
        steps = shared_rules(self.game).attacks.steps
        return name in steps and name not in TARGETS and any(later in self._rolls for later in steps[steps.index(name) :])

    def tell(self) -> Script[None]:
        """Log the event, if there is anything to tell."""
        if not self._rolls:
            return
        spent = self.left - self.spare.left if self.spare else 0
        more = ["additional-hit"] if self._more and self._first not in self._rolls else []
        rolls = {"save": None, "damage": None} | {name: None for name, _ in self.profile.rolls} | self._rolls
        yield from self.game.happen(
            "attack.made",
            unit=self.shots.unit,
            model=self.now.attacker,
            target=self.shots.target,
            weapon=self.shots.weapon.label,
            allocated=self.allocated,
            triggers=more + self._triggers,
            **rolls,
            counts={"rerolled": spent} if spent else {},
            rules=list(dict.fromkeys(self._rules)),
        )
        self.left -= spent
        self.allocated, self._rolls, self._rules, self._triggers = None, {}, [], []

    def _reasons(self, step: Rolled) -> Mapping[str, Any]:
        return self.reader.reasons(self.game, self.shots, self.now, step, self.allocated) if self.game.log else {}

    def _cite(self, step: Rolled) -> list[str]:
        if step.step == self._first and self._first_rule:
            return [self._first_rule]
        rule, six, one = self.reader.roll_rules.get(step.step, (step.step, "", ""))
        ones = [one] if one and step.faces == (1,) else []
        if step.save == "fixed":
            return [*self.reader.fixed_save_rules, *ones]
        return [rule, *([six] if six and step.faces == (6,) else []), *ones]

    def _fired_triggers(self, step: Rolled) -> list[str]:
        return [
            name
            for trigger in self.profile.triggers
            if trigger.roll == step.step and (step.faces[0] if trigger.unmodified else step.result) >= trigger.needs
            for name in trigger.names
        ]


def _step_row(step: Rolled, saves: Mapping[str, str]) -> dict[str, Any]:
    values: dict[str, Any] = {"dice": step.faces, "result": step.result, "needed": step.need, "passed": step.passes}
    if step.first:
        values["first"] = step.first
    if step.save:
        values["kind"] = saves[step.save]
    return values
