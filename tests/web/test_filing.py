"""Order among rosters, versions with names, and any two armies compared, in the browser's way."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from builder.web import compare
from tests.web.pages import Page
from tests.web.test_crawl import check
from tests.web.test_rosters import add, address, open_unit, units

At = Callable[[str], Page]


def file(page: Page, **fields: str) -> Page:
    form, _ = page.form("Save", within="'tags'")
    values = {name: value for name, value in form.values.items() if name not in ("archived", "locked")}
    return page.send(form, values | fields)


def labels(page: Page) -> list[str]:
    return [button.label for form in page.forms for button in form.buttons]


def test_tags_find_rosters_and_what_is_put_away_is_out_of_the_way(at: At, roster: Page) -> None:
    page = file(roster, tags=" winter league,painted,, painted ")
    check("roster", page)
    assert "winter league" in page.text
    home = at("/?tag=winter+league")
    check("home", home)
    assert "Trial" in home.text
    assert "Sunward Host" not in [text for _, text in home.links]
    page = file(page, tags="winter league", archived="1")
    assert address(page) not in [href for href, _ in at("/").links]
    assert address(page) in [href for href, _ in at("/?archived=1").links]


def test_a_locked_roster_cannot_be_changed_until_it_is_unlocked(at: At, client: FlaskClient, roster: Page) -> None:
    mine = add(roster, "host-guard")
    locked = file(mine, tags="", locked="1")
    assert "This roster is locked" in locked.text
    assert ("fieldset", {"class": "plain desk", "disabled": ""}) in locked.tags
    refused = locked.press("Duplicate Host Guard")
    assert refused.status == 409
    assert "locked" in refused.text
    assert at(f"{address(roster)}/delete").press("Yes, delete").status == 409
    free = at(address(roster)).press("Unlock")
    assert len(units(free.press("Duplicate Host Guard"))) == 2


@pytest.mark.slow
def test_a_version_gets_a_name_and_is_compared_with_now(at: At, roster: Page) -> None:
    page = add(roster, "host-guard")
    history = at(f"{address(page)}/history").press("Save", within="'n': '2'", name="Before the league")
    check("history", history)
    assert "Before the league" in history.text
    guard = units(page)[0]
    page = open_unit(add(page, "dawn-marshal"), guard)
    page = page.press("One Host Guard more")
    page = page.press("Take Ember thrower") if "Take Ember thrower" in page.text else page
    compared = at(f"{address(page)}/history").follow("Compare with now")
    check("compare", compared)
    assert "Dawn Marshal added" in compared.text
    assert "Models 5 → 6" in compared.text
    assert "PR" not in compared.text
    assert "Power Rating" in compared.text or "Power Level" in compared.text


def test_any_two_rosters_are_compared(at: At) -> None:
    same = at("/compare?a=sunward-host&b=sunward-host")
    assert "No unit differs." in same.text
    other = at("/compare?a=sunward-host&b=gloam-court")
    check("compare", other)
    assert "units only in Sunward Host" in other.text
    assert "Pale Regent 1 model" in other.text
    assert at("/compare?a=none&b=gloam-court").status == 404
    assert at("/compare?a=sunward-host@99&b=gloam-court").status == 404


def test_older_rosters_than_those_offered_are_compared_by_name(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "MOST_ROSTERS", 1)
    found = at("/compare?a=sunward-host&b=gloam-court")
    assert "units only in Sunward Host" in found.text
    assert "units only in Gloam Court" in found.text
    chosen = {each["value"] for tag, each in found.tags if tag == "option" and "selected" in each}
    assert chosen == {"sunward-host", "gloam-court"}


def test_two_armies_stand_side_by_side_unit_by_unit(at: At) -> None:
    found = at("/compare?a=sunward-host&b=sunward-patrol")
    assert "units in both, but not alike" in found.text
    assert "units only in Sunward Host" in found.text
    row = found.text.partition("but not alike")[2].partition("only in")[0]
    assert "1 × Noon pistol" in row
    assert "Comet Riders" in row


def test_a_roster_says_what_is_missing_of_what_is_owned(at: At, roster: Page) -> None:
    page = add(add(roster, "host-guard", "10"), "dawn-marshal")
    lacking = page.follow("What is missing")
    check("collection", lacking)
    assert "11 models are missing." in lacking.text
    assert "You can build 0 of 2 units" in lacking.text
    lacking = lacking.press("Save", **{"own:Host Guard": "7", "own:Dawn Marshal": "2"})
    assert "3 models are missing. You can build 1 of 2 units" in lacking.text
    everything = at("/collection?system=wh40k-9e")
    check("collection", everything)
    assert "Dawn Marshal" in everything.text
    browse = at(f"{address(page)}/add?own=1")
    check("add", browse)
    assert "1 model left of yours" in browse.text
    assert "Host Guard" not in browse.text  # all of them are in the army
    assert "Dawn Marshal" not in browse.press("Add Dawn Marshal").text  # that was the last one
    everything = everything.press("Save", **{"own:Dawn Marshal": "0", "name": "sky lancer", "number": "1"})
    assert "Sky Lancer" in everything.text
    assert "Dawn Marshal" not in everything.text
    everything.press("Save", **{"own:Sky Lancer": "0", "own:Host Guard": "0"})


def test_a_collection_finds_datasheets_and_says_what_is_none(at: At) -> None:
    found = at("/collection?system=wh40k-9e&text=guards")
    check("collection", found)
    assert "Datasheets found Name Models owned Host Guard" in found.text
    found = found.press("Save", **{"own:Host Guard": "10"})
    assert "Host Guard" in at("/collection?system=wh40k-9e").text
    refused = found.press("Save", **{"name": "Hots Guard", "number": "3"})
    assert "No datasheet of this game is called “Hots Guard”" in refused.text
    assert "Datasheets found Name Models owned Host Guard" in refused.text
    assert "Hots Guard" not in at("/collection?system=wh40k-9e").text
    at("/collection?system=wh40k-9e").press("Save", **{"own:Host Guard": "0"})


def test_all_of_an_army_is_noted_as_owned_at_once(at: At, client: FlaskClient) -> None:
    """What is owned beyond what the army asks for stays."""
    client.put("/api/v1/collection/wh40k-9e", json={"owned": {"Host Guard": 15}})
    page = at("/collection?system=wh40k-9e").press("I own all of Sunward Host")
    assert "You own everything in this roster." in page.text
    owned = client.get("/api/v1/collection/wh40k-9e").get_json()["owned"]
    assert (owned["Host Guard"], owned["Vigil Scouts"]) == (15, 5)
    check("collection", at("/collection?system=wh40k-9e"))


def test_a_collection_is_counted_in_units_too(at: At, client: FlaskClient) -> None:
    """What is owned stands there as units as small as they may be; such units can be added by their number."""
    page = at("/collection?system=wh40k-9e").press("Save", name="host guard", number="2", by="units")
    assert "2 units of 5" in page.text
    assert client.get("/api/v1/collection/wh40k-9e").get_json()["owned"] == {"Host Guard": 10}
    page = page.press("Save", **{"own:Host Guard": "13", "name": "Dawn Marshal", "number": "3", "by": "units"})
    assert "2 units of 5 and 3 more models" in page.text
    assert client.get("/api/v1/collection/wh40k-9e").get_json()["owned"] == {"Host Guard": 13, "Dawn Marshal": 3}
    page = page.press("Save", **{"own:Host Guard": "4", "own:Dawn Marshal": "0"})
    check("collection", page)
    assert "5 in a unit" in page.text
    page.press("Save", **{"own:Host Guard": "0"})


def test_what_is_owned_of_another_name_is_marked(at: At, client: FlaskClient) -> None:
    client.put("/api/v1/collection/wh40k-9e", json={"owned": {"Gaurd": 3}})
    assert "Gaurd no datasheet" in at("/collection?system=wh40k-9e").text
    client.put("/api/v1/collection/wh40k-9e", json={"owned": {"Gaurd": 0}})


def test_the_picker_shows_only_what_can_be_built(at: At, client: FlaskClient, roster: Page) -> None:
    client.put("/api/v1/collection/wh40k-9e", json={"owned": {"Dawn Marshal": 1, "Host Guard": 4}})
    own = at(address(roster)).follow("Only what I can build")
    check("roster", own)
    assert "Add Dawn Marshal" in labels(own)
    assert "Add Host Guard" not in labels(own)  # five is the smallest unit
    after = own.press("Add Dawn Marshal")
    assert "Everything, owned or not" in after.text
    assert "Add Dawn Marshal" not in labels(after)
    client.put("/api/v1/collection/wh40k-9e", json={"owned": {"Dawn Marshal": 0, "Host Guard": 0}})
