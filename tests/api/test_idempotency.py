"""Who makes something and gets no answer asks again with the same key: it is made once."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from builder.api.idempotency import MAKES
from builder.services import given_answers
from builder.services.assembly import Services

ROSTERS = "/api/v1/rosters"
KEY = {"Idempotency-Key": "3f0c2f6e-once"}
BODY = {"system": "wh40k-9e", "name": "Made once"}


def names(client: FlaskClient) -> list[str]:
    return [row["name"] for row in client.get(f"{ROSTERS}?limit=200").get_json()["items"]]


def test_the_same_request_again_gets_the_same_answer_and_makes_nothing(client: FlaskClient) -> None:
    first, again = (client.post(ROSTERS, json=BODY, headers=KEY) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.data == first.data
    assert [again.headers[name] for name in ("ETag", "Location")] == [first.headers[name] for name in ("ETag", "Location")]
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"
    assert names(client).count("Made once") == 1
    client.post(ROSTERS, json=BODY)
    assert names(client).count("Made once") == 2, "without a key each request makes one"


def test_a_key_belongs_to_one_request(client: FlaskClient) -> None:
    client.post(ROSTERS, json=BODY, headers=KEY)
    other = client.post(ROSTERS, json=BODY | {"name": "Another"}, headers=KEY)
    assert other.status_code == 422
    assert other.get_json()["problems"][0]["path"] == "Idempotency-Key"
    assert "Another" not in names(client)
    copied = client.post(f"{ROSTERS}/sunward-host/copies", json={"name": "Copy"}, headers=KEY)
    assert copied.status_code == 422


@pytest.mark.parametrize("key", ["", "short", "with a blank in it", "x" * 201])
def test_a_key_of_another_shape_is_refused(client: FlaskClient, key: str) -> None:
    assert client.post(ROSTERS, json=BODY, headers={"Idempotency-Key": key}).status_code == 422
    assert "Made once" not in names(client)


def test_what_made_nothing_may_come_again(client: FlaskClient) -> None:
    wrong = client.post(ROSTERS, json=BODY | {"system": "chess"}, headers=KEY)
    assert wrong.status_code == 422
    assert client.post(ROSTERS, json=BODY, headers=KEY).status_code == 201


def test_while_the_first_is_worked_on_the_second_waits_and_a_dead_one_makes_way(
    client: FlaskClient, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    digests: list[str] = []
    begin = services.given_answers.begin

    def note(key: str, request: str) -> Any:
        digests.append(request)
        return begin(key, request)

    monkeypatch.setattr(services.given_answers, "begin", note)
    client.post(ROSTERS, json=BODY, headers={"Idempotency-Key": "to-learn-the-digest"})
    services.given_answers.begin(KEY["Idempotency-Key"], digests[0])
    answer = client.post(ROSTERS, json=BODY, headers=KEY)
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "1"
    monkeypatch.setattr(given_answers, "GIVEN_UP", -1)
    assert client.post(ROSTERS, json=BODY, headers=KEY).status_code == 201


def test_no_token_is_kept(client: FlaskClient, services: Services) -> None:
    path = f"{ROSTERS}/sunward-host/links"
    made = client.post(path, json={}, headers=KEY)
    assert made.status_code == 201
    assert made.get_json()["token"]
    again = client.post(path, json={}, headers=KEY)
    assert again.status_code == 409
    assert path in again.get_json()["detail"]
    assert len(client.get(path).get_json()["items"]) == 1
    with services.store.reading() as db:
        kept = repr(list(db.query("select * from given_answers")))
    assert made.get_json()["token"] not in kept
    assert KEY["Idempotency-Key"] not in kept


def test_after_a_day_a_key_is_new(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    client.post(ROSTERS, json=BODY, headers=KEY)
    monkeypatch.setattr(given_answers, "DAY", -10)
    assert "Idempotency-Replayed" not in client.post(ROSTERS, json=BODY, headers=KEY).headers


def test_each_operation_that_takes_a_key_is_one_and_says_so(client: FlaskClient) -> None:
    paths = client.get("/api/v1/openapi.json").get_json()["paths"]
    taking = {
        f"{method.upper()} {path.removeprefix('/api/v1')}"
        for path, operations in paths.items()
        for method, operation in operations.items()
        if method != "parameters" and any(each.get("name") == "Idempotency-Key" for each in operation.get("parameters", ()))
    }
    assert taking == set(MAKES)
