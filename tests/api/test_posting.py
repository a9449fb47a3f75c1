"""A roster as texts to post, over the API."""

import pytest
from flask.testing import FlaskClient

from exports.document import document_from
from exports.text import POSTED, post_texts, text_of
from tests.api.rosters import squad


@pytest.mark.parametrize("style", POSTED)
def test_a_roster_is_a_text_to_post(client: FlaskClient, style: str) -> None:
    roster = squad(client, "Sunward Host")
    answer = client.get(f"{roster['href']}/export.{style}")
    assert (answer.status_code, answer.mimetype) == (200, "text/plain")
    document = document_from(client.get(roster["href"] + "/document").get_json())
    assert answer.text == text_of(post_texts(document, style))
    assert client.get(f"/api/v1/rosters/nobody/export.{style}").status_code == 404


def test_there_is_no_other_style(client: FlaskClient) -> None:
    roster = squad(client, "Sunward Host")
    assert client.get(roster["href"] + "/export.fax").status_code == 404
