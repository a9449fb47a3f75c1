"""One attack as the log tells it: one event with its rolls, before what they do to a model."""

from __future__ import annotations

from typing import Any

from resolver.attack.profile import AttackProfile
from resolver.attack.roll import Allocate, Rolled, Spare, Step
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.common.attacks.pools import Shots

ROLLED = ("hit", "wound", "save")
RULES = {
    "hit": ("hit", "hit.six", "hit.one"),
    "wound": ("wound", "wound.six", "wound.one"),
    "save": ("save", "", "save.one"),
}
"""For each roll its rule, and the rules about an unmodified 6 and 1."""


class AttackLog:
    """Gathers the rolls of an attack. An additional hit is told as an attack without a hit roll."""

    def __init__(self, game: Game, shots: Shots, model: int, profile: AttackProfile, spare: Spare | None) -> None:
        self.game, self.shots, self.model, self.profile, self.spare = game, shots, model, profile, spare
        self.left = spare.left if spare else 0
        self.shown: list[Rolled] = []
        self.allocated: int | None = None
        self._more = False
        self._rolls: dict[str, Any] = {}
        self._rules: list[str] = ["hit.automatic"] if profile.hit.automatic else []
        self._triggers: list[str] = []
        self._toughness: list[int] = []
        self.toughness_dice = 0

    def add_toughness(self, faces: tuple[int, ...]) -> None:
        """Take the dice of a random Toughness; they belong to the wound roll that follows."""
        self._toughness += faces
        self.toughness_dice += len(faces)

    def add(self, step: Rolled) -> None:
        """Take a roll."""
        if step.step == "wound" and self._toughness:
            self._rolls["toughness"], self._toughness = {"dice": self._toughness}, []
        if step.step in ROLLED:
            self._rolls[step.step] = _told(step)
            self._rules += self._cited(step)
            self._triggers += self._fired(step)
        elif step.step == "damage":
            self._rolls["damage"] = {"dice": step.faces, "first": step.first, "damage": step.result}
            self._rules.append("damage")
        elif step.step == "strength":
            self._rolls["strength"] = {"dice": step.faces, "strength": step.result}
        elif step.step == "extra-hits":
            self._more = True
            self._rolls["extra"] = {"dice": step.faces, "hits": step.result}
        if step.step in ("hit", "wound"):
            self.shown.append(step)

    def ends_before(self, step: Step) -> bool:
        """Tell whether what was gathered has to be told before this step: damage follows, or the next hit."""
        if not isinstance(step, Rolled):
            return not (isinstance(step, Allocate) and not step.mortal) and bool(self._rolls)
        following = step.step in ("ignore", "mortal", "extra-hits")
        again = step.step in ("wound", "strength") and not {"wound", "save", "damage"}.isdisjoint(self._rolls)
        return bool(self._rolls) and (following or again)

    def tell(self) -> Script[None]:
        """Log the event, if there is anything to tell."""
        if not self._rolls:
            return
        spent = self.left - self.spare.left if self.spare else 0
        more = ["additional-hit"] if self._more and "hit" not in self._rolls else []
        rare = {name: self._rolls[name] for name in ("strength", "toughness", "extra") if name in self._rolls}
        yield from self.game.happen(
            "attack.made",
            unit=self.shots.unit,
            model=self.model,
            target=self.shots.target,
            weapon=self.shots.weapon.label,
            hit=self._rolls.get("hit"),
            wound=self._rolls.get("wound"),
            allocated=self.allocated,
            save=self._rolls.get("save"),
            damage=self._rolls.get("damage"),
            triggers=more + self._triggers,
            **rare,
            counts={"rerolled": spent} if spent else {},
            rules=list(dict.fromkeys(self._rules)),
        )
        self.left -= spent
        self.allocated, self._rolls, self._rules, self._triggers = None, {}, [], []

    def _cited(self, step: Rolled) -> list[str]:
        rule, six, one = RULES[step.step]
        if step.step == "hit" and self.shots.overwatch:
            return ["overwatch.hits"]
        if step.save == "invulnerable":
            return ["invulnerable", "invulnerable.ap", *([one] if step.faces == (1,) else [])]
        return [rule, *([six] if six and step.faces == (6,) else []), *([one] if step.faces == (1,) else [])]

    def _fired(self, step: Rolled) -> list[str]:
        return [
            name
            for trigger in self.profile.triggers
            if trigger.roll == step.step and (step.faces[0] if trigger.unmodified else step.result) >= trigger.needs
            for name in trigger.names
        ]


def _told(step: Rolled) -> dict[str, Any]:
    told: dict[str, Any] = {"dice": step.faces, "result": step.result, "needed": step.need, "passed": step.passes}
    if step.first:
        told["first"] = step.first
    if step.save:
        told["kind"] = step.save
    return told
