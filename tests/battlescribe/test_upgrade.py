"""Old schema versions are read as if they had been saved by the newest editor."""

import pytest

from datasheets.battlescribe.parse_catalogue import read
from datasheets.model import Catalogue, GameSystem
from datasheets.problems import DocumentError
from tests.battlescribe.files import catalogue

ENTRY_2_01 = """<selectionEntries><selectionEntry id="e" name="E" book="Reeds" page="4" type="unit">
<costs><cost name="cr" costTypeId="crowns" value="2.0"/></costs>
<profiles><profile id="p" name="P" book="Reeds" profileTypeId="kind" profileTypeName="Unit"><characteristics>
<characteristic name="Pace" characteristicTypeId="pace" value="5"/></characteristics></profile></profiles>
</selectionEntry></selectionEntries>"""


def test_2_01_named_costs_and_characteristics_otherwise() -> None:
    entry = read(catalogue(ENTRY_2_01, "2.01"), "c.cat").entries[0]
    assert [(cost.type, cost.value) for cost in entry.costs] == [("crowns", 2)]
    assert entry.profiles[0].type == "kind"
    assert entry.profiles[0].characteristics == {"pace": "5"}


def test_2_03_knows_no_such_names() -> None:
    with pytest.raises(DocumentError, match="no typeId"):
        read(catalogue(ENTRY_2_01, "2.03"), "c.cat")


def test_books_become_publications() -> None:
    made = read(catalogue(ENTRY_2_01, "2.01"), "c.cat")
    assert [publication.name for publication in made.publications] == ["Reeds"]
    assert made.entries[0].publication == made.publications[0].id == made.entries[0].profiles[0].publication
    assert made.entries[0].page == "4"


def test_2_00_named_one_category_of_an_entry() -> None:
    made = read(
        catalogue(
            '<selectionEntries><selectionEntry id="e" name="E" type="unit" categoryEntryId="core"/>'
            '<selectionEntry id="f" name="F" type="unit" categoryEntryId="(No Category)"/></selectionEntries>',
            "2.00",
        ),
        "c.cat",
    )
    assert isinstance(made, Catalogue)
    (link,) = made.entries[0].category_links
    assert (link.target, link.primary) == ("core", True)
    assert made.entries[1].category_links == ()


def test_2_00_held_the_categories_of_a_force_in_it() -> None:
    system = read(
        b'<gameSystem id="s" name="S" revision="1" battleScribeVersion="2.00"><forceEntries><forceEntry id="f" name="F">'
        b'<categoryEntries><categoryEntry id="core" name="Core"><constraints><constraint id="k" type="min" value="2"'
        b' field="selections" scope="parent"/></constraints></categoryEntry></categoryEntries></forceEntry></forceEntries>'
        b"</gameSystem>",
        "s.gst",
    )
    assert isinstance(system, GameSystem)
    assert [(category.id, category.constraints) for category in system.categories] == [("core", ())]
    (link,) = system.force_entries[0].category_links
    assert link.target == "core"
    assert link.constraints[0].value == 2


@pytest.mark.parametrize("version", ["1.15", "2.04", "x"])
def test_other_versions_are_refused(version: str) -> None:
    with pytest.raises(DocumentError, match=r"versions 2\.00 to 2\.03"):
        read(catalogue("", version), "c.cat")
