"""Lists of other programs that are uploaded, and a roster's files for other programs."""

from __future__ import annotations

import io

import pytest
from flask.testing import FlaskClient

from builder.api.current import services
from builder.importing.archives import Named
from tests.placing.world import CATALOGUE, EVENT, ROS, SYSTEM
from tests.web.pages import Page, visit
from tests.web.test_crawl import check


def upload(client: FlaskClient, content: bytes, name: str = "list.ros") -> Page:
    return Page(client, client.post("/lists", data={"list": (io.BytesIO(content), name)}, follow_redirects=True))


@pytest.fixture
def catalogue(client: FlaskClient) -> None:
    with client.application.app_context():
        services().imports.load(files=[Named("tin.gst", SYSTEM), Named("tin.cat", CATALOGUE)])


@pytest.mark.usefixtures("catalogue")
def test_a_list_comes_in_with_a_report(client: FlaskClient) -> None:
    text = EVENT.replace("Cannon", "Ray of ruin").replace("+ Player", "TR one\n+ Player")
    page = upload(client, text.encode(), "<b>.txt")
    check("lists", page)
    assert "Tin Host (event text)" in page.text
    assert "9 of 10 selections placed" in page.text
    assert 'Not placed, kept and marked: "Ray of ruin" (Guard Squad)' in page.text
    assert "Line 2 was not understood: TR one" in page.text
    (href,) = [href for href, name in page.links if name == "Open the roster"]
    roster = visit(client, href)
    assert "Ray of ruin" in roster.text
    assert "Guard Squad" in roster.text


@pytest.mark.usefixtures("catalogue")
def test_a_roster_goes_out_as_every_file(client: FlaskClient) -> None:
    upload(client, ROS.encode())
    with client.application.app_context():
        id = services().rosters.page(text="First Host").items[0].id
    page = visit(client, f"/rosters/{id}/share")
    check("share", page)
    assert "1 cost limit, 1 note" in page.text
    for format, start in (("ros", b"<?xml"), ("rosz", b"PK"), ("newrecruit-json", b"{"), ("text", b"+++")):
        answer = client.get(f"/rosters/{id}/files/{format}")
        assert answer.data.startswith(start)
        assert "First Host" in answer.headers["Content-Disposition"]
    assert client.get(f"/rosters/{id}/files/pdf").status_code == 404


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "Choose a"),
        (b"hello", "no list that is known here"),
        (ROS.replace("Metal - Tin Host", "Copper").replace('"tin"', '"cu"').encode(), 'The catalogue "Copper" (revision 7)'),
    ],
)
def test_other_files_are_refused_with_the_form(client: FlaskClient, content: bytes, sentence: str) -> None:
    page = upload(client, content)
    assert page.status == 422
    assert sentence in page.text
    check("lists", page)
