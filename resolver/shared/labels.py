"""Options of shared decisions in words: units, models, places, moves, attacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import isclose

from datasheets.fields import Choice, Strict
from datasheets.words import code_for, has_words
from resolver.engine.asking import Asker
from resolver.engine.decision import Data, Decision
from resolver.engine.decision_kinds import Label
from resolver.engine.squares import corners_of, side, surface
from resolver.engine.whereabouts import Ends


@dataclass(frozen=True, slots=True)
class WordLabel:
    """The label for the value of this name, yes and no or one of a few: `option.<code>.<value>`."""

    code: str
    name: str

    def __call__(self, asker: Asker, decision: Decision, data: Data) -> str:
        """Say the value of an answer."""
        return asker.say(self._of(data[self.name]))

    def codes(self, shape: Strict) -> Iterator[str]:
        """Yield the codes of all words that it may say."""
        field = shape.fields[self.name]
        for value in field.words if isinstance(field, Choice) else (True, False):
            yield f"option.{self._of(value)}"

    def _of(self, value: object) -> str:
        return f"{self.code}.{str(value).lower()}"


def number_label(code: str, name: str, shown: str = "") -> Label:
    """Return the label for a number that counts from 0: `option.<code>` with the number from 1."""
    return lambda asker, decision, data: asker.say(code, **{shown or name: data[name] + 1})


def label_model(asker: Asker, decision: Decision, data: Data) -> str:
    """Say a model with its wounds and weapons."""
    return asker.model(data["model"])


def label_unit(asker: Asker, decision: Decision, data: Data) -> str:
    """Say a unit and where it stands, or what taking none means."""
    return asker.say(f"{decision.kind}.none") if data["unit"] is None else asker.unit(data["unit"])


def label_selection(asker: Asker, decision: Decision, data: Data) -> str:
    """Say a unit that is selected to do something, or that no more do it."""
    if data["unit"] is not None:
        return asker.unit(data["unit"])
    code = f"select.none.{decision.data['to']}"
    return asker.say(code if has_words(code_for(f"option.{code}", asker.game.ruleset.id)) else "select.none")


def label_point(asker: Asker, decision: Decision, data: Data) -> str:
    """Say a place on the table."""
    return asker.places.describe_point(*data["at"])


def label_zone(asker: Asker, decision: Decision, data: Data) -> str:
    """Say an area and where it lies: at which edge, how large, which squares; only the edge if it fills no such box."""
    board, corners = asker.game.state.board, decision.data["zones"][data["zone"] - 1]
    xs, ys = zip(*corners, strict=True)
    where, wide, deep = asker.say(f"zone.{side(board, corners)}"), max(xs) - min(xs), max(ys) - min(ys)
    if not isclose(surface(corners), wide * deep):
        return asker.say("choose-zone.half", zone=data["zone"], where=where)
    first, last = corners_of(board, corners)
    return asker.say("choose-zone", zone=data["zone"], where=where, wide=wide, deep=deep, first=first, last=last)


def label_poses(asker: Asker, decision: Decision, data: Data) -> str:
    """Say where a unit is set up, or that it is not."""
    if data["poses"] is None:
        return asker.say(f"{decision.kind}.{'reserves' if data.get('reserves') else 'none'}")
    ends: Ends = {int(model): (x, y) for model, x, y, _ in data["poses"]}
    return asker.places.describe_place(asker.game.unit(decision.subject), ends)


def label_moves(asker: Asker, decision: Decision, data: Data) -> str:
    """Say where a unit moves, or that it does not."""
    if data["moves"]:
        return moved_words(asker, decision, data)
    return asker.say(f"{decision.kind}.{'none' if data['moves'] is None else 'still'}")


def moved_words(asker: Asker, decision: Decision, data: Data) -> str:
    """Return how far and towards what a unit moves, and where it stands then."""
    ends: Ends = {step["model"]: (step["path"][-1][0], step["path"][-1][1]) for step in data["moves"]}
    return asker.places.describe_move(asker.game.unit(decision.subject), ends)


def label_order(asker: Asker, decision: Decision, data: Data) -> str:
    """Say the effect that comes first."""
    return str(decision.data["effects"][data["first"]])


def label_die(asker: Asker, decision: Decision, data: Data) -> str:
    """Say the die that is thrown again, or that all are kept."""
    if data["die"] is None:
        return asker.say("roll-again.none")
    return asker.say("roll-again", face=decision.data["dice"][data["die"]], place=data["die"] + 1)


def label_group(asker: Asker, decision: Decision, data: Data) -> str:
    """Say a group of declared attacks: the weapon, how many, at whom."""
    group = decision.data["groups"][data["group"]]
    target = asker.teller.units[group["target"]]
    return asker.say("resolve", weapon=group["weapon"], models=len(group["models"]), target=target)


def label_shots(asker: Asker, decision: Decision, data: Data) -> str:
    """Say declared shots: how many with which weapon at whom."""
    return _attacks(asker, "shots", ((asker.weapon(row), row["target"], 1) for row in data["shots"]))


def label_blows(asker: Asker, decision: Decision, data: Data) -> str:
    """Say declared blows: how many attacks with which weapon at whom."""
    return _attacks(asker, "melee", ((asker.weapon(row), row["target"], row["number"]) for row in data["attacks"]))


def _attacks(asker: Asker, code: str, rows: Iterable[tuple[str, str, int]]) -> str:
    numbers: Counter[tuple[str, str]] = Counter()
    for weapon, target, number in rows:
        numbers[weapon, target] += number
    return "; ".join(
        asker.say(code, number=number, weapon=weapon, target=asker.teller.units[target])
        for (weapon, target), number in numbers.items()
    )
