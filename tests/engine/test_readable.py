"""Values that no battle can be played with are refused before the first event."""

from typing import Any

import pytest

from exports.document import document_from
from resolver.engine.battle import Battle
from resolver.engine.enlist import NotPlayable
from tests.armies import army


def profile(document: dict[str, Any]) -> dict[str, Any]:
    unit = document["army"]["units"][0]
    used = unit["models"][0]["profile"]
    found: dict[str, Any] = next(each for each in unit["profiles"] if each["id"] == used)
    return found


def weapon(document: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = document["army"]["units"][0]["weapons"][0]["profiles"][0]
    return found


@pytest.mark.parametrize(
    ("where", "key", "value"),
    [
        (profile, "W", None),
        (profile, "W", "f1"),
        (profile, "W", "0"),
        (profile, "M", "far"),
        (profile, "Sv", "4"),
        (weapon, "Range", "there"),
        (weapon, "Type", None),
        (weapon, "Type", "Assault"),
        (weapon, "D", "0"),
        (weapon, "S", ""),
    ],
)
def test_a_value_that_cannot_be_read(where: Any, key: str, value: str | None) -> None:
    document = army()
    printed = where(document)["characteristics"]
    if value is None:
        del printed[key]
    else:
        printed[key] = value
    with pytest.raises(NotPlayable) as refusal:
        Battle.start([document_from(document), document_from(army())])
    assert str(refusal.value).count("\n") == 0


def test_a_weapon_is_for_melee_or_it_is_not() -> None:
    document = army()
    printed = weapon(document)["characteristics"]
    printed.update({"Type": "Assault 2"} if printed["Range"] == "Melee" else {"Range": "Melee"})
    with pytest.raises(NotPlayable, match="melee"):
        Battle.start([document_from(document), document_from(army())])
