"""Values that no battle can be played with are refused before the first event; weapons with such are listed."""

from typing import Any

import pytest

from datasheets.words import languages, translate
from exports.document import document_from
from resolver.engine.battle import Battle
from resolver.engine.compile_armies import NotPlayable, compile_armies
from tests.armies import army
from tests.field import gun, roster, unit


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
    for language in languages()[1:]:
        said = translate(str(refusal.value), language)
        assert said != refusal.value.args[0]
        assert "cannot be read" not in said


@pytest.mark.parametrize(
    ("key", "value", "text"),
    [
        ("Range", "there", "Range: there"),
        ("Type", None, "Type: -"),
        ("Type", "Assault", "Type: Assault"),
        ("Type", "Macro 2D6", "Type: Macro 2D6"),
        ("D", "0", "Damage: 0"),
        ("S", "", "Strength: -"),
    ],
)
def test_a_weapon_that_nobody_can_use(key: str, value: str | None, text: str) -> None:
    document = army()
    name, printed = document["army"]["units"][0]["weapons"][0]["name"], weapon(document)["characteristics"]
    if value is None:
        del printed[key]
    else:
        printed[key] = value
    battle = Battle.start([document_from(document), document_from(army())])
    unit = battle.armies.units[0].key
    assert {"unit": unit, "name": name, "text": text, "external": False} in battle.unresolved
    assert battle.events[0]["unresolved"] == len(battle.unresolved)
    loadouts = {battle.armies.models[model].loadout for model in range(document["army"]["units"][0]["models"][0]["number"])}
    assert all(slot.name != name for loadout in loadouts for slot in battle.armies.loadouts[loadout].slots)


def test_the_other_rows_of_a_weapon_are_used() -> None:
    rifle = gun(profiles=[{"name": "one"}, {"name": "all", "Type": "Macro 1"}])
    armies = compile_armies((roster([unit("x", 2, rifle)]), roster([unit("y")])))
    assert [[row.label for row in slot.profiles] for slot in armies.loadouts[0].slots] == [["Rifle (one)"]]
    assert [row.index for row in armies.weapons] == [*range(len(armies.weapons))]
    assert [(row["name"], row["text"]) for row in armies.unresolved] == [("Rifle (all)", "Type: Macro 1")]


def test_a_weapon_is_for_melee_or_it_is_not() -> None:
    armies = compile_armies((roster([unit("x", 1, gun(range="Melee"))]), roster([unit("y", 1, gun(type="Melee"))])))
    assert [row["text"] for row in armies.unresolved] == ["Type: Rapid Fire 1", "Type: Melee"]
    assert armies.weapons == ()
