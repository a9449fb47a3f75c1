"""Two armies of 8th edition matched up in every surface: services answer for API, pages and command line alike."""

import pytest

from builder.services.armies import Source
from builder.services.errors import Invalid
from tests.rules.test_eighth import document


def source(*units):
    return Source(document=document(*units).data)


def test_armies_of_8th_edition_are_matched_up(services):
    found = services.matchups.facts(source("dusk-rifles"), source("dusk-hunter", "dusk-captain"))
    assert found.system.id == "wh40k-8e"
    assert (found.facts.more["underdog"], found.facts.more["rerolls"]) == (0, 0)
    assert "battle_size" not in found.facts.more
    with pytest.raises(Invalid, match="battle size"):
        services.matchups.facts(source("dusk-rifles"), source("stray"), "incursion")
