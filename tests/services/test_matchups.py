"""Two armies matched up in every surface: services answer for API, pages and command line alike."""

import pytest

from builder.services.armies import Source
from builder.services.errors import Invalid
from datasheets.systems import system
from datasheets.words import languages, say
from resolver.engine.matchup import plain_matchup
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


@pytest.mark.rule("AOS-SUDDEN-02")
def test_a_sudden_death_objective_of_who_is_not_outnumbered_is_a_warning(services):
    many, few = "hollow-bough-rising", "saltmarch-watch"
    agree(services, few, sudden_death="endure")
    assert not [each for each in _warnings(services, many, few) if each.code == "matchup.no-sudden-death"]
    agree(services, many, sudden_death="blunt")
    (wrong,) = (each for each in _warnings(services, many, few) if each.code == "matchup.no-sudden-death")
    assert (wrong.rule, wrong.values["army"]) == ("AOS-SUDDEN-02", services.rosters.get(many).row.name)


def _warnings(services, *ids):
    facts = services.matchups.facts(*(Source(roster=id) for id in ids)).facts
    return [each for each in facts.findings if each.severity == "warning"]


def agree(services, id, **agreed):
    edits = [{"op": "agree", "key": key, "value": value} for key, value in agreed.items()]
    services.rosters.apply(id, services.rosters.get(id).row.version, edits)


@pytest.mark.rule("AOS-ROUND-07")
def test_a_round_limit_of_which_one_player_says_nothing_counts_as_in_the_battle(services):
    armies = ("saltmarch-watch", "hollow-bough-vigil")

    def rounds():
        return services.matchups.facts(*(Source(roster=id) for id in armies)).rounds

    agree(services, armies[0], round_limit=5)
    assert rounds() == 5
    agree(services, armies[1], round_limit=6)
    assert rounds() is None, "they differ, so it is rolled off"
    agree(services, armies[1], round_limit=0)
    assert rounds() is None, "one of them wants none, so it is rolled off"


def test_a_realm_is_called_by_its_name(services):
    agree(services, "saltmarch-watch", realm="realm-of-fire")
    armies = [Source(roster=id) for id in ("saltmarch-watch", "hollow-bough-vigil")]
    (found,) = [each for each in services.matchups.facts(*armies).facts.findings if each.values.get("about") == "realm"]
    for language in languages():
        name = say("game.choice.realm-of-fire", language=language)
        assert f"({name})" in say(f"finding.{found.code}", found.values, language)


def list_findings(services, *armies):
    found = services.matchups.facts(*(Source(roster=id) for id in armies)).facts.findings
    return [(each.severity, each.code, each.values.get("about")) for each in found]


PAIRS = [
    (("rustwater-ferry", "thornmane-scouts"), "rounds", 4, 5),
    (("rampart-patrol", "undertow-swell"), "points_limit", 1500, 2000),
    (("rampart-patrol", "undertow-swell"), "turns", 5, 6),
    (("saltmarch-watch", "hollow-bough-vigil"), "terrain", "roll", "none"),
    (("tidewatch", "cinder-clan"), "mission", "our own", "only-war"),
    (("sunward-host", "gloam-court"), "power_limit", 60, 80),
]


@pytest.mark.parametrize(("armies", "key", "one", "other"), PAIRS)
def test_what_the_two_did_not_agree_on_is_said(services, armies, key, one, other):
    for id in armies:
        agree(services, id, **{key: one})
    codes = ("matchup.agreed-otherwise", "matchup.agreed-by-one")
    assert not [each for each in list_findings(services, *armies) if each[1:] in [(code, key) for code in codes]]
    agree(services, armies[1], **{key: other})
    assert ("warning", "matchup.agreed-otherwise", key) in list_findings(services, *armies)
    agree(services, armies[1], **{key: None})
    assert ("note", "matchup.agreed-by-one", key) in list_findings(services, *armies)


def test_what_each_player_notes_of_his_own_need_not_agree(services):
    agree(services, "saltmarch-watch", opponent_models=30, won_last_battle=True)
    agree(services, "hollow-bough-vigil", opponent_models=12)
    codes = [code for _, code, _ in list_findings(services, "saltmarch-watch", "hollow-bough-vigil")]
    assert "matchup.agreed-otherwise" not in codes
    assert "matchup.agreed-by-one" not in codes


@pytest.mark.parametrize("id", ["wh40k-9e", "wh40k-8e", "aos-1e", "grundregelwerk", "wh40k-2e"])
def test_empty_armies_say_so(services, id):
    empty = [services.rosters.create(id, name).row.id for name in ("One", "Other")]
    found = services.matchups.facts(*(Source(roster=each) for each in empty)).facts.findings
    assert [each.values["army"] for each in found if each.code == "matchup.empty"] == ["One", "Other"]
    armies = [row.id for row in services.rosters.page(limit=200).items if row.system == id and row.summary["units"]]
    assert not [each for each in list_findings(services, *armies[:2]) if each[1] in ("matchup.empty", "matchup.not-legal")]


def test_an_army_that_is_not_legal_says_so(services):
    army = services.rosters.get("rampart-patrol")
    captain = next(army.roster.units())
    edits = [{"op": "declare", "kind": "battery", "subject": captain.uid, "value": 1}]
    services.rosters.apply("rampart-patrol", army.row.version, edits)
    assert ("warning", "matchup.not-legal", None) in list_findings(services, "rampart-patrol", "undertow-swell")


@pytest.mark.rule("AOS-FIELD-02")
def test_the_battlefield_is_as_large_as_was_agreed(services):
    armies = ("saltmarch-watch", "hollow-bough-vigil")
    sources = [Source(roster=id) for id in armies]
    usual = services.matchups.facts(*sources).facts.table
    agree(services, armies[0], field_width=48, field_depth=40.5)
    table = services.matchups.facts(*sources).facts.table
    assert (table.width_in, table.depth_in) == (48, 40.5)
    agree(services, armies[1], field_width=60, field_depth=40.5)
    table = services.matchups.facts(*sources).facts.table
    assert (table.width_in, table.depth_in) == (usual.width_in, 40.5), "they differ on the width, so it is rolled off"


@pytest.mark.rule("2E-LEN-01")
def test_turns_are_as_many_as_both_agreed_on(services):
    armies = ("rampart-patrol", "undertow-swell")
    for id in armies:
        agree(services, id, turns=6)
    found = services.matchups.facts(*(Source(roster=id) for id in armies))
    assert (found.rounds, found.facts.more["turns"]) == (6, 6)


def test_a_game_without_facts_of_its_own_is_fought_on_the_table_of_its_first_mission():
    mission = system("wh40k-8e").missions[0]
    found = plain_matchup("wh40k-8e")
    assert found.table is mission.table is not None
    assert found.rules == {"table": mission.table_rule}
