"""Editions beside one another: those with catalogues of one name, and those that share id and name."""

import pytest

from builder.importing.archives import Named
from builder.services.assembly import Services
from tests.importing.conftest import Bring
from tests.importing.data import NINTH, catalogue, game_system, unit

EVENT = "== Patrol DETACHMENT : Rushes (0 CP) [5CP] ==\nHQ 1 : Wader (0) [5 PL]\n"
PLAIN = "++ Patrol (Rushes) [5 PL] ++\n\n+ HQ +\n\nWader [5 PL]\n"


@pytest.fixture
def both(services: Services) -> Services:
    """The 8th edition's catalogue comes first by id, and is the newer revision."""
    eighth = "5335-9d49-c85e-4817"
    files = {
        "8.gst": game_system(id=eighth, name="Warhammer 40,000 8th Edition"),
        "8.cat": catalogue(unit("wader", "Wader", 3), id="a-rushes", name="Rushes", system=eighth, revision=9),
    }
    services.imports.load(files=[Named(name, data) for name, data in files.items()])
    files = {
        "9.gst": game_system(id=NINTH, name="Warhammer 40,000 9th Edition"),
        "9.cat": catalogue(unit("wader", "Wader"), id="rushes", name="Rushes", system=NINTH),
    }
    services.imports.load(files=[Named(name, data) for name, data in files.items()])
    return services


TEXTS = [
    (EVENT, "wh40k-9e"),
    (f"+++ Host (Warhammer 40,000 9th Edition) [5 PL] +++\n\n{PLAIN}", "wh40k-9e"),
    (f"+++ Host (Warhammer 40,000 8th Edition) [3 PL] +++\n\n{PLAIN}", "wh40k-8e"),
]


def test_a_text_comes_in_on_its_own_edition(both: Services) -> None:
    found = [both.lists.place(text.encode(), "list.txt").roster.system for text, _ in TEXTS]
    assert found == [system for _, system in TEXTS]


SIGMAR, KNIGHTS = "e51d-b1a3-75fc-dc33", "knights"


def of_revision(system: int, name: str) -> dict[str, bytes]:
    """A game system of Age of Sigmar of a revision, and a catalogue that was written for it."""
    written = catalogue(unit("knight", "Knight"), id=f"{KNIGHTS}-{system}", name=name, system=SIGMAR)
    return {
        f"{system}.gst": game_system(id=SIGMAR, name="Age of Sigmar", revision=system),
        f"{system}.cat": written.replace(b'gameSystemRevision="1"', f'gameSystemRevision="{system}"'.encode()),
    }


@pytest.mark.parametrize("order", [(30, 38), (38, 30)])
def test_two_editions_that_share_id_and_name_lie_side_by_side(
    services: Services, bring: Bring, order: tuple[int, int]
) -> None:
    """Only revisions below 38 are the 1st edition, whichever comes first; a catalogue that comes later finds its own."""
    for revision in order:
        bring(of_revision(revision, f"Knights of {revision}"))
    first = {"late.cat": of_revision(25, "Late knights")["25.cat"]}
    assert {item.change for item in bring(first).items} == {"added"}
    found = {row.name: row.system for row in services.catalogues.page(limit=200).items if row.origin == "imported"}
    assert found == {"Knights of 30": "aos-1e", "Knights of 38": SIGMAR, "Late knights": "aos-1e"}
