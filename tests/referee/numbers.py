"""Current characteristics of models as the referee works them out, with what they might be where it cannot be sure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from tests.referee.documents import Source
from tests.referee.effects import CALM, Found, Scene, changes, find_effects, is_fixed
from tests.referee.table import Model, Table
from tests.referee.values import Change, apply_changes, dice, inches, parse_needed

MOST_UNSURE = 6
"""With more effects that may hold than this the referee gives up and allows everything."""


def printed_value(model: Model, key: str) -> str:
    """A characteristic as printed or, where that is "*", from the row of the damage table for its wounds."""
    text = str(model.sheet.profile["characteristics"].get(key, "-"))
    if text.strip() != "*":
        return text
    for row in model.sheet.profile["damage_table"]:
        if row["wounds"][0] <= model.wounds <= row["wounds"][1] and key in row["characteristics"]:
            return str(row["characteristics"][key])
    return "-"


def subsets(sources: Sequence[Source]) -> Iterable[tuple[Source, ...]]:
    """Every choice of effects that may hold."""
    return (some for number in range(len(sources) + 1) for some in combinations(sources, number))


def possible(value: int, effects: Found, least: int | None = None) -> set[int] | None:
    """What a number may have become; None where nobody can tell."""
    if len(effects.perhaps) > MOST_UNSURE or not all(is_fixed(source) for source in effects.any):
        return None
    sure = changes(effects.sure)
    return {apply_changes(value, [*sure, *changes(some)], least) for some in subsets(effects.perhaps)}


def values(table: Table, model: Model, key: str, scene: Scene = CALM) -> set[int | None] | None:
    """What a characteristic may be now; {None} for "-", None where nobody can tell."""
    text = printed_value(model, key)
    number = parse_needed(text)
    effects = find_effects(table, "modify-characteristic", model.unit, model, scene, characteristic=key, of="models")
    if number is None:
        return {None} if text.strip() == "-" else None
    least = 1 if key in table.never_below_1 else None
    result = possible(number, effects, least)
    return None if result is None else set(result)


def move(table: Table, model: Model, extra: int = 0, rolled: int | None = None) -> tuple[float, float] | None:
    """The least and the most inches that a model may move; None where it cannot. Unsure effects count in its favour."""
    text = printed_value(model, "M")
    if text.strip() == "-":
        return None
    effects = find_effects(table, "modify-characteristic", model.unit, model, CALM, characteristic="M", of="models")
    every: list[Change] = changes(effects.sure)
    every += [change for change in changes(effects.perhaps) if change[0] in ("add", "multiply")]
    span = inches(text)
    if span is None:
        span = (0.0, float(rolled or 0))
    low, high = span
    grown = _length(high, [*every, ("add", extra)] if extra else every)  # type: ignore[list-item]
    return (_length(low, [("add", extra)]) if extra and low else low), grown  # type: ignore[list-item]


def _length(value: float, every: Sequence[Change]) -> float:
    if not every:
        return value
    for operation, number in every:
        value = {
            "set": float(number),
            "divide": value / float(number or 1),
            "multiply": value * float(number),
            "add": value + float(number),
            "subtract": value - float(number),
        }[operation]
    return value


def random_move(table: Table, unit: str) -> str | None:
    """The expression of a random Move characteristic of a unit, if one of its models has one."""
    for model in table.standing(unit):
        text = printed_value(model, "M").replace('"', "")
        expression = dice(text)
        if expression and expression.number:
            return text
    return None


def roll_modifiers(table: Table, roll: str, unit: str, model: Model | None = None, scene: Scene = CALM) -> set[int] | None:
    """What may be added to a roll of a unit or model by abilities; None where nobody can tell."""
    return totals(find_effects(table, "modify-roll", unit, model, scene, roll=roll))


def totals(effects: Found) -> set[int] | None:
    """The sums of additions and subtractions that may hold; None where an effect does something else."""
    if len(effects.perhaps) > MOST_UNSURE or not all(_is_sum(source) for source in effects.any):
        return None
    sure = sum(map(_signed_value, effects.sure))
    return {sure + sum(map(_signed_value, some)) for some in subsets(effects.perhaps)}


def _is_sum(source: Source) -> bool:
    return is_fixed(source) and source.effect["operation"] in ("add", "subtract")


def _signed_value(source: Source) -> int:
    value = int(source.effect["value"])
    return value if source.effect["operation"] == "add" else -value


def rerolls(table: Table, roll: str, unit: str, model: Model | None = None, scene: Scene = CALM) -> Found:
    """The effects that may let a roll be made again."""
    return find_effects(table, "re-roll", unit, model, scene, roll=roll)


def may_roll_again(effects: Found, faces: Sequence[int], failed: bool) -> bool:
    """Whether dice that showed these faces may have been rolled again."""
    for source in effects.any:
        results = source.effect["results"]
        if results == "all" or (results == "failed" and failed):
            return True
        if isinstance(results, list) and any(face in results for face in faces):
            return True
    return False


def is_permitted(table: Table, action: str, unit: str, model: Model | None = None, scene: Scene = CALM) -> bool:
    """Whether an ability lets a unit do something, or may let it."""
    return bool(find_effects(table, "permit", unit, model, scene, action=action).any)


def forbidden(table: Table, action: str, unit: str, model: Model | None = None, scene: Scene = CALM) -> bool:
    """Whether an ability surely forbids a unit something."""
    return bool(find_effects(table, "forbid", unit, model, scene, action=action).sure)


def may_close(table: Table, unit: str, other: str) -> bool:
    """Whether a unit may charge another one and attack it in melee, as far as that surely keeps aloof."""
    return all(table.has(unit, *source.effect["keywords"]) for source in find_effects(table, "aloof", other).sure)
