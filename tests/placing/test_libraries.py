"""A list whose catalogue has become a library is taken from the catalogue that fits it best of those that link to it."""

import pytest

from builder.placing import telling
from builder.placing.place import Placed, place
from builder.placing.plain import report_data
from datasheets.battlescribe.parse_catalogue import read
from datasheets.model import Catalogue, GameSystem
from datasheets.problems import DocumentError
from exports.lists.parse_list import read_list
from tests.placing.in_memory import InMemory
from tests.placing.real import ORACLE, newest
from tests.placing.world import CATALOGUE, EVENT, ROS, SYSTEM, entry

LIBRARY = CATALOGUE.replace(b'revision="7"', b'revision="9" library="true"')


def split(id: str, name: str, own: str = "", *, roots: bool = True, target: str = "tin") -> bytes:
    """Return a catalogue that links to another one, with or without its units, with units of its own."""
    link = f'<catalogueLink id="{id}-link" targetId="{target}" name="Tin" type="catalogue" importRootEntries="{roots}"/>'
    return (
        f'<catalogue id="{id}" name="{name}" revision="2" battleScribeVersion="2.03" gameSystemId="sys">'
        f"<catalogueLinks>{link.replace('True', 'true').replace('False', 'false')}</catalogueLinks>"
        f"<selectionEntries>{own}</selectionEntries></catalogue>"
    ).encode()


RED, BLUE = split("red", "Metal - Red Tin"), split("blue", "Metal - Blue Tin")


def shelf(*written: bytes) -> InMemory:
    system = read(SYSTEM, "tin.gst")
    if not isinstance(system, GameSystem):
        raise TypeError
    sources = (read(each, f"{at}.cat") for at, each in enumerate(written))
    return InMemory(system, [each for each in sources if isinstance(each, Catalogue)])


def taken_from(text: str, *written: bytes) -> Placed:
    return place(read_list(text.encode(), "list"), shelf(*written), "list")


@pytest.mark.parametrize("text", [ROS, ROS.replace('catalogueId="tin"', 'catalogueId="gone"'), EVENT])
def test_a_list_of_a_library_is_taken_from_what_links_to_it(text: str) -> None:
    result = taken_from(text, LIBRARY, RED)
    (force,) = result.report.forces
    assert (force.catalogue, force.found, force.library) == ("red", "Metal - Red Tin", "Metal - Tin Host")
    assert result.roster.forces[0].catalogue == "red"
    assert not [each for each in result.report.unplaced if each.listed.name in ("Captain", "Guard Squad")]
    (sentence,) = telling.forces(result.report)
    assert '"Metal - Tin Host" is here only as a library' in sentence
    assert '"Metal - Red Tin"' in sentence
    (data,) = report_data(result.report)["forces"]
    assert (data["library"], data["other_revision"]) == ("Metal - Tin Host", True)


def test_the_one_that_knows_most_of_the_units_is_taken() -> None:
    """Names decide only between those that know as many."""
    named = ROS.replace('customName="Old Ferro"', "").replace('name="Great axe"', 'name="Poor Tin"')
    poor = split("poor", "Metal - Poor Tin", roots=False)
    assert taken_from(named, LIBRARY, poor, RED).roster.forces[0].catalogue == "red"
    champion = split("blue", "Metal - Blue Tin", entry("champion", "Champion", "model"))
    more = ROS.replace('name="Captain" entryId="captain"', 'name="Champion" entryId="champion"')
    assert taken_from(more, LIBRARY, RED, champion).roster.forces[0].catalogue == "blue"
    by_name = more.replace('entryId="champion"', 'entryId="gone"')
    assert taken_from(by_name, LIBRARY, RED, champion).roster.forces[0].catalogue == "blue"


@pytest.mark.parametrize("old", ['name="Great axe"', 'name="Patrol Detachment 0CP"', 'name="Banner of Dawn"'])
def test_of_several_that_know_as_many_the_one_that_the_list_names_is_taken(old: str) -> None:
    assert taken_from(ROS, LIBRARY, RED, BLUE).roster.forces[0].catalogue == "red", "nothing is said: the first"
    for name, catalogue in (("Blue Tin", "blue"), ("Red Tin", "red")):
        said = ROS.replace(old, f'name="{name}"')
        assert taken_from(said, LIBRARY, RED, BLUE).roster.forces[0].catalogue == catalogue


def test_what_links_to_it_by_way_of_another_counts_too() -> None:
    between = split("mid", "Middle").replace(b'revision="2"', b'revision="2" library="true"')
    far = split("far", "Metal - Far Tin", target="mid")
    assert taken_from(ROS, LIBRARY, between, far).roster.forces[0].catalogue == "far"


def test_a_catalogue_that_is_none_is_preferred() -> None:
    result = taken_from(ROS, CATALOGUE, RED)
    assert result.roster.forces[0].catalogue == "tin"
    assert result.report.forces[0].library == ""


@pytest.mark.parametrize("others", [(), (split("poor", "Metal - Poor Tin", roots=False),)])
def test_where_none_fits_the_sentence_says_that_it_is_a_library(others: tuple[bytes, ...]) -> None:
    with pytest.raises(DocumentError, match='"Metal - Tin Host" is here only as a library') as refused:
        taken_from(ROS, LIBRARY, *others)
    assert len(refused.value.problems) == 1


@pytest.mark.slow
@pytest.mark.shared
def test_a_real_list_of_a_catalogue_that_was_split_opens() -> None:
    name = "black-templar-2000-360b77fe"
    data = (ORACLE / "rosters" / f"{name}.ros").read_bytes()
    result = place(
        read_list(data, name), newest("wh40k-8e", "Imperium - Space M", "Imperium - Black T", "Imperium - Ultra"), name
    )
    (force,) = result.report.forces
    assert (force.library, force.found.rpartition(" - ")[2]) == ("Imperium - Space Marines", "Black Templars")
    assert len(result.report.matches) == 157
    assert len(result.report.unplaced) < 10, "what later catalogues leave out"
