"""Sessions of a browser, and other sites that would use them."""

from __future__ import annotations

import pytest

from builder.hosting.origins import KEY as ALLOWED
from builder.services.tokens import token_digest
from tests.misuse.town import HOST, Town
from tests.people import HTTPS, PASSWORD


def forges_a_session(town: Town) -> None:
    for value in ("", "1", town.ids["Bo"], "admin", "x" * 43, "' or 1=1 --", "\x00", town.bo.cookie()[:-1] + "!"):
        browser = town.club.browser()
        browser.client.set_cookie("__Host-muster", value, domain="muster.example", path="/", secure=True)
        assert browser.get("/account").status_code == 303, value


def uses_the_stored_digest_of_a_session(town: Town) -> None:
    browser = town.club.browser()
    digest = token_digest(town.bo.cookie())
    browser.client.set_cookie("__Host-muster", digest, domain="muster.example", path="/", secure=True)
    assert browser.get("/account").status_code == 303


def fixes_a_session_before_signing_in(town: Town) -> None:
    browser = town.club.browser()
    browser.client.set_cookie("__Host-muster", "f" * 43, domain="muster.example", path="/", secure=True)
    browser.sign_in("Bo")
    assert browser.cookie() not in ("", "f" * 43)
    first = browser.cookie()
    browser.sign_in("Bo")
    assert browser.cookie() != first
    old = town.club.browser()
    old.client.set_cookie("__Host-muster", first, domain="muster.example", path="/", secure=True)
    assert old.get("/account").status_code == 303


def goes_on_with_a_session_that_ended(town: Town) -> None:
    browser = town.club.browser()
    browser.sign_in("Bo")
    value = browser.cookie()
    browser.post("/sign-out")
    browser.client.set_cookie("__Host-muster", value, domain="muster.example", path="/", secure=True)
    assert browser.get("/account").status_code == 303


def brings_a_session_by_plain_http(town: Town) -> None:
    """A cookie that a page without TLS can set is not taken for one that only TLS can."""
    client = town.club.app.test_client()
    client.set_cookie("muster-session", town.bo.cookie(), domain="muster.example", path="/")
    assert client.get("/account", base_url=HTTPS).status_code == 303


def changes_something_from_another_site(town: Town) -> None:
    form = {"army": "wh40k-9e/core-9e"}
    for headers in (
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "https://muster.example.evil.example"},
        {"Origin": "http://muster.example"},
        {},
    ):
        for path in ("/rosters", "/account/keys", "/sign-out"):
            assert town.bo.post(path, form, headers).status_code == 403, headers
    assert town.bo.get("/account").status_code == 200


def changes_something_by_json_from_another_site(town: Town) -> None:
    """A form can send what looks like JSON, as text/plain; with the cookie, and without a preflight."""
    for headers in ({"Origin": "https://evil.example", "Content-Type": "text/plain"}, {"Content-Type": "text/plain"}):
        answer = town.bo.post("/api/v1/rosters", b'{"system": "wh40k-9e", "name": "x"}', headers)
        assert answer.status_code == 403


def uses_the_session_from_a_page_that_may_call_the_api(town: Town) -> None:
    """What MUSTER_ORIGINS names needs a key: the cookie of who looks at that page changes nothing."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(town.club.app.extensions, ALLOWED, ("https://tools.example",))
        for headers in (
            {"Origin": "https://tools.example"},
            {"Origin": "https://tools.example", "Sec-Fetch-Site": "cross-site"},
        ):
            assert town.bo.post("/api/v1/rosters", None, headers, json=HOST).status_code == 403
            assert town.status("POST", "/rosters", town.bos, json=HOST, headers=headers) == 201


def signs_somebody_in_from_another_site(town: Town) -> None:
    form = {"name": "Mal", "password": PASSWORD}
    assert town.bo.post("/sign-in", form, {"Origin": "https://evil.example"}).status_code == 403


def changes_something_by_get(town: Town) -> None:
    before = town.call("GET", "/rosters", town.bos).get_json()
    for path in ("/sign-out", "/account/password", "/account/keys", f"/rosters/{town.roster}/undo", "/people"):
        assert town.bo.get(path).status_code in (303, 403, 404, 405)
    assert town.bo.get(f"/rosters/{town.roster}/delete").status_code == 200  # asks, and deletes nothing
    assert town.call("GET", "/rosters", town.bos).get_json() == before


def says_another_method_than_was_sent(town: Town) -> None:
    for header in ("X-HTTP-Method-Override", "X-Method-Override", "X-HTTP-Method"):
        headers = {header: "DELETE", "If-Match": "*"}
        assert town.status("GET", f"/rosters/{town.roster}", town.bos, headers=headers) == 200
    town.bo.post(f"/rosters/{town.roster}?_method=DELETE", {"_method": "DELETE"})
    assert town.status("GET", f"/rosters/{town.roster}", town.bos) == 200
