"""A list whose catalogue is here for another edition only is refused: for which it is here, for which it is, and the way."""

from collections.abc import Collection, Sequence

import pytest

from builder.placing import telling
from builder.placing.forces import Known, Version
from builder.placing.place import place
from datasheets.battlescribe.parse_catalogue import read
from datasheets.closure import Closure
from datasheets.model import Catalogue, GameSystem
from datasheets.problems import DocumentError
from exports.lists.parse_list import read_list
from tests.placing.in_memory import InMemory
from tests.placing.world import CATALOGUE, ROS, SYSTEM

SHARED_ID = "28ec-711c-d87f-3aeb"
NINTH = SYSTEM.replace(b'id="sys" name="Tin Wars"', f'id="{SHARED_ID}" name="Warhammer 40,000 9th Edition"'.encode())
TIN = CATALOGUE.replace(b'gameSystemId="sys"', f'gameSystemId="{SHARED_ID}"'.encode())
EIGHTH = ROS.replace(
    'gameSystemId="sys" gameSystemName="Tin Wars"',
    f'gameSystemId="{SHARED_ID}" gameSystemName="Warhammer 40,000 8th Edition"',
)
TEXT = (
    "+++ Host (Warhammer 40,000 8th Edition) [5 PL] +++\n"
    "++ Patrol Detachment (Metal - Tin Host) [5 PL] ++\n+ HQ +\nCaptain [5 PL]\n"
)
SENTENCE = (
    'The catalogue "Metal - Tin Host" is here only for Warhammer 40,000 9th edition, and this list is of Warhammer 40,000 '
    "8th edition; bring in the game data of Warhammer 40,000 8th edition (muster import "
    "https://github.com/BSData/wh40k-8th-edition), then import the list again."
)


def ninth(system: bytes = NINTH, tin: bytes = TIN) -> InMemory:
    game, catalogue = read(system, "tin.gst"), read(tin, "tin.cat")
    assert isinstance(game, GameSystem)
    assert isinstance(catalogue, Catalogue)
    return InMemory(game, [catalogue])


class BothEditions:
    """A shelf with a catalogue of one name in the 8th and the 9th edition, the 8th first; some names are in one only."""

    def __init__(self, only_ninth: str = "", only_eighth: str = "") -> None:
        old = TIN.replace(b'id="tin"', b'id="old-tin"')
        eighth = ninth(NINTH.replace(b"9th", b"8th"), old.replace(only_ninth.encode() or b"\0", b"Otherwise"))
        self.shelves = (eighth, ninth(tin=TIN.replace(only_eighth.encode() or b"\0", b"Otherwise")))

    def closure(self, catalogue: str, pin: str = "") -> Closure:
        """Return a closure of the edition that has it."""
        return next(each for each in self.shelves if each.versions(catalogue)).closure(catalogue)

    def catalogues(self) -> Sequence[Known]:
        """Return those of both."""
        return [known for each in self.shelves for known in each.catalogues()]

    def libraries(self) -> Sequence[Known]:
        """Return none."""
        return ()

    def versions_with(self, library: str) -> Sequence[Version]:
        """Return none."""
        return ()

    def versions(self, catalogue: str) -> Sequence[Version]:
        """Return that of the edition that has it."""
        return [version for each in self.shelves for version in each.versions(catalogue)]

    def catalogues_with(self, units: Collection[str], system: str) -> Sequence[str]:
        """Return those of both that have most units."""
        return [id for each in self.shelves for id in each.catalogues_with(units, system)]


@pytest.mark.parametrize("written", [EIGHTH, TEXT, TEXT.replace(" (Metal - Tin Host)", "")])
def test_a_list_of_another_edition_is_refused_with_the_way_to_its_data(written: str) -> None:
    with pytest.raises(DocumentError) as refusal:
        place(read_list(written.encode(), "list"), ninth(), "list")
    assert [str(each.message) for each in refusal.value.problems] == [SENTENCE]


def test_the_same_list_of_the_edition_that_is_here_comes_in() -> None:
    for written in (EIGHTH, TEXT):
        made = place(read_list(written.replace("8th", "9th").encode(), "list"), ninth(), "list")
        assert made.roster.system == "wh40k-9e"


UNSAID = "++ Patrol Detachment (Metal - Tin Host) ++\n+ HQ +\nCaptain: Great axe\n"


@pytest.mark.parametrize(
    ("text", "only_ninth", "only_eighth", "system"),
    [
        (UNSAID, "", "", "wh40k-9e"),
        (UNSAID, "Captain", "", "wh40k-9e"),
        (UNSAID, "", "Captain", "wh40k-8e"),
        (UNSAID, "", "Great axe", "wh40k-8e"),
        (UNSAID.replace(" (Metal - Tin Host)", ""), "", "Great axe", "wh40k-8e"),
    ],
)
def test_a_text_without_an_edition_is_of_the_one_that_has_most_of_its_names(
    text: str, only_ninth: str, only_eighth: str, system: str
) -> None:
    made = place(read_list(text.encode(), "list"), BothEditions(only_ninth, only_eighth), "list")
    assert made.roster.system == system
    assert not made.report.unplaced


def test_the_report_says_which_edition_was_taken_and_how_to_take_the_other() -> None:
    shelf = BothEditions(only_eighth="Great axe")
    made = place(read_list(UNSAID.encode(), "list"), shelf, "list")
    (sentence,) = telling.forces(made.report)
    title = "+++ Metal - Tin Host (Warhammer 40,000 9th edition) +++"
    assert "Warhammer 40,000 8th edition (2 of its 2 names" in sentence
    assert title in sentence
    other = place(read_list(f"{title}\n{UNSAID}".encode(), "list"), shelf, "list")
    assert (other.roster.system, other.report.editions) == ("wh40k-9e", ())
