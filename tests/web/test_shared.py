"""Rosters in links, opened on another server: verified where the data are the same, shown and marked where they are not."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from builder.api.current import services
from builder.importing.archives import Named
from exports.document import RosterDocument
from exports.link import fragment
from tests.exports.armies import army, change_value
from tests.exports.armies import unit as of_hand
from tests.exports.test_link import DIGEST, pack_link
from tests.importing.data import catalogue, game_system, unit
from tests.placing.world import CATALOGUE, ROS, SYSTEM
from tests.web.pages import Page, visit
from tests.web.test_crawl import check


def document(app: Flask, id: str = "sunward-host") -> RosterDocument:
    with app.app_context():
        found: RosterDocument = services().documents.of(id)
        return found


def open_link(app: Flask, link: str) -> Page:
    page = visit(app.test_client(), "/shared").press("Open", link=link)
    check("shared", page)
    return page


def test_a_link_is_verified_where_the_same_data_are(app: Flask, other_app: Flask) -> None:
    whole = document(app)
    page = open_link(other_app, f"http://127.0.0.1:8000/shared#{fragment(whole)}")
    assert f"rules included, this roster comes to its check code, {whole.check_code}" in page.text
    assert whole.check_code in page.text
    for one in whole.army.units:
        assert (one.title or one.name) in page.text
    for rule in {rule.text for one in whole.army.units for rule in one.abilities if rule.text}:
        assert " ".join(rule.split()) in page.text, "rules are put back"


@pytest.mark.slow
def test_a_copy_is_a_roster_of_ones_own_with_the_same_code(app: Flask, other_app: Flask) -> None:
    with other_app.app_context():
        found = services().rosters.get("sunward-host").row
        services().rosters.delete(found.id, found.version)
    page = open_link(other_app, fragment(document(app))).press("Keep a copy")
    id = page.answer.request.path.rpartition("/")[2]
    assert id != "sunward-host"
    assert document(other_app, id).digest == document(app).digest


def test_nothing_is_kept_before_it_is_wanted(app: Flask, other_app: Flask) -> None:
    with other_app.app_context():
        before = len(services().rosters.page(limit=200).items)
    open_link(other_app, fragment(document(app)))
    with other_app.app_context():
        assert len(services().rosters.page(limit=200).items) == before


def test_a_roster_of_data_that_are_not_here_is_shown_as_the_link_says(app: Flask, other_app: Flask) -> None:
    with app.app_context():
        services().imports.load(files=[Named("tin.gst", SYSTEM), Named("tin.cat", CATALOGUE)])
        (made,) = services().imports.load(lists=[Named("first.ros", ROS.encode())]).lists
    whole = document(app, made.roster)
    page = open_link(other_app, fragment(whole))
    assert "could not be verified: the data that the roster was made with are not here" in page.text
    assert "Patrol Detachment" in page.text, "it names the force"
    assert "findings of Muster 0.1.0" in page.text
    assert "Old Ferro" in page.text
    assert "Great axe" in page.text
    kept = page.press("Keep a copy")
    assert "Old Ferro" in kept.text
    assert "catalogue" in kept.text


def test_a_roster_of_another_revision_is_not_called_verified(app: Flask, other_app: Flask) -> None:
    new = CATALOGUE.replace(b'revision="7"', b'revision="8"').replace(
        b'id="captain" name="Captain"', b'id="captain" name="Chief"'
    )
    with app.app_context():
        services().imports.load(files=[Named("tin.gst", SYSTEM), Named("tin.cat", CATALOGUE)])
        (made,) = services().imports.load(lists=[Named("first.ros", ROS.encode())]).lists
    with other_app.app_context():
        services().imports.load(files=[Named("tin.gst", SYSTEM), Named("tin.cat", new)])
    page = open_link(other_app, fragment(document(app, made.roster)))
    assert "not here in that version" in page.text
    assert "Captain" in page.text


@pytest.mark.slow
def test_figures_that_were_altered_have_no_effect_and_choices_that_were_are_noticed(app: Flask) -> None:
    whole = document(app)
    told = {"schema": "muster.link/1", "digest": whole.digest}
    figure = change_value(whole.data, "/army/units/0/name", "Cheap Marshal")
    page = open_link(app, pack_link({**told, "document": figure}))
    assert "Verified" in page.text
    assert "Cheap Marshal" not in page.text, "what is shown was worked out here"
    choice = change_value(whole.data, "/army/units/0/origin/title", "Cheap Marshal")
    page = open_link(app, pack_link({**told, "document": choice}))
    assert "its choices do not come to what it says" in page.text
    assert "Verified" not in page.text
    assert "title" in page.text, "it says what differs"


def test_a_code_that_somebody_wrote_into_a_link_is_not_believed(app: Flask) -> None:
    data = document(app).data
    page = open_link(app, pack_link({"schema": "muster.link/1", "digest": DIGEST, "document": data}))
    assert "could not be verified" in page.text
    assert "Verified" not in page.text


def test_a_link_that_calls_an_illegal_army_legal_is_found_out(app: Flask, at: object) -> None:
    client = app.test_client()
    roster = visit(client, "/").press("Create", name="Unfinished", army="wh40k-9e/gloam-court")
    roster = roster.press("Add", entry="3 gloam-guard")
    whole = document(app, roster.answer.request.path.rpartition("/")[2])
    assert not whole.judgement.legal
    claimed = {**whole.data, "judgement": {"muster": "0.1.0", "legal": True, "findings": []}}
    page = open_link(app, pack_link({"schema": "muster.link/1", "digest": whole.digest, "document": claimed}))
    assert "Verified" in page.text, "the army is what it was"
    assert "Not legal" in page.text


def hostile(text: str) -> RosterDocument:
    return army(of_hand("u1", name=text, title=text, note=text), name=text, note=text)


def test_names_in_a_link_are_nothing_but_text(client: FlaskClient) -> None:
    page = open_link(client.application, fragment(hostile("<script>alert(1)</script><img src=x onerror=alert(1)>")))
    assert "<script>alert(1)</script>" in page.text
    assert not [tag for tag, _ in page.tags if tag == "img"]


@pytest.mark.parametrize(
    "link", ["", "hello", "x" * 70_000, pack_link(b" " * 20_000_000), pack_link(b"[]"), "\0", "#" * 50_000]
)
def test_what_is_no_link_is_refused_with_the_form(client: FlaskClient, link: str) -> None:
    page = visit(client, "/shared").press("Open", link=link)
    assert page.status == 422
    check("shared", page)
    assert "Open a shared roster" in page.text


def test_a_link_whose_selections_repeat_is_refused(client: FlaskClient) -> None:
    data = document(client.application).data
    twice = change_value(data, "/army/units/1/origin", data["army"]["units"][0]["origin"])
    page = visit(client, "/shared").press(
        "Open", link=pack_link({"schema": "muster.link/1", "digest": DIGEST, "document": twice})
    )
    assert page.status == 422


def test_more_than_a_form_takes_is_refused(client: FlaskClient) -> None:
    assert client.post("/shared", data={"link": "x" * 1_200_000}).status_code == 413


def test_a_page_of_another_site_cannot_keep_anything(client: FlaskClient) -> None:
    data = {"link": fragment(document(client.application)), "do": "keep"}
    assert client.post("/shared", data=data, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403


def test_imported_units_are_verified_with_their_data(app: Flask, other_app: Flask) -> None:
    files = [
        Named("tide.gst", game_system(id="tide-pools")),
        Named("kelp.cat", catalogue(unit("wader", "Wader"), id="kelp", system="tide-pools")),
    ]
    for each in (app, other_app):
        with each.app_context():
            services().imports.load(files=files)
    with app.app_context():
        made = services().rosters.create("tide-pools", "Kelp", [{"op": "add-force", "catalogue": "kelp"}])
        made = services().rosters.apply(made.row.id, made.row.version, [{"op": "add-unit", "force": "f1", "entry": "wader"}])
    assert "Verified" in open_link(other_app, fragment(document(app, made.row.id))).text
