"""One test on a D6, face by face: what passes, what is thrown again, and how probable both are."""

from __future__ import annotations

import pytest

from datasheets.values import Change
from resolver.attack.check import Check
from resolver.table.rerolls import Reroll

LESS, MORE = Change("subtract", 1), Change("add", 1)
FAILED, ALL, ONES = Reroll.of("failed"), Reroll.of("all"), Reroll.of((1,))
EDITION = {"always": 6, "never": 1}


def faces(flags: tuple[bool, ...]) -> str:
    """The faces that are flagged, as "456"."""
    return "".join(str(face) for face, flag in enumerate(flags, start=1) if flag)


@pytest.mark.parametrize(
    ("check", "passes"),
    [
        (Check(4), "456"),
        (Check(4, (LESS,)), "56"),
        (Check(4, (LESS, LESS)), "6"),
        (Check(4, (LESS, LESS), limit=1), "56"),
        (Check(4, (MORE, MORE), limit=1), "3456"),
        (Check(1, **EDITION), "23456"),
        (Check(1, always=7, never=2), "3456"),
        (Check(7, **EDITION), "6"),
        (Check(7, always=5, never=1), "56"),
        (Check(7), ""),
        (Check(2, (MORE,), **EDITION), "23456"),
        (Check(2, only=6), "6"),
        (Check(7, only=5, **EDITION), "56"),
        (Check(7, automatic=True), "123456"),
    ],
)
def test_what_passes(check: Check, passes: str) -> None:
    assert faces(check.passing) == passes
    assert [check.passes(face) for face in range(1, 7)] == list(check.passing)
    assert check.chance == pytest.approx(len(passes) / 6)


@pytest.mark.parametrize(
    ("check", "again"),
    [
        (Check(4, reroll=FAILED), "123"),
        (Check(4, (LESS,), FAILED), "123"),
        (Check(4, (MORE,), FAILED), "12"),
        (Check(1, (), FAILED, never=1), "1"),
        (Check(7, (), FAILED, always=6), "12345"),
        (Check(4, (LESS,), ALL), "1234"),
        (Check(4, (), ONES), "1"),
        (Check(4, (), Reroll.of((1, 5))), "1"),
        (Check(2, (), FAILED, only=6), "12345"),
        (Check(2, (), ONES, only=6), "1"),
        (Check(4, (), FAILED, automatic=True), ""),
        (Check(4), ""),
    ],
)
def test_what_is_thrown_again(check: Check, again: str) -> None:
    assert faces(check.again) == again
    second = len(again) / 36
    assert check.chances == pytest.approx([second + (0 if str(face) in again else 1 / 6) for face in range(1, 7)])
    passing = len(faces(check.passing)) / 6
    assert check.chance == pytest.approx(passing + len(again) / 6 * passing)
