"""What an army chose for `<CHAPTER>` and its like stands in keywords and texts, and only what is certain."""

from __future__ import annotations

import pytest

from datasheets.imported.choices import Choice, placeholder_choices
from datasheets.keywords import Keywords
from tests.evaluation.build import group, unit, upgrade
from tests.imported.invented import Muster, arm, body, catalogues, categories, says

KNOWN = Keywords(["Goff", "Red Hand", "Inexorable"])


@pytest.mark.parametrize(
    ("wanted", "name", "headings", "beside", "chosen"),
    [
        ("<CLAN>", "Goffs", ("Clan Kultur",), (), "Goff"),
        ("<Column>", "Red Hand: Ready", ("Column Attributes", "Column Choice"), (), "Red Hand"),
        ("<DYNASTY>", "Dynasty: Mephrit", ("-Dynastic Code-",), (), "Mephrit"),
        ("<CHAPTER>", "Ultramarines", ("First Founding", "**Chapter Selection**"), (), "Ultramarines"),
        ("<HOST>", "Watch", ("Detachment Type / Host",), (), "Watch"),
        ("<PLAGUE COMPANY>", "The Inexorable", ("Plague Company",), (), "Inexorable"),
        ("<ORDER>", "Ministry", ("Order Choice",), ("Order: Rose", "Ministry"), None),
        ("<CHAPTER>", "Custom Chapter", ("Successor Chapters",), (), None),
        ("<CHAPTER>", "Iron Hands Successor", ("Chapter",), (), None),
        ("<CULT>", "*No Cult*", ("Cults of the Legion",), (), None),
        ("<LEGION>", "Cult of Time", ("Cults of the Legion",), (), None),
        ("<REGIMENT>", "Born Soldiers", ("Regimental Doctrine",), (), None),
        ("<SEPT>", "<Custom Sept>", ("Sept Choice",), (), None),
    ],
)
def test_what_a_choice_stands_for(wanted, name, headings, beside, chosen):
    found = placeholder_choices([wanted], [Choice(name, headings, beside)], KNOWN)
    assert found == ({wanted: chosen} if chosen else {})


def test_a_choice_that_gives_the_unit_its_keyword_stands_for_the_noun_of_a_longer_one():
    cult = [Choice("Cult of Time", ("Cults of the Legion",), ())]
    assert placeholder_choices(["<GREAT CULT>"], cult, KNOWN, Keywords(["Cult of Time"])) == {"<GREAT CULT>": "Cult of Time"}
    assert placeholder_choices(["<GREAT CULT>", "<CULT OF TIME>"], cult, KNOWN, Keywords(["Infantry"])) == {}


def test_two_choices_for_the_same_are_none():
    both = [Choice("Goffs", ("Clan",), ()), Choice("Red Hand", ("Clan",), ())]
    assert placeholder_choices(["<CLAN>"], both, KNOWN) == {}
    assert placeholder_choices(["<CLAN>"], [both[0], both[0]], KNOWN) == {"<CLAN>": "Goff"}


def test_the_chosen_column_stands_in_keywords_and_texts():
    columns = group("column", upgrade("red", name="Red Hand"), upgrade("own", name="Custom Column"))
    guard = unit(
        "guard",
        name="Guard",
        category_links=categories("Troops", "Faction: <Column>"),
        profiles=(
            body("Guard"),
            says("Duty", 'Each <COLUMN> unit within 6"; see <COMMENT>.'),
            arm("Gun", text="<Column> only."),
        ),
    )
    muster = Muster(catalogues=catalogues(extra=(guard, upgrade("choice", name="**Column Choice**", groups=(columns,)))))
    choice = muster.add("choice")
    muster.add("guard")
    assert muster.unit().keywords.faction == ("<Column>",)
    muster.select(choice, "red")
    guard_unit = muster.unit()
    assert guard_unit.keywords.faction == ("Red Hand",)
    assert guard_unit.abilities[0].text == 'Each RED HAND unit within 6"; see <COMMENT>.'
    assert guard_unit.weapons[0].profiles[0].abilities == "Red Hand only."
    assert muster.document().army.units[0].name == "Column Choice"


def test_what_a_unit_carries_is_no_choice_though_the_unit_or_its_relics_are_called_like_one():
    columns = group("column", upgrade("red", name="Red Hand"))
    champion = unit(
        "champion",
        name="Column Champion",
        category_links=categories("Troops", "Faction: <Column>"),
        profiles=(body("Champion"), says("Duty", "Leads <COLUMN> units."), arm("Gun")),
        entries=(upgrade("banner", name="Banner"),),
        groups=(group("column relics", upgrade("horn", name="Horn")),),
    )
    muster = Muster(catalogues=catalogues(extra=(champion, upgrade("choice", name="Column Attribute", groups=(columns,)))))
    choice, unit_uid = muster.add("choice"), muster.add("champion")
    muster.select(unit_uid, "banner")
    muster.select(unit_uid, "horn")
    assert muster.unit().keywords.faction == ("<Column>",)
    muster.select(choice, "red")
    assert muster.unit().keywords.faction == ("Red Hand",)
    assert muster.unit().abilities[0].text == "Leads RED HAND units."


def test_a_unit_may_choose_for_itself():
    columns = group("column selection", upgrade("red", name="Red Hand"))
    guard = unit(
        "guard",
        name="Guard",
        category_links=categories("Troops", "Faction: <Column>"),
        profiles=(body("Guard"), arm("Gun")),
        groups=(columns,),
    )
    muster = Muster(catalogues=catalogues(extra=(guard,)))
    muster.select(muster.add("guard"), "red")
    assert muster.unit().keywords.faction == ("Red Hand",)
