"""The page at the table: cards as on paper, the opponent's beside, odds, and what others see of it by a link."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape

import pytest
from flask.testing import FlaskClient

from builder.services.assembly import Services
from builder.web.tabletop import views
from builder.web.tabletop.cards import Card, Tabletop, tabletop_of
from datasheets.words import languages
from exports.document import RosterDocument
from tests.attack.ninth import odds
from tests.exports.armies import golden, missiles
from tests.web.pages import Page, visit
from tests.web.test_crawl import check

ADDRESS = "/rosters/sunward-host/table?against=gloam-court"
ELSEWHERE = {"Host": "muster.example"}


def card(side: Tabletop, name: str) -> Card:
    return next(each for each in side.cards if each.name == name or each.of == name)


def odds_address(page: Page, card: str) -> str:
    """Where the page finds the odds of a card by its id."""
    held = next(attributes["data-odds"] for _, attributes in page.tags if "data-odds" in attributes)
    return unescape(held).replace("{card}", card)


def wounds_in(document: RosterDocument) -> int:
    """The wounds of all models, straight from a document."""
    found = 0
    for unit in document.army.fielded:
        profiles = {profile.id: profile.characteristics for profile in unit.profiles}
        found += sum(group.number * int(profiles[group.profile]["W"]) for group in unit.models)
    return found


@pytest.mark.parametrize("name", ["sunward-host", "gloam-court"])
def test_every_wound_of_the_army_can_be_counted(name: str) -> None:
    side = tabletop_of(golden(name), "a", "en")
    assert sum(strip.most for each in side.cards for strip in each.strips) == wounds_in(golden(name))
    ids = [strip.id for each in side.cards for strip in each.strips]
    assert len(set(ids)) == len(ids)


@pytest.mark.slow
def test_an_army_with_another_name_counts_on_and_one_with_other_units_begins_anew(
    client: FlaskClient, services: Services
) -> None:
    def digest() -> str:
        page = visit(client, "/rosters/sunward-host/table")
        return next(attributes["data-digest"] for _, attributes in page.tags if "data-digest" in attributes)

    def edit(**operation: str) -> None:
        row = services.rosters.get("sunward-host").row
        services.rosters.apply(row.id, row.version, [operation])

    first = digest()
    edit(op="rename", name="Another name")
    assert digest() == first
    edit(op="remove", selection="s2")
    assert digest() != first


def test_the_figures_of_each_band_are_those_of_the_damage_table() -> None:
    colossus = card(tabletop_of(golden("gloam-court"), "b", "en"), "Barrow Colossus")
    (bands,) = colossus.bands
    assert bands.strip == colossus.strips[0].id
    lines = [dict(zip(bands.heads, line.values, strict=True)) for line in bands.lines]
    statline = colossus.statlines[0]
    figures = dict(zip(statline.heads, statline.rows[0].figures, strict=True))
    for key in bands.heads:
        assert list(figures[key].bands) == [line[key] for line in lines]
    melee = next(table for table in colossus.weapons if table.phase == "fight")
    to_hit = melee.rows[0].figures[melee.heads.index("Hit")]
    wanted = [f"{int(line['WS'][0]) + 1}+ ({line['WS']})" for line in lines]
    assert list(to_hit.bands) == wanted, "what is rolled to hit goes down with the model, and by 1 for the weapon"


@pytest.mark.parametrize(("units", "models"), [(3, 2), (1, 8), (7, 1)])
def test_each_of_several_units_has_boxes_of_its_own_to_tap(units: int, models: int) -> None:
    (card,) = tabletop_of(missiles(units, models), "a", "en").cards
    marks = [*"abcdefg"[:units]] if units > 1 else [""]
    (ability,), (row,) = card.abilities, card.weapons[0].rows
    assert [(each.mark, len(each.ids)) for each in ability.ticks] == [(mark, 1) for mark in marks]
    assert [(each.mark, len(each.ids)) for each in row.ticks] == [(mark, models) for mark in marks]
    ids = [id for each in (*ability.ticks, *row.ticks) for id in each.ids]
    assert len(ids) == len(set(ids))
    assert [bool(row.tick) for _, _, rows in tabletop_of(missiles(units, models), "a", "en").reminders for row in rows] == [
        units == 1
    ], "a reminder ticks the box of the only unit that it is about"


def test_weapons_belong_to_their_phase_and_reminders_to_their_box() -> None:
    side = tabletop_of(golden("sunward-host"), "a", "en")
    assert [phase for phase, _, _ in side.phases][-3:] == ["charge", "fight", "morale"]
    for each in side.cards:
        titles = {table.title: table.phase for table in each.weapons}
        assert set(titles.items()) <= {("Ranged", "shoot"), ("Melee", "fight")}
    boxes = {id for each in side.cards for ability in each.abilities for ticks in ability.ticks for id in ticks.ids}
    assert {row.tick for _, _, rows in side.reminders for row in rows if row.tick} <= boxes


@pytest.mark.parametrize("language", languages())
def test_the_page_is_there_in_every_language(client: FlaskClient, language: str) -> None:
    page = Page(client, client.get(ADDRESS, headers={"Accept-Language": language}))
    assert page.status == 200
    assert dict(page.tags)["html"]["lang"] == language
    words = next(attributes["data-words"] for _, attributes in page.tags if "data-words" in attributes)
    assert all(json.loads(unescape(words)).values())


@pytest.mark.slow
def test_both_armies_are_read_without_scripts(at: Callable[[str], Page], services: Services) -> None:
    page = at(ADDRESS)
    for name in ("sunward-host", "gloam-court"):
        for unit in services.documents.of(name).army.fielded:
            assert unit.name in page.text
    alone = at("/rosters/sunward-host/table")
    assert "Gloam Guard" not in alone.text
    beside = alone.press("Put it beside", **{"with": "gloam-court"})
    assert "Gloam Guard" in beside.text


@pytest.mark.slow
def test_of_two_large_armies_each_is_read_on_a_page_of_its_own(
    at: Callable[[str], Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "MOST_CARDS", 17)  # there are 18
    page = at(ADDRESS)
    check("table", page)
    assert "Host Guard" in page.text
    assert "Gloam Guard" not in page.text
    theirs = page.follow("9 cards of Gloam Court")
    check("their table", theirs)
    assert "Gloam Guard" in theirs.text
    assert "Host Guard" in theirs.follow("9 cards of Sunward Host").text


@pytest.mark.slow
def test_odds_are_those_of_the_resolver(at: Callable[[str], Page], client: FlaskClient, services: Services) -> None:
    page = at(ADDRESS)
    documents = [services.documents.of(name) for name in ("sunward-host", "gloam-court")]
    sides = [tabletop_of(document, side, "en") for document, side in zip(documents, "ab", strict=True)]
    shooter = card(sides[0], "Host Guard")
    rows = client.get(odds_address(page, shooter.id)).get_json()
    assert set(rows) == {str(each.number) for each in sides[1].cards}
    names = {each.name: each for each in documents[1].army.fielded}
    target = next(each for each in sides[1].cards if (each.of or each.name) == "Gloam Guard")
    attacker = next(unit for unit in documents[0].army.fielded if unit.name == "Host Guard")
    wanted = odds(attacker, names["Gloam Guard"], fighting=False)
    assert rows[str(target.number)]["shoot"]["damage"] == pytest.approx(wanted.expected["damage"], abs=0.001)
    assert rows[str(target.number)]["shoot"]["one"] == pytest.approx(1 - wanted.kills[0], abs=0.001)


@pytest.mark.parametrize(
    "address", ["odds/a99?against=gloam-court", "odds/c1?against=gloam-court", "odds/a1", "odds/a?against=x"]
)
def test_odds_of_what_is_not_there_are_refused(client: FlaskClient, address: str) -> None:
    assert client.get(f"/rosters/sunward-host/table/{address}").status_code == 404


def test_an_opponent_that_is_not_there_is_said(at: Callable[[str], Page]) -> None:
    page = at("/rosters/sunward-host/table?against=nobody")
    assert page.status == 200
    assert "alert" in [attributes.get("role") for _, attributes in page.tags]


@pytest.mark.slow
def test_a_link_opens_the_table_from_elsewhere_and_no_roster_beside_it(client: FlaskClient, services: Services) -> None:
    mine, theirs = (services.links.make(name).token for name in ("sunward-host", "gloam-court"))
    page = Page(client, client.get(f"/read/{mine}/table?against=/read/{theirs}", headers=ELSEWHERE))
    assert page.status == 200
    assert "Gloam Guard" in page.text
    assert page.answer.headers["Referrer-Policy"] == "no-referrer"
    address = odds_address(page, "b3")
    assert client.get(address, headers=ELSEWHERE).status_code == 200
    assert client.get("/table-worker.js", headers=ELSEWHERE).status_code == 200
    closed = client.get(f"/read/{mine}/table?against=gloam-court", headers=ELSEWHERE)
    assert "Gloam Guard" not in closed.get_data(as_text=True), "a roster's name opens nothing from elsewhere"
    assert client.get("/rosters/sunward-host/table", headers=ELSEWHERE).status_code == 403


def test_the_note_of_a_weapon_has_the_width_of_its_table(client: FlaskClient) -> None:
    said = client.get("/rosters/gloam-court/table").get_data(as_text=True)
    notes = re.findall(r'<tr class="note"><td colspan="(\d+)">', said)
    assert notes
    assert min(map(int, notes)) > 5


def test_the_worker_serves_pages_below_the_root_and_is_no_page_of_others(client: FlaskClient) -> None:
    answer = client.get("/table-worker.js")
    assert answer.mimetype in ("text/javascript", "application/javascript")
    assert not re.search(r"https?://", answer.get_data(as_text=True))


@pytest.mark.slow
def test_every_bundled_army_has_its_cards(services: Services) -> None:
    systems = set()
    for row in services.rosters.page(archived=False, limit=200).items:
        document = services.documents.of(row.id)
        side = tabletop_of(document, "a", "de")
        assert sum(each.count for each in side.cards) == len(document.army.fielded)
        systems.add(side.system)
    assert len(systems) >= 4


def test_a_save_against_blasts_says_what_its_sign_means(services: Services) -> None:
    side = tabletop_of(services.documents.of("rampart-column"), "a", "en")
    said = {name: card(side, name).lines for name in ("Standard Bearer", "Rampart Captain")}
    assert ("†", "against blasts and flames") in said["Standard Bearer"]
    assert "†" not in [title for title, _ in said["Rampart Captain"]]
