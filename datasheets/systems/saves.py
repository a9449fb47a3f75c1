"""What protects a model where saves are more than a column: armour with dice of its own, and fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from datasheets.fields import Text, Whole


def _require(**options: Any) -> Text:
    return Text(most=10, **options)


def _perhaps(**options: Any) -> Text:
    return Text(least=0, most=10, **options)


def _dice(**options: Any) -> Whole:
    return Whole(least=1, most=2, **options)


def _prose(**options: Any) -> Text:
    return Text(least=0, most=4000, lines=True, **options)


@dataclass(frozen=True, slots=True)
class ArmourSave:
    """An armour save: what so many `dice` must add up to; `blast`: against blasts and flames (2E-R-SAVE-02)."""

    save: Annotated[str, _require]
    dice: Annotated[int, _dice] = 1
    blast: Annotated[str, _perhaps] = ""


@dataclass(frozen=True, slots=True)
class FieldSave:
    """A save that nothing modifies (2E-SAVE-03). `in_combat`: in hand-to-hand combat, too; `then` what it does."""

    save: Annotated[str, _require]
    in_combat: bool = True
    then: Annotated[str, _prose] = ""
