"""A document as plain text."""

import pytest

from exports.document import document_from
from exports.text import listing
from tests.exports.armies import NAMES, army, golden, unit

SQUAD = """\
Assault Intercessor Squad [Power Rating 5]
  4 Assault Intercessor: Heavy bolt pistol, Astartes chainsword, Frag grenades, Krak grenades
  1 Assault Intercessor Sergeant: Plasma pistol, Astartes chainsword, Frag grenades, Krak grenades
  <CHAPTER>: DAWNWARD
"""


def test_a_list_reads_as_a_player_would_write_it():
    text = listing(golden("sunward-host"))
    assert text.startswith("Sunward Host\n============\nWarhammer 40,000 9th edition\nPower Level 23, 4 units, 10 models\n")
    assert SQUAD in text
    assert 'Dawn Marshal "Ilse Varga" [Power Rating 5] (Warlord)\n' in text
    assert "  Warlord Trait: Inspiring Leader\n" in text
    assert text.endswith(f"\nCheck code {golden('sunward-host').check_code}\n")


@pytest.mark.parametrize("name", NAMES)
def test_every_unit_model_and_thing_carried_is_named(name):
    text = listing(golden(name))
    for one in golden(name).army.units:
        for group in one.models:
            assert f"{group.number} {group.name}: {', '.join(thing for thing, _ in one.wargear_of(group))}" in text


def test_understrength_embarkation_counts_and_notes():
    models = [{**unit()["models"][0], "weapons": {"w1": 2}}]
    crew = unit("u1", understrength=True, note="two\nlines", models=models)
    inside = {"kind": "embarked", "subject": "u1", "key": "", "value": "u2", "index": 0}
    text = listing(army(crew, unit("u2", name="Carrier"), declarations=[inside], note="for Saturday"))
    assert "Pickets [Power Rating 2] (understrength)\n  1 Picket: 2 Rifle\n" in text
    assert "  Starts the battle embarked in Carrier\n  two\n  lines\n" in text
    assert "models\nAgreed: Mission: Only War\n" in text
    assert "\nfor Saturday\n" in text


def test_a_weapon_that_its_choice_has_a_note_about_is_not_told_twice():
    models = [{**unit()["models"][0], "weapons": {"w1": 2}}]

    def list_with_choices(*chosen: tuple[str, int]) -> str:
        rows = [
            {**unit()["origin"], "uid": f"c{at}", "name": name, "number": number} for at, (name, number) in enumerate(chosen)
        ]
        return listing(army(unit(models=models, origin={**unit()["origin"], "selections": rows})))

    assert "  1 Picket: 2 Rifle\n\nCheck" in list_with_choices(("Rifle (Fort)", 2))
    assert "  1 Picket: 2 Rifle\n\nCheck" in list_with_choices(("2x Rifles", 1))
    assert "  Also: 3x Rifle\n" in list_with_choices(("3x Rifle", 1))
    assert "  Also: Rifle (Master-crafted)\n" in list_with_choices(("Rifle", 2), ("Rifle (Master-crafted)", 1))


def test_the_judgement_is_no_part_of_the_list():
    data = golden("gloam-court").data
    other = document_from({**data, "judgement": {"muster": "9", "legal": False, "findings": []}})
    assert listing(other) == listing(golden("gloam-court"))


def test_what_holds_only_its_namesake_is_one_choice():
    inner = {**unit()["origin"], "uid": "c2", "name": "Army Commander", "number": 1}
    outer = {**inner, "uid": "c1", "selections": [inner]}
    assert "  Also: Army Commander\n" in listing(army(unit(origin={**unit()["origin"], "selections": [outer]})))
