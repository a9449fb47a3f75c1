"""Two editions with catalogues of one name: a text, which has no ids, comes in on the one that it is of."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.importing.archives import Named
from builder.services import Services, open_services, prepare
from builder.settings import Settings
from tests.importing.data import NINTH, catalogue, game_system, unit

EVENT = "== Patrol DETACHMENT : Rushes (0 CP) [5CP] ==\nHQ 1 : Wader (0) [5 PL]\n"
PLAIN = "++ Patrol (Rushes) [5 PL] ++\n\n+ HQ +\n\nWader [5 PL]\n"


@pytest.fixture
def both(tmp_path: Path) -> Iterator[Services]:
    """The 8th edition's catalogue comes first by id, and is the newer revision."""
    settings = Settings(database=tmp_path / "muster.db")
    prepare(settings)
    services = open_services(settings)
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
    yield services
    services.close()


@pytest.mark.parametrize(
    ("text", "system"),
    [
        (EVENT, "wh40k-9e"),
        (f"+++ Host (Warhammer 40,000 9th Edition) [5 PL] +++\n\n{PLAIN}", "wh40k-9e"),
        (f"+++ Host (Warhammer 40,000 8th Edition) [3 PL] +++\n\n{PLAIN}", "wh40k-8e"),
    ],
)
def test_a_text_comes_in_on_its_own_edition(both: Services, text: str, system: str) -> None:
    assert both.lists.place(text.encode(), "list.txt").roster.system == system
