"""The link that holds a roster, by the API and the command line."""

from __future__ import annotations

from random import Random
from string import ascii_letters

import pytest
from flask.testing import FlaskClient

from builder.services.errors import Conflict
from builder.services.sharing import link_of
from exports.document import document_from, read_document
from exports.link import MOST_LETTERS, read_link
from tests.api.rosters import squad
from tests.exports.armies import golden


def test_the_link_holds_the_roster(client: FlaskClient) -> None:
    roster = squad(client, "Afar")
    answer = client.get(f"{roster['href']}/link")
    assert answer.status_code == 200
    link = answer.get_json()
    start, _, letters = link["href"].partition("#")
    assert start == "http://localhost/shared"
    assert link["letters"] == len(letters)
    linked = read_link(link["href"])
    assert linked.document.army.name == "Afar"
    assert linked.digest == read_document(client.get(f"{roster['href']}/document").data).digest
    assert client.get("/api/v1/rosters/nobody/link").status_code == 404


def test_it_is_the_link_of_the_share_page(client: FlaskClient) -> None:
    roster = squad(client)
    assert client.get(f"{roster['href']}/link").get_json()["href"] in client.get(f"/rosters/{roster['id']}/share").text


@pytest.mark.slow
def test_no_link_is_given_out_that_programs_cut_off() -> None:
    assert link_of(golden("sunward-host"), "http://x").startswith("http://x/shared#")
    army, note = golden("sunward-host").data, "".join(Random(1).choices(ascii_letters, k=2 * MOST_LETTERS))
    with pytest.raises(Conflict, match=f"more than {MOST_LETTERS:}; send the roster document"):
        link_of(document_from({**army, "army": {**army["army"], "note": note}}), "http://x")
