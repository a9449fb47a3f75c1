"""Two armies matched up in every surface: services answer for API, pages and command line alike."""

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


@pytest.mark.parametrize(
    ("armies", "rounds", "rule"),
    [
        (("saltmarch-watch", "hollow-bough-vigil"), None, "AOS-ROUND-07"),
        (("rustwater-ferry", "thornmane-scouts"), 6, "GRW-Q-55"),
        (("rampart-patrol", "undertow-swell"), 4, "2E-LEN-01"),
        (("tidewatch", "cinder-clan"), 5, "8E-LENGTH-01"),
        (("sunward-host", "gloam-court"), 5, "9E-END-01"),
    ],
)
def test_every_system_says_how_long_a_battle_lasts(services, armies, rounds, rule):
    found = services.matchups.facts(*(Source(roster=id) for id in armies))
    assert (found.rounds, found.facts.rules["rounds"]) == (rounds, rule)
    assert ("combined_power" in found.facts.more) == (found.system.size.cost == "power")


def test_what_both_agreed_on_is_the_length(services):
    made = []
    for id in ("rustwater-ferry", "thornmane-scouts"):
        row = services.rosters.get(id).row
        services.rosters.apply(id, row.version, [{"op": "agree", "key": "rounds", "value": 4}])
        made.append(Source(roster=id))
    found = services.matchups.facts(*made)
    assert (found.rounds, found.facts.rules["rounds"]) == (4, "GRW-ROUND-13")
    other = services.rosters.get("thornmane-scouts").row
    services.rosters.apply(other.id, other.version, [{"op": "agree", "key": "rounds", "value": 5}])
    assert services.matchups.facts(*made).rounds == 6, "they agreed on different lengths, so the scenario says"
