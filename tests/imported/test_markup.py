"""Names of imported data are shown without their authors' marks."""

from __future__ import annotations

import pytest

from builder.snapshot.cleaning import line
from datasheets.markup import strip_marks


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("**Chapter Selector**", "Chapter Selector"),
        ("^^**Both**^^", "Both"),
        ("Choose **one** of **two**", "Choose one of two"),
        ("*Custom Kabal*", "Custom Kabal"),
        ("-Foul Virion-", "Foul Virion"),
        ("Faction: *Custom Coven*", "Faction: Custom Coven"),
        ("!2x Burst gun", "2x Burst gun"),
        (".Inquisitor Type", "Inquisitor Type"),
        ("* None Selected *", "None Selected"),
        ("***Grim Reapers", "Grim Reapers"),
        ("Gang <b>of</b> &quot;One&quot;", 'Gang of "One"'),
        ("...Worthy of a Saga", "...Worthy of a Saga"),
        ("-D6", "-D6"),
        ("+D3", "+D3"),
        ("-", "-"),
        ("**", "**"),
        ("****", "****"),
        ("2** 3", "2** 3"),
        ("** not closed by a letter **", "not closed by a letter"),
        ("", ""),
    ],
)
def test_marks(written: str, shown: str) -> None:
    assert strip_marks(written) == shown
    assert line(written) == shown


def test_many_marks_are_passed_over_quickly() -> None:
    assert strip_marks("**a" * 20_001) == "aa" * 10_000 + "**a"
    assert strip_marks("^^" * 50_000 + "x") == "x"
    assert strip_marks("*a " * 50_000 + "-" * 50_000).startswith("a *a")
