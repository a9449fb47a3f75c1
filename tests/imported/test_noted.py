"""Weapons of a list's own file that the catalogue lacks: printed from the file and marked, kept on the way out and in."""

from __future__ import annotations

from builder.placing.place import place
from builder.rules.judgement import judge
from builder.snapshot.document import roster_from_document, snapshot
from datasheets.evaluation.evaluate import evaluate
from datasheets.imported.noted import NotedWeapon, weapons_in, with_weapons
from datasheets.systems import system
from exports.lists.parse_list import read_list
from exports.sheet.printing import print_sheet
from tests.exports.pdf import text as text_of
from tests.imported.invented import CATALOGUE, catalogues, wargear_by_group
from tests.placing.in_memory import InMemory

GUN = """<selection name="Storm gun" entryId="gone" number="2" type="upgrade"><profiles>
<profile name="Storm gun" typeName="Weapon"><characteristics>
<characteristic name="Range">18"</characteristic><characteristic name="Type">Assault 2</characteristic>
<characteristic name="S">5</characteristic><characteristic name="AP">-1</characteristic>
<characteristic name="D">1</characteristic><characteristic name="Abilities">Loud.</characteristic>
</characteristics></profile></profiles></selection>"""
LIST = f"""<roster name="Old" gameSystemId="28ec-711c-d87f-3aeb"
 gameSystemName="Warhammer 40,000 9th Edition" battleScribeVersion="2.03"><forces>
<force catalogueId="{CATALOGUE}" catalogueName="March"><selections>
<selection name="Mob" entryId="mob" number="1" type="unit"><selections>
<selection name="Rabble" entryId="rabble" number="3" type="upgrade"><selections>{GUN}</selections></selection>
</selections></selection></selections></force></forces></roster>"""


def test_a_weapon_that_only_the_file_has_is_printed_and_marked():
    made = catalogues()
    closure = made.closure(CATALOGUE)
    shelf = InMemory(closure.system, [closure.catalogue])
    roster = place(read_list(LIST.encode(), "old.ros"), shelf, "old.ros").roster
    rules = system("wh40k-9e")
    document = snapshot(roster, shelf, judge(roster, evaluate(roster, shelf), shelf, rules, fixes=False))
    (unit,) = document.army.units
    assert wargear_by_group(unit) == [("Rabble", 2, {"Storm gun": 1}), ("Rabble", 1, {})]
    (gun,) = unit.weapons
    assert gun.is_from_file
    assert dict(gun.profiles[0].characteristics) == {"Range": '18"', "Type": "Assault 2", "S": "5", "AP": "-1", "D": "1"}
    assert gun.profiles[0].abilities == "Loud."
    printed = text_of(print_sheet(document))
    assert "Storm gun" in printed
    assert "from the list's file" in printed.replace("’", "'")
    assert roster_from_document(document) == roster


def test_a_note_of_the_player_is_no_weapon_and_stays():
    gun = NotedWeapon("Gun|x", (("Range", '24"'), ("Type", "Heavy 1"), ("S", "")))
    note = with_weapons("My best | gun: yes\nI like | it", [gun, gun])
    assert note == 'My best | gun: yes\nI like | it\nGun/x | Range: 24" | Type: Heavy 1'
    assert [weapon.name for weapon in weapons_in(note)] == ["My best", "Gun/x"]
    assert with_weapons(note, [gun]) == note
    assert len(list(weapons_in("\n".join(["A | B: c"] * 10_000)))) == 20
