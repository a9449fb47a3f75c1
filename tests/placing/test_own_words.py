"""What Muster's own texts say of units with numbers in names, choices with their own choices, and weapons of whole units."""

from builder.placing.place import Placed, place
from datasheets.evaluation.tree import Selection
from exports.lists.parse_list import read_list
from tests.placing.world import CATALOGUE, MUST, ONE, entry, group, role, shelf

TRADITION = entry("tradition", "Tradition: Charge")
HOUSE = entry(
    "house",
    "Household Choice",
    inside=role("house", "hq")
    + "<selectionEntryGroups>"
    + group(
        "houses",
        "Houses",
        entry(
            "griffin",
            "House Griffin",
            inside="<entryLinks>" + '<entryLink id="own" name="Tradition: Charge" '
            'targetId="tradition" type="selectionEntry" import="true">'
            + MUST.format("own", 1, 1)
            + "</entryLink></entryLinks>",
        ),
        MUST.format("houses", 1, 1),
    )
    + group(
        "free",
        "Traditions",
        '<entryLinks><entryLink id="free-one" name="Tradition: Charge" targetId="tradition" type="selectionEntry" '
        'import="true"/></entryLinks>',
        ONE.format("free"),
    )
    + "</selectionEntryGroups>",
)
SUITS = entry(
    "suits",
    "Suits",
    "unit",
    role("suits", "tr")
    + "<selectionEntries>"
    + entry(
        "suit",
        "Suit",
        "model",
        MUST.format("suit", 2, 3)
        + "<selectionEntries>"
        + entry("two", "2 Storm Bolters", inside=ONE.format("two"))
        + entry("mace", "Mace", inside=ONE.format("mace"))
        + "</selectionEntries>",
        pts="10",
    )
    + "</selectionEntries><selectionEntryGroups>"
    + group("shared", "Weapons", entry("lamp", "Lamp"), MUST.format("shared", 1, 1), "lamp")
    + "</selectionEntryGroups>",
)
WORLD = CATALOGUE.replace(b"<sharedSelectionEntries>", f"<sharedSelectionEntries>{TRADITION}".encode()).replace(
    b'<selectionEntry id="captain"', f'{HOUSE}{SUITS}<selectionEntry id="captain"'.encode()
)
HEAD = "First Host\n==========\nTin Wars\n\nPatrol Detachment 0CP · Metal - Tin Host\n----------------\n"
END = "\nCheck code 00000-00000\n"


def brought(text: str) -> Placed:
    return place(read_list(text.encode(), "list"), shelf(WORLD), "list")


def tree(selection: Selection) -> tuple[object, ...]:
    return selection.name, selection.number, tuple(tree(each) for each in selection.selections)


def of_unit(placed: Placed) -> tuple[object, ...]:
    """Return the selections of the only unit."""
    (unit,) = placed.roster.forces[0].selections
    return tree(unit)


def test_what_a_choice_brings_with_it_is_not_chosen_once_more() -> None:
    placed = brought(HEAD + "Household Choice: House Griffin, Tradition: Charge\n" + END)
    assert of_unit(placed) == (
        "Household Choice",
        1,
        (("House Griffin", 1, (("Tradition: Charge", 1, ()),)),),
    )


def test_a_number_in_a_name_is_one_for_each_model() -> None:
    placed = brought(HEAD + "Suits [pts 20]\n  2 Suit: 2 Storm Bolters, Lamp\n" + END)
    assert of_unit(placed) == ("Suits", 1, (*2 * (("Suit", 1, (("2 Storm Bolters", 1, ()),)),), ("Lamp", 1, ())))
    assert placed.report.unplaced == ()


def test_a_weapon_of_the_unit_is_said_once_for_each_model() -> None:
    placed = brought(
        "+ Name : First Host\n+ Game system : Tin Wars\n+ Check code : 00000-00000\n"
        "== Force 1 : Patrol Detachment 0CP · Metal - Tin Host ==\nTR 1 : 2 Suits (0) 2 Lamp [20 pts]\n"
    )
    assert ("Lamp", 1, ()) in of_unit(placed)[2]  # type: ignore[operator]
    assert placed.report.unplaced == ()


def test_what_models_cannot_have_stays_with_them() -> None:
    placed = brought(HEAD + "Suits [pts 20]\n  2 Suit: Mace, Cutlass\n" + END)
    assert of_unit(placed) == (
        "Suits",
        1,
        (*2 * (("Suit", 1, (("Mace", 1, ()), ("Cutlass", 1, ()))),),),
    )
    assert {each.listed.name for each in placed.report.unplaced} == {"Cutlass"}
