"""Where a request says it comes from, and as what."""

from __future__ import annotations

from tests.misuse.town import Town
from tests.people import HTTPS, ORIGIN, PASSWORD


def forges_where_it_comes_from(town: Town) -> None:
    """Limits count addresses; a header that says another one is believed of proxies alone, and there are none here."""
    browser, codes = town.club.browser(), []
    for number in range(22):
        forged = {**ORIGIN, "X-Forwarded-For": f"10.0.0.{number}", "Forwarded": f"for=10.0.0.{number}"}
        codes.append(browser.post("/sign-in", {"name": "Bo", "password": "wrong"}, forged).status_code)
    assert codes[-1] == 429


def pretends_to_sit_at_the_machine(town: Town) -> None:
    """With accounts nobody owns anything because of where they sit: not with the name, not with the address of loopback."""
    client = town.club.app.test_client()
    for headers in ({}, {"X-Forwarded-For": "127.0.0.1"}, {"X-Real-IP": "::1"}, {"Forwarded": "for=localhost"}):
        for path in ("/api/v1/rosters", "/api/v1/catalogues", "/api/v1/openapi.json"):
            assert client.get(path, base_url="http://localhost", headers=headers).status_code == 401
    assert client.get("/", base_url="http://localhost").status_code == 303


def comes_under_another_name(town: Town) -> None:
    """A page of a name that points here (DNS rebinding) is answered nothing, whatever it knows."""
    for host in ("evil.example", "muster.example.evil.example", "muster.example@evil.example", "localhost.evil.example"):
        answer = town.club.app.test_client().get("/api/v1/rosters", headers={"Host": host, **town.bos})
        assert answer.status_code in (400, 403), host


def lets_a_forged_name_into_links(town: Town) -> None:
    answer = town.club.app.test_client().post(
        "/sign-in", data={"name": "x"}, headers={"Host": "evil.example", "X-Forwarded-Host": "evil.example"}
    )
    assert answer.status_code == 403
    shown = town.ada.client.post(
        f"/people/{town.ids['Bo']}/reset", base_url=HTTPS, headers={**ORIGIN, "X-Forwarded-Host": "evil.example"}
    )
    assert ("evil.example" in shown.text, "/join/" in shown.text) == (False, True)


def is_sent_elsewhere_after_signing_in(town: Town) -> None:
    for back in (
        "https://evil.example",
        "//evil.example",
        "/\\evil.example",
        "javascript:alert(1)",
        "/\r\nX: y",
        "\t//evil",
    ):
        answer = town.club.browser().post("/sign-in", {"name": "Bo", "password": PASSWORD, "back": back})
        assert (answer.status_code, answer.location) == (303, "/"), back
