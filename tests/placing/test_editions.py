"""A list whose catalogue is here for another edition only is refused: for which it is here, for which it is, and the way."""

import pytest

from builder.placing.place import place
from datasheets.battlescribe.parse_catalogue import read
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


def ninth() -> InMemory:
    system, catalogue = read(NINTH, "tin.gst"), read(TIN, "tin.cat")
    assert isinstance(system, GameSystem)
    assert isinstance(catalogue, Catalogue)
    return InMemory(system, [catalogue])


@pytest.mark.parametrize("written", [EIGHTH, TEXT, TEXT.replace(" (Metal - Tin Host)", "")])
def test_a_list_of_another_edition_is_refused_with_the_way_to_its_data(written: str) -> None:
    with pytest.raises(DocumentError) as refusal:
        place(read_list(written.encode(), "list"), ninth(), "list")
    assert [str(each.message) for each in refusal.value.problems] == [SENTENCE]


def test_the_same_list_of_the_edition_that_is_here_comes_in() -> None:
    for written in (EIGHTH, TEXT):
        made = place(read_list(written.replace("8th", "9th").encode(), "list"), ninth(), "list")
        assert made.roster.system == "wh40k-9e"
