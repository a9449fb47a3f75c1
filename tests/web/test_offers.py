"""What the list of datasheets beside an army says of them: a whole unit's cost, as it comes."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from builder.web.offer_summary import statline_of, vehicle_summary
from builder.web.offers import offers_of
from datasheets.native.bundled import bundled_catalogues
from datasheets.native.price_range import price_range
from datasheets.systems import system
from tests.rules.playing import BUNDLED


@pytest.mark.parametrize("catalogue", ["rampart-column", "undertow", "sunward-host", "saltmarch-league"])
def test_offers_cost_what_datasheets_say(catalogue: str) -> None:
    found = next(each for each in bundled_catalogues() if each.id == catalogue)
    game, closure = system(found.header.system), BUNDLED.closure(catalogue)
    offers = {each.id: each for _, group in offers_of(closure.roots(), closure, game) for each in group}
    assert offers.keys() == found.datasheets.keys()
    for id, sheet in found.datasheets.items():
        prices = price_range(sheet, game.size.cost)
        assert (id, offers[id].least, offers[id].most) == (id, *(prices or (None, None)))


def test_a_glance_shows_figures_and_no_words() -> None:
    game, closure = system("grundregelwerk"), BUNDLED.closure("rustwater-pact")
    offers = {each.id: each for _, group in offers_of(closure.roots(), closure, game) for each in group}
    skiff = dict(statline_of(offers["current-skiff"], closure, game))
    assert skiff["B"] == '12"'
    assert "Type" not in skiff
    second = BUNDLED.closure("rampart-column")
    vehicles = {each.id: each for _, group in offers_of(second.roots(), second, system("wh40k-2e")) for each in group}
    assert statline_of(vehicles["haul-carrier"], second, system("wh40k-2e")) == ()


def opened_units(client: FlaskClient, *entries: str) -> list[str]:
    """The side of the roster page Rampart Column with each of these datasheets' units open."""
    tree = client.get("/api/v1/rosters/rampart-column").get_json()["tree"]
    uids = {unit["entry"]: unit["uid"] for force in tree["forces"] for unit in force["selections"]}
    pages = (client.get(f"/rosters/rampart-column?open=u-{uids[entry]}").get_data(as_text=True) for entry in entries)
    return [page.partition('id="unit"')[2] for page in pages]


@pytest.mark.rule("2E-WGC-01")
def test_a_unit_is_offered_only_what_it_can_use(client: FlaskClient) -> None:
    captain, reader, crawler, gun = opened_units(client, "rampart-captain", "storm-reader", "bastion-crawler", "thump-gun")
    assert "Homing Beacon" in captain
    assert "Extra Plates" not in captain
    assert "Force Blade" not in captain
    assert "Force Blade" in reader
    assert "Extra Plates" in crawler
    assert ("Battery" in gun, "Battery" in captain) == (True, False)


@pytest.mark.rule("2E-R-ARMY-03")
def test_only_who_may_command_is_offered_the_command(client: FlaskClient) -> None:
    captain, reader, crawler = opened_units(client, "rampart-captain", "storm-reader", "bastion-crawler")
    assert [">Army commander" in page for page in (captain, reader, crawler)] == [True, False, False]


@pytest.mark.rule("2E-R-SETUP-07")
def test_only_the_commander_shows_the_strategy_rating_of_the_army(client: FlaskClient) -> None:
    """Other units have the rating of their catalogue, which counts only where no commander has one of its own."""
    captain, crawler = opened_units(client, "rampart-captain", "bastion-crawler")
    assert "Strategy Rating</dt><dd>4</dd>" in captain
    assert "Tracks</td>" in crawler
    assert "Strategy Rating</dt>" not in crawler


def test_the_guns_of_a_vehicle_say_where_they_stand(client: FlaskClient) -> None:
    (crawler,) = opened_units(client, "bastion-crawler")
    said = "Bastion gun (Turret, 360°), Arc gun (Sponson, 180° left), Twin chatter gun (Hull, 90°)"
    assert f"<dt>Guns</dt><dd>{said}</dd>" in crawler
    datasheet = client.get("/datasheets/rampart-column/bastion-crawler").get_data(as_text=True)
    assert said in datasheet


@pytest.mark.parametrize(("roster", "headed"), [("saltmarch-host", False), ("rustwater-convoy", False), ("undertow", True)])
def test_games_without_roles_have_no_heading_that_says_other(client: FlaskClient, roster: str, headed: bool) -> None:
    page = client.get(f"/rosters/{roster}").get_data(as_text=True)
    assert "Other</h3>" not in page
    assert "<h3>Other" not in page
    assert ("Broods</h3>" in page) is headed


def test_a_vehicle_of_2nd_edition_shows_speeds_crew_and_armour_at_a_glance() -> None:
    game, closure = system("wh40k-2e"), BUNDLED.closure("rampart-column")
    offers = {each.id: each for _, group in offers_of(closure.roots(), closure, game) for each in group}
    assert statline_of(offers["kestrel"], closure, game) == ()
    found = vehicle_summary(offers["kestrel"], closure, game)
    assert found is not None
    assert (found.rates, found.crew, found.armour) == ("10″ / 20″ / 30″", 2, (10, 12))
    assert vehicle_summary(offers["rampart-guard"], closure, game) is None


def test_a_weapon_that_may_be_chosen_says_that_it_jams_and_not_that_it_is_no_flamer(client: FlaskClient) -> None:
    (page,) = opened_units(client, "rampart-captain")
    assert "<i>Jams</i> yes" in page
    assert "<i>Fire</i>" not in page
