"""Imported units among the datasheets, and rosters of them."""

from __future__ import annotations

import io
from collections.abc import Callable
from html import escape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from builder.api.current import KEY
from builder.importing.archives import Named
from tests.importing.data import NINTH, SMALL, WADER, catalogue, game_system, option, unit, zip_files
from tests.web.pages import Page
from tests.web.test_crawl import check
from tests.web.test_rosters import add, address

At = Callable[[str], Page]


@pytest.fixture(autouse=True)
def import_game_data(app: Flask) -> None:
    ninth = {
        "9.gst": game_system(id=NINTH, name="Warhammer 40,000 9th Edition"),
        "9.cat": catalogue(WADER, id="rushes", name="Rushes", system=NINTH),
    }
    app.extensions[KEY].imports.load(files=[Named(name, data) for name, data in {**SMALL, **ninth}.items()])


def test_an_imported_unit_is_found_and_shown(at: At) -> None:
    found = at("/datasheets?text=spear&catalogue=rushes")
    assert "Wader" in found.text
    card = found.follow("Wader")
    check("datasheet", card)
    assert "From Rushes, revision 1, for Warhammer 40,000 9th Edition" in card.text
    assert "May be chosen Spear Net" in card.text
    assert "no army rules" not in card.text


def test_of_an_unknown_game_only_the_data_are_checked(at: At) -> None:
    card = at("/datasheets?catalogue=reed&text=wader").follow("Wader")
    assert "Muster has no army rules for this game" in card.text
    assert "Saltmarsh" in card.text


@pytest.mark.parametrize("name", ["Wars of the Salt", "S" * 180, "<x>&\u200b" + "Ö" * 5])
def test_an_unknown_game_is_called_as_its_data_call_it(at: At, app: Flask, name: str) -> None:
    system, id = f"game-{len(name)}", f"book-{len(name)}"
    data = {"g.gst": game_system(id=system, name=escape(name)), "b.cat": catalogue(WADER, id=id, name="Book", system=system)}
    app.extensions[KEY].imports.load(files=[Named(file, content) for file, content in data.items()])
    roster = add(at("/").press("Create", name="Salted", army=f"{system}/{id}"), "wader")
    shown = name.replace("\u200b", "")[:60]
    pages = (f"{address(roster)}/share", f"/?system={system}", f"/collection?system={system}")
    for page in (roster, *map(at, pages)):
        check("page", page)
        assert system not in page.text
        assert shown in page.text.replace("\u200b", "")
    assert at(f"{address(roster)}/sheet.pdf").status == 200
    two = at(f"/matchup?a={address(roster).rpartition('/')[2]}&b=sunward-host")
    assert "two systems" in two.text
    assert system not in two.text


def test_a_force_of_another_name_says_which_catalogue_it_is_of(at: At) -> None:
    page = at("/").press("Create", name="Two", army="wh40k-9e/rushes")
    assert "Host Rushes, 0 units" in page.text, "its one kind gives it a name"
    named = page.press("Save", within='"f1"', **{'{"op":"rename","subject":"f1"}': "Battalion"})
    assert "Battalion Rushes, 0 units" in named.text


def test_what_only_the_data_ask_for_is_said_in_words_and_stands_where_it_leads(at: At, app: Flask) -> None:
    limit = '<constraint id="least" field="selections" scope="parent" value="1" type="min" shared="true"/>'
    arms = (
        '<selectionEntryGroups><selectionEntryGroup id="arms" name="Arms" hidden="false">'
        f"<constraints>{limit}</constraints><selectionEntries>{option('spear', 'Spear')}{option('net', 'Net')}"
        "</selectionEntries></selectionEntryGroup></selectionEntryGroups>"
    )
    data = {"s.gst": game_system(), "a.cat": catalogue(unit("armed", "Armed", inside=arms), id="arms", name="Arms")}
    app.extensions[KEY].imports.load(files=[Named(name, content) for name, content in data.items()])
    page = add(at("/").press("Create", name="Arms", army="salt/arms"), "armed")
    assert "at least 1 of Arms must be chosen" in page.text
    assert "entry.constraint" not in page.text
    assert "says the data" in page.text
    assert any(href.endswith("open=u-s2#unit") for href, text in page.links if "at least 1 of Arms" in text)


@pytest.mark.parametrize(("army", "units"), [("salt/reed", 2), ("wh40k-9e/rushes", 1)])
def test_a_roster_of_imported_units_and_its_update(at: At, app: Flask, army: str, units: int) -> None:
    roster = add(at("/").press("Create", name="Marsh", army=army), "wader")
    check("roster", roster)
    assert "Wader" in roster.text
    system, id = (NINTH, "rushes") if units == 1 else ("salt", "reed")
    newer = unit("wader", "Wader", 8, options=[option("spear", "Spear")])
    data = catalogue(newer, id=id, revision=2, system=system)
    app.extensions[KEY].imports.load(files=[Named("newer.cat", data)])
    preview = at(address(roster)).follow("See what changes")
    check("update", preview)
    assert "Wader: PL 5 before, 8 after" in preview.text
    moved = preview.press("Take the newest version")
    assert "newer version" not in moved.text


def post_game_data(client: FlaskClient, files: dict[str, bytes], **more: str) -> Page:
    data: dict[str, Any] = {"files": [(io.BytesIO(data), name) for name, data in files.items()], **more}
    return Page(client, client.post("/game-data", data=data))


def trout(cost: float = 5, revision: int = 1) -> dict[str, bytes]:
    """A catalogue that no other test has."""
    return {"Trout.cat": catalogue(unit("carp", "Carp", cost), id="trout", system="fresh", revision=revision)}


@pytest.mark.slow
def test_game_data_are_looked_at_and_brought_in(client: FlaskClient, at: At) -> None:
    form = at("/datasheets").follow("Bring in game data")
    check("game data", form)
    files = {"Fresh.gst": game_system(id="fresh", name="Freshwater"), **trout()}
    assert "2 files are new." in post_game_data(client, {"repo.zip": zip_files(files)}, preview="yes").text
    assert "Carp" not in at("/datasheets?text=carp").text
    report = post_game_data(client, {"repo.zip": zip_files(files)})
    check("report", report)
    assert "Brought in" in report.text
    assert "Muster has no army rules for" in report.text
    assert "Carp" in at("/datasheets?text=carp").text
    add(at("/").press("Create", name="Pond", army="fresh/trout"), "carp")
    preview = post_game_data(client, trout(9, 2), preview="yes")
    check("preview", preview)
    assert "PL 5 before, 9 after" in preview.text
    assert "nothing changes" not in preview.text
    same = post_game_data(client, trout(5, 2), preview="yes")
    check("preview without changes", same)
    assert "In 1 roster nothing changes" in same.text
    assert "Pond" not in same.text
    assert "2 files are here already." in post_game_data(client, files).text
    assert "1 file is a newer revision." in post_game_data(client, trout(9, 2)).text
    assert "1 file is an older revision, kept beside the newer one." in post_game_data(client, trout()).text


@pytest.mark.parametrize(
    ("files", "more", "told"),
    [
        ({}, {}, "Choose a file, or write an address."),
        ({"a.cat": b"<catalogue"}, {}, "well-formed"),
        ({"a.zip": b"PK"}, {}, "no zip"),
        ({"<b>.exe": b"MZ"}, {}, "well-formed"),
        ({}, {"url": "http://127.0.0.1:9/x.cat"}, "private network"),
        ({}, {"url": "file:///etc/passwd"}, "https://"),
    ],
)
def test_game_data_that_cannot_be_used(
    client: FlaskClient, files: dict[str, bytes], more: dict[str, str], told: str
) -> None:
    page = post_game_data(client, files, **more)
    assert page.status == 422
    assert told in page.text
    check("game data", page)


@pytest.mark.parametrize("army", ["salt/reed", "wh40k-9e/rushes"])
def test_units_are_browsed_and_added(at: At, army: str) -> None:
    offers = at("/").press("Create", name="Marsh", army=army).follow("Browse datasheets")
    check("add", offers)
    assert "Wader" in offers.text
    assert "1 model" in offers.text
    assert offers.text.partition("Wader")[2].startswith(" 1 model 5 ")
    more = next(href for href, text in offers.links if text == "Weapons, abilities and options" and "wader" in href)
    assert "Spear" in at(more).text


def test_keywords_have_the_names_of_their_categories(at: At, app: Flask) -> None:
    named = WADER.replace('targetId="marsh"', 'name="New CategoryLink" targetId="marsh"')
    assert named != WADER
    data = catalogue(named, id="fen", name="Fen")
    app.extensions[KEY].imports.load(files=[Named("fen.cat", data)])
    offers = at("/").press("Create", name="Marsh", army="salt/fen").follow("Browse datasheets")
    assert "New CategoryLink" not in offers.text


def test_the_datasheet_of_a_roster_is_the_version_that_it_pins(at: At, app: Flask) -> None:
    def bring(revision: int, move: str, *units: str) -> None:
        data = catalogue(*(units or [unit("stilt", "Stilt", revision)]), id="weir", name="Weir", revision=revision)
        app.extensions[KEY].imports.load(files=[Named(f"{move}.cat", data)])

    def card(offers: Page) -> str:
        more = next(href for href, text in offers.links if text == "Weapons, abilities and options" and "stilt" in href)
        return at(more).text

    bring(4, "older")
    roster = at("/").press("Create", name="Weir", army="salt/weir")
    bring(7, "newer")
    offers = at(address(roster)).follow("Browse datasheets")
    assert "revision 4," in card(offers)
    moved = at(address(roster)).follow("See what changes").press("Take the newest version")
    assert "revision 7," in card(moved.follow("Browse datasheets"))
    bring(9, "without", unit("rail", "Rail"))
    assert "revision 7," in card(at(address(roster)).follow("Browse datasheets")), "it is gone since"
    catalogues = app.extensions[KEY].catalogues
    catalogues.delete("weir", catalogues.get("weir").row.version)
    gone = card(at(address(roster)).follow("Browse datasheets"))
    assert "The catalogue of this unit was deleted since" in gone
    assert "revision 7," in gone
    pin = catalogues.closure(
        "weir", app.extensions[KEY].rosters.get(address(roster).rpartition("/")[2]).roster.forces[0].pin
    )
    for query in ("", "?pin=nonsense", f"?pin={catalogues.closure('reed').digest}"):
        assert at(f"/datasheets/weir/stilt{query}").status == 404
    assert at(f"/datasheets/weir/nothing?pin={pin.digest}").status == 404


def test_an_imported_unit_is_copied_into_homebrew(at: At) -> None:
    card = at("/datasheets?text=spear&catalogue=rushes").follow("Wader")
    none = card.follow("Copy to homebrew")
    check("copy", none)
    assert "What cannot be carried over" in none.text
    assert "Bases and heights: the data have none" in none.text
    at("/homebrew").press("Create", name="My rushes", system="wh40k-9e")
    form = card.follow("Copy to homebrew")
    assert "My rushes" in form.text
    draft = form.press("Continue")
    assert draft.status == 200
    check("draft", draft)
    assert "Wader" in {control.value for control in draft.controls}


def test_units_of_games_without_rules_are_not_copied(at: At, client: FlaskClient) -> None:
    card = at("/datasheets?catalogue=reed&text=wader").follow("Wader")
    assert "Copy to homebrew" not in [text for _, text in card.links]
    assert client.get(f"{card.answer.request.path}/copy").status_code == 422


def test_a_warlord_of_the_data_has_one_control(at: At, app: Flask) -> None:
    """It is not offered once by the data and once by Muster; nor is the trait."""
    traits = "".join(option(id, name) for id, name in (("keen", "Keen"), ("grim", "Grim")))
    group = (
        '<selectionEntryGroups><selectionEntryGroup id="wt" name="Warlord Traits" hidden="false">'
        '<constraints><constraint field="selections" scope="parent" value="1" shared="true" id="wt-max" type="max"/>'
        "</constraints>"
        f"<selectionEntries>{traits}</selectionEntries></selectionEntryGroup></selectionEntryGroups>"
    )
    chief = unit("chief", "Chief", 4, inside=group, options=(option("wl", "Warlord"), option("drum", "Drum")))
    character = '<categoryLink id="chief-c" targetId="character" name="Character" hidden="false" primary="false"/>'
    chief = chief.replace("</categoryLinks>", f"{character}</categoryLinks>")
    keyword = '<categoryEntry id="character" name="Character" hidden="false"/>'
    system = game_system(id=NINTH, name="Warhammer 40,000 9th Edition").replace(
        b"</categoryEntries>", f"{keyword}</categoryEntries>".encode()
    )
    data = {"9.gst": system, "9.cat": catalogue(chief, id="chiefs", name="Chiefs", system=NINTH)}
    app.extensions[KEY].imports.load(files=[Named(name, content) for name, content in data.items()])
    page = add(at("/").press("Create", name="Led", army="wh40k-9e/chiefs"), "chief")
    assert "Drum" in page.text
    assert "Warlord −" not in page.text  # not among what can be chosen
    page = page.press("Chief as Warlord")
    assert "1 error" not in page.text
    assert "Warlord Traits" not in page.text
    trait = next(
        each for each in page.controls if "Grim" in [text for _, text in each.options] or "Grim" in str(each.options)
    )
    form = next(each for each in page.forms if trait in each.controls)
    grim = next(value for value, _ in trait.options if "Grim" in value)
    page = page.send(form, {**form.values, "operations": grim})
    document = page.client.get(f"/api/v1{address(page)}/document").get_json()
    assert [each["value"] for each in document["army"]["declarations"]] == [True, "Grim"]
    names = [each["name"] for each in document["army"]["units"][0]["origin"]["selections"]]
    assert sorted(names) == ["Grim", "Warlord"]
    page = page.press("Withdraw: Warlord")
    assert "No model is the Warlord" in page.text


def test_a_base_that_was_given_stays_after_another_import_and_comes_into_documents(at: At, app: Flask) -> None:
    services = app.extensions[KEY]
    card = at("/datasheets?text=spear&catalogue=rushes").follow("Wader")
    assert "As usual: round 32 mm, 1.5″" in card.text
    saved = card.press("Save", **{"shape:0": "oval", "length:0": "75", "width:0": "42", "height:0": "2.5"})
    check("bases", saved)
    newer = catalogue(WADER, id="rushes", name="Rushes", system=NINTH, revision=2)
    services.imports.load(files=[Named("9.cat", newer)])
    found = services.datasheets.get("rushes", services.datasheets.search(text="wader", catalogue="rushes").items[0].id)
    (row,) = found.default.army.units[0].profiles
    assert (row.base.shape, tuple(row.base.mm), row.height) == ("oval", (75, 42), 2.5)
    again = at("/datasheets?text=spear&catalogue=rushes").follow("Wader").press("Save", **{"shape:0": ""})
    assert "As usual: round 32 mm" in again.text


@pytest.mark.parametrize(
    "wanted",
    [
        {"profile": "Wader", "shape": "round", "mm": [32, 32], "height": 1},
        {"profile": "Wader", "shape": "oval", "mm": [32], "height": 1},
        {"profile": "Wader", "shape": "round", "mm": [32]},
        {"profile": "Wader", "shape": "round", "mm": [1e9], "height": 1},
        {"profile": "Nobody", "shape": "round", "mm": [32], "height": 1},
    ],
)
def test_a_base_that_cannot_be_is_refused(client: FlaskClient, wanted: dict[str, Any]) -> None:
    sheet = client.get("/api/v1/datasheets?text=wader&catalogue=rushes").get_json()["items"][0]["href"]
    answer = client.put(f"{sheet}/bases", json={"items": [wanted]})
    assert (answer.status_code, len(answer.get_json()["problems"])) == (422, 1)
    assert not client.get(f"{sheet}/bases").get_json()["items"][0]["given"]
