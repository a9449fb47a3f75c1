"""Units of real catalogues come back from every text of Muster's with the models and weapons that they had, as they come
and in a random loadout."""

import pytest

from tests.conftest import SHARED
from tests.imported.real import edition, names
from tests.placing.units import EDITIONS, changed_units, is_known, rosters_of

pytestmark = [pytest.mark.shared, pytest.mark.skipif(not SHARED.is_dir(), reason="no shared data")]

TRICKY = [
    ("aos-1e", "Chaos - Khorne", "Soul Grinder (of Khorne)", "a colon in the name of an option"),
    ("aos-1e", "Destruction - Greenskinz", "Orruk Warboss on Wyvern", "commas in the names of weapons that it shows"),
    ("aos-1e", "Order - Bretonnia", "Bretonnian Lord", "a mount that shows a row called as the rider"),
    ("wh40k-2e", "Codex - Ultramarines", "Space Marine Combat Squad", "one entry is four models"),
    ("wh40k-2e", "Codex - Angels of Death (Blood Angels)", "Scout Squad", "weapons that come with the armour of all"),
    ("wh40k-2e", "Codex - Angels of Death (Blood Angels)", "Death Company", "armour within armour"),
    ("wh40k-2e", "Codex - Chaos", "Minotaurs", "an axe that is chosen once for all"),
    ("wh40k-2e", "Codex - Orks", "Goff Boyz Mob", "several weapons that are chosen once for all"),
    ("aos-1e", "Chaos - Beastmen (Warscroll Compendium)", "Beastlord on Chariot", "apostrophes put elsewhere"),
    ("wh40k-2e", "Codex - Eldar", "Eldar Tempest", "two weapons of one entry, each with a targeter"),
    ("wh40k-2e", "Codex - Chaos", "Plague Marines", "weapons within armour that is chosen once for all"),
    ("wh40k-2e", "Codex - Chaos", "Chaos Space Marine Bikers", "a profile that a modifier names"),
    ("wh40k-2e", "Codex - Angels of Death (Dark Angels)", "Ravenwing Attack Bike Squadron", "models two levels below"),
    ("wh40k-2e", "Codex - Chaos", "Trolls", "a save that the unit shows and that is called as it"),
]


@pytest.mark.sample(5)
@pytest.mark.parametrize(("system", "catalogue", "name", "why"), TRICKY, ids=[each[2] for each in TRICKY])
def test_what_authors_wrote_otherwise_comes_back(system: str, catalogue: str, name: str, why: str) -> None:
    data = edition(system, catalogue)
    roster = data.army(catalogue, [data.unit(catalogue, name)])
    assert list(changed_units(data, data.catalogues, roster)) == [], why


ALL = [(system, catalogue) for system in EDITIONS for catalogue in (names(system) if SHARED.is_dir() else ())]


@pytest.mark.slow
@pytest.mark.parametrize(("system", "catalogue"), ALL)
@pytest.mark.sample(1, "system")
def test_every_unit_comes_back(system, catalogue, rng, whole) -> None:
    data = edition(system, "" if whole else catalogue)
    units = data.units(catalogue)
    for unit in units if whole else rng.sample(units, min(2, len(units))):
        as_it_comes, *others = rosters_of(data, catalogue, unit)
        assert list(changed_units(data, data.catalogues, as_it_comes)) == []
        for roster in others:
            changed = changed_units(data, data.catalogues, roster)
            assert [(format, text) for format, text in changed if not is_known(text)] == []
