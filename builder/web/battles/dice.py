"""The dice of an event as a page shows them: the faces, what was needed, what was thrown before and thrown again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from datasheets.words import has_words, say
from resolver.engine.events import Event

ROLLS = ("hit", "wound", "save")


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice thrown at once. `needed` is 0 and `passed` None where nothing was to be reached; `first` was thrown again."""

    name: str
    faces: tuple[int, ...]
    needed: int = 0
    passed: bool | None = None
    first: tuple[int, ...] = ()

    def to_json(self) -> list[Any]:
        """Return it as a row of plain values."""
        return [self.name, self.faces, self.needed, self.passed, self.first]


def throws(event: Event, language: str) -> list[Throw]:
    """Return the dice of an event."""
    return list(_throws(event, language))


def _throws(event: Event, language: str) -> Iterator[Throw]:
    for name in ROLLS:
        roll = event.get(name)
        if roll:
            yield _roll(_word("save", roll["kind"], language) if "kind" in roll else _word("roll", name, language), roll)
    damage = event.get("damage")
    if isinstance(damage, Mapping) and damage.get("dice"):
        yield Throw(_word("roll", "damage", language), _faces(damage["dice"]))
    for first, second in event.get("throws", ()):
        yield Throw("", (first, second))
    if faces := _faces(event.get("dice", ())):
        yield Throw("", faces, _whole(event.get("needed")), _outcome(event), _faces(event.get("rerolled") or ()))
    if extra := _faces(event.get("leadership_dice", ())):
        yield Throw("", extra)


def _roll(name: str, roll: Mapping[str, Any]) -> Throw:
    return Throw(
        name, _faces(roll["dice"]), _whole(roll.get("needed")), bool(roll["passed"]), _faces(roll.get("first") or ())
    )


def _outcome(event: Event) -> bool | None:
    """Return whether one roll passed; several dice at once are no test."""
    for name in ("passed", "denied", "exploded", "ignored"):
        if isinstance(event.get(name), bool):
            return bool(event[name])
    return None


def _faces(dice: object) -> tuple[int, ...]:
    """Return the faces of dice, however an event nests them; what is no whole number is none."""
    if isinstance(dice, bool):
        return ()
    if isinstance(dice, int):
        return (dice,)
    return tuple(face for each in dice for face in _faces(each)) if isinstance(dice, list | tuple) else ()


def _whole(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def _word(area: str, word: str, language: str) -> str:
    code = f"battle.{area}.{word}"
    return say(code, {}, language) if has_words(code) else ""
