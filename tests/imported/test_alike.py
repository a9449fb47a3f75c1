"""What a misspelt name is taken for: the entry that says the same words, before one that only has more letters of it."""

from __future__ import annotations

import pytest

from datasheets.alike import alike
from tests.imported.real import edition

MARINES = "Imperium - Adeptus Astartes - Ultramarines"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Dreadnaught Brother", "Dreadnought"),
        ("Intercesor Squad", "Intercessor Squad"),
        ("Captain in Terminater Armor", "Captain in Terminator Armour"),
    ],
)
def test_the_likeliest_comes_first(written: str, meant: str) -> None:
    data = edition("wh40k-9e", MARINES)
    assert alike(written, data.closure(MARINES).roots(), 4)[0].name == meant
