"""Facts about two armies of the 2nd edition: Strategy Ratings and Cards, and what units are worth by their category."""

from __future__ import annotations

from dataclasses import replace

import pytest

from builder.services.bundled import judged_sample, samples
from builder.services.judging import Judging
from datasheets.systems import rulebook, system
from exports.document import RosterDocument
from exports.document.victory import category_of, victory_values
from resolver.families.wh40k.costed import costed_matchup
from tests.rules.playing import BUNDLED

GAME = system("wh40k-2e")


@pytest.fixture(scope="module")
def armies() -> dict[str, RosterDocument]:
    judging = Judging(BUNDLED)
    return {each.id: judging.document(judged_sample(each, judging)) for each in samples() if each.system == GAME.id}


@pytest.mark.rule("2E-VP-01", "2E-VP-08", "2E-R-SETUP-08", "2E-R-SETUP-11", "2E-R-SETUP-02")
def test_facts_about_two_armies(armies: dict[str, RosterDocument]) -> None:
    found = costed_matchup([armies["rampart-column"], armies["undertow"]])
    numbers = rulebook(GAME.id).rule("2E-R-SETUP-02").numbers
    assert (found.table.width_in, found.table.depth_in) == (numbers["length_inches"], numbers["width_inches"])
    assert found.more["points"] == [2448, 1798]
    assert found.more["strategy_ratings"] == [4, 1]
    assert found.more["strategy_cards"] == [3, 0]
    lower, *_ = found.findings
    assert (lower.code, lower.values["army"]) == ("matchup.lower-rating", "The Undertow")
    with pytest.raises(KeyError):
        costed_matchup([armies["undertow"], armies["undertow-swell"]], "incursion")


@pytest.mark.rule("2E-R-SETUP-08")
def test_the_army_with_the_lower_rating_is_named_with_both_ratings_whoever_comes_first(
    armies: dict[str, RosterDocument],
) -> None:
    column, undertow = armies["rampart-column"], armies["undertow"]
    for documents in ([column, undertow], [undertow, column]):
        lower, *_ = costed_matchup(documents).findings
        said = {"army": "The Undertow", "lower": 1, "enemy": column.army.name, "higher": 4}
        assert (lower.code, lower.values) == ("matchup.lower-rating", said)
    even, *_ = costed_matchup([undertow, undertow]).findings
    assert (even.code, even.values["lower"], even.values["higher"]) == ("matchup.even-ratings", 1, 1)


@pytest.mark.rule("2E-VP-06")
def test_the_weapons_of_a_battery_are_named_together_and_what_is_equal_once(armies: dict[str, RosterDocument]) -> None:
    document = armies["rampart-column"]
    gun = next(each for each in document.army.fielded if each.name == "Thump Gun")
    units = tuple(replace(each, title="Old Reliable") if each is gun else each for each in document.army.units)
    for army, worth in (
        (document.army, "Thump Gun + Thump Gun: 2 × 1"),
        (replace(document.army, units=units), "Old Reliable + Thump Gun: 1"),
    ):
        found = costed_matchup([replace(document, army=army), armies["undertow"]]).findings
        said = next(str(each.values["units"]) for each in found if each.code == "matchup.victory-values")
        assert worth in said.split("; ")


@pytest.mark.rule("2E-VP-02", "2E-VP-03", "2E-VP-04", "2E-VP-05", "2E-VP-06", "2E-VP-07")
@pytest.mark.example("2E-EX-08")
def test_each_unit_is_scored_as_what_it_is(armies: dict[str, RosterDocument]) -> None:
    """A squad aboard and its carrier are worth both; a Battery is worth once what its weapons cost together."""
    army = armies["rampart-column"].army
    of = {unit.title or unit.name: category_of(army, unit) for unit in army.fielded}
    assert (of["Haul Carrier"], of["Second Watch"], of["Dust Buggies"]) == ("vehicles", "squads", "squadrons")
    assert (of["Rampart Captain"], of["Dispatch Riders"], of["Thump Gun"]) == ("characters", "squads", "batteries")
    assert (of["Lantern Lord"], of["Siege Lance"]) == ("daemons", "batteries")
    values = victory_values(army, GAME)
    batteries = [each for each in values if each.category == "batteries"]
    assert [(len(each.units), each.points, each.most) for each in batteries] == [(2, 90, 1), (2, 90, 1), (1, 115, 1)]
    assert next(each.most for each in values if each.units[0].name == "Lantern Lord") == 3
