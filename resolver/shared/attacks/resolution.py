"""One attack, or mortal wounds, as they happen: who is asked, what happens to models, what the log says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from resolver.attack.check import FACES, Check
from resolver.attack.profile import TargetModel
from resolver.attack.roll import Again, Allocate, Choose, Inflict, Rolled, Run
from resolver.attack.steps import Saves
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.shared import rerolls
from resolver.shared.attacks.attack_log import AttackLog
from resolver.shared.effects.context import AttackContext
from resolver.shared.rules import shared_rules


def suffer(game: Game, unit: int, number: int, cause: str, by: int | None, dice: Sequence[int]) -> Script[None]:
    """Say that a unit suffers mortal wounds, before they are inflicted."""
    cited = ("mortal-wounds", "mortal-wounds.no-rolls", "mortal-wounds.allocate", "mortal-wounds.excess")
    yield from game.happen(
        "mortal-wounds.suffered",
        unit=unit,
        number=number,
        cause=cause,
        by=by,
        dice=dice,
        counts={"struck": 1},
        rules=cited,
    )


class AttackResolution:
    """One attack, or a number of mortal wounds: what the kernel asks for is answered, what it says is done and logged."""

    def __init__(
        self,
        game: Game,
        unit: int,
        cause: str,
        by: int | None,
        now: AttackContext,
        log: AttackLog | None = None,
        only: int | None = None,
        attacker: int = -1,
    ) -> None:
        self.attacker = attacker
        self.game, self.unit, self.cause, self.by, self.now, self.log = game, unit, cause, by, now, log
        self.only = only
        self.struck = -1

    def roller(self, step: str) -> int:
        """Return the unit whose player rolls for a step, -1 where nobody attacks."""
        return self.unit if step in ("save", "ignore") else self.attacker

    def offers(self, step: str) -> bool:
        """Tell whether the player who rolls for a step may roll a single die of it again."""
        unit = self.roller(step)
        return unit >= 0 and rerolls.may_change(self.game, self.game.owner(unit))

    def through(self, steps: Run) -> Script[None]:
        """Run the kernel to its end."""
        answer: TargetModel | None = None
        while True:
            try:
                step = steps.send(answer)
            except StopIteration:
                break
            answer = None
            if isinstance(step, Again):
                unit, rolled = self.roller(step.rolled.step), step.rolled
                places: tuple[int, ...] | None = () if rolled.first else None
                step.faces = yield from rerolls.offer(
                    self.game,
                    self.game.owner(unit),
                    rolled.step,
                    unit,
                    step.faces,
                    step.throw,
                    again=places,
                    needed=rolled.need,
                )
                continue
            if isinstance(step, Choose):
                step.save = yield from self._choose_save(step.checks)
                continue
            if self.log and self.log.ends_before(step):
                yield from self.log.tell()
            if isinstance(step, Allocate):
                answer = yield from self._allocate(step.mortal)
            elif isinstance(step, Inflict):
                yield from self._inflict(step)
            elif step.step == "ignore":
                yield from self.game.happen(
                    "wounds.ignored",
                    unit=self.unit,
                    model=self.struck,
                    dice=step.faces,
                    needed=step.need,
                    ignored=step.passes,
                    rules=("ignore-wounds",),
                    **shared_rules(self.game).reader.ignore_reasons(self.game, self.struck, self.now, step),
                )
            elif step.step == "mortal":
                yield from self._suffer(step)
            elif self.log:
                self.log.add(step)
        if self.log:
            yield from self.log.tell()

    def _suffer(self, step: Rolled) -> Script[None]:
        """Say that an attack inflicts mortal wounds."""
        yield from suffer(self.game, self.unit, step.result, self.cause, self.by, step.faces)

    def _allocate(self, mortal: bool) -> Script[TargetModel | None]:
        """Let the unit's player choose the model, where there is a choice."""
        game, unit = self.game, self.unit
        models = shared_rules(game).reader.struck_first(game, unit)
        if self.only is not None:
            models = [self.only] if game.state.on_table[self.only] and game.state.wounds[self.only] > 0 else []
        if not models:
            return None
        data = yield from game.ask("allocate", game.owner(unit), "allocate", unit, models=models)
        self.struck = data["model"]
        cited = ("allocate", "allocate.wounded")
        yield from game.happen(
            "attack.allocated", unit=unit, model=self.struck, cause=self.cause, model_marks=["allocated"], rules=cited
        )
        if self.log and not mortal:
            self.log.allocated = self.struck
        return shared_rules(game).reader.target_model(game, self.struck, self.now)

    def _choose_save(self, checks: Mapping[Saves, Check]) -> Script[Saves]:
        """Let the unit's player choose the saving throw, each with the lowest die that passes."""
        unit, reader = self.unit, shared_rules(self.game).reader
        names, rule = reader.save_names, reader.fixed_save_rules[0]
        shown = [{"save": names[save], "needed": _lowest(check)} for save, check in checks.items()]
        data = yield from self.game.ask("save", self.game.owner(unit), rule, unit, model=self.struck, saves=shown)
        return next(save for save in checks if names[save] == data["save"])

    def _inflict(self, step: Inflict) -> Script[None]:
        """Take the wounds from the model; destroy it if none are left."""
        if not step.wounds:
            return
        left = int(self.game.state.wounds[self.struck]) - step.wounds
        rules = ("mortal-wounds",) if step.mortal else ("damage", *(("damage.excess",) if step.excess else ()))
        yield from self.game.happen(
            "wounds.lost",
            unit=self.unit,
            model=self.struck,
            wounds=step.wounds,
            left=left,
            cause=self.cause,
            ignored=step.ignored,
            lost_excess=step.excess,
            rules=rules,
        )
        if left <= 0:
            yield from shared_rules(self.game).destroy(self.game, self.struck, self.cause, self.by)


def _lowest(check: Check) -> int | None:
    return next((face for face in FACES if check.passes(face)), None)
