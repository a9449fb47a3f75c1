"""Kinds of misuse of a Muster with accounts: none works. docs/accounts.md has the table.

Mal has an account and everything that an account opens. Bo has a roster, a battle, a catalogue, a link and a key. Each
function is one kind; it fails where the misuse works.
"""

from __future__ import annotations

import io
import json
import re
import shutil
import statistics
import time
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from builder.api.current import RATES
from builder.api.rates import Rates
from builder.hosting.origins import KEY as ALLOWED
from builder.services.people.sessions import RESTS
from builder.services.tokens import token_digest
from builder.settings import Settings
from tests.databases import NAMES
from tests.people import HTTPS, ORIGIN, PASSWORD, Browser, Club, club_over

Header = dict[str, str]
HOST = {"system": "wh40k-9e", "name": "Bo's secret host"}
SECRET = "secret host"


@dataclass(slots=True)
class Town:
    """Who and what there is."""

    club: Club
    ada: Browser
    bo: Browser
    mal: Browser
    mals: Header
    bos: Header
    roster: str
    battle: str
    seat: str
    link: str
    link_id: str
    ids: dict[str, str] = field(default_factory=dict)

    def call(self, method: str, path: str, key: Header | None = None, **given: Any) -> Any:
        return self.club.call(method, path, key, **given)

    def status(self, method: str, path: str, key: Header | None = None, **given: Any) -> int:
        found: int = self.call(method, path, key, **given).status_code
        return found


@pytest.fixture(scope="module")
def town(club_app: Flask, prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    settings = Settings(database=Path(shutil.copy(prepared, tmp_path_factory.mktemp("town"))), names=NAMES)
    with club_over(club_app, settings, prepared) as club:
        ada, bo, mal = (club.person(name) for name in ("Ada", "Bo", "Mal"))
        bos, mals = club.key("Bo"), club.key("Mal")
        roster = club.call("POST", "/rosters", bos, json=HOST).get_json()["id"]
        link = club.call("POST", f"/rosters/{roster}/links", bos, json={}).get_json()
        space = club.services.spaces.open(club.accounts.people.get("Bo").space)
        first, second = [row.id for row in space.rosters.page(system="wh40k-9e", text="Patrol", limit=2).items]
        body = {"a": {"roster": first}, "b": {"roster": second}, "players": ["human", "greedy"]}
        battle = club.call("POST", "/battles", bos, json=body).get_json()
        ids = {each.name: each.id for each in club.accounts.people.every()}
        town = Town(
            club, ada, bo, mal, mals, bos, roster, battle["id"], battle["tokens"]["a"], link["token"], link["id"], ids
        )
        header = {"schema": "muster.catalogue/1", "system": "wh40k-9e", "id": "bos", "name": "Bo's"}
        assert club.call("POST", "/catalogues", bos, json=header).status_code == 201
        yield town


@pytest.fixture(autouse=True)
def _nothing_was_counted(club_app: Flask) -> None:
    club_app.extensions[RATES] = Rates(1200)


def reads_a_roster_of_another(town: Town) -> None:
    for path in ("", "/document", "/sheet.pdf", "/history", "/findings", "/links", "/export.txt"):
        assert town.status("GET", f"/rosters/{town.roster}{path}", town.mals) == 404
    assert town.mal.get(f"/rosters/{town.roster}").status_code == 404


def changes_a_roster_of_another(town: Town) -> None:
    body, match = {"operations": [{"op": "rename", "name": "Mine"}]}, {"If-Match": '"1"'}
    assert town.status("POST", f"/rosters/{town.roster}/operations", town.mals, json=body, headers=match) == 404
    assert town.call("GET", f"/rosters/{town.roster}", town.bos).get_json()["name"] == HOST["name"]


def deletes_a_roster_of_another(town: Town) -> None:
    assert town.status("DELETE", f"/rosters/{town.roster}", town.mals, headers={"If-Match": "*"}) == 404
    assert town.mal.post(f"/rosters/{town.roster}/delete", {"version": "1"}).status_code == 404
    assert town.status("GET", f"/rosters/{town.roster}", town.bos) == 200


def judges_and_deletes_rosters_of_others_with_its_own(town: Town) -> None:
    own = town.call("POST", "/rosters", town.mals, json={"system": "wh40k-9e", "name": "own"}).get_json()
    both = [{"id": own["id"], "version": own["version"]}, {"id": town.roster, "version": 1}]
    answer = town.call("POST", "/rosters/findings", town.mals, json={"rosters": [each["id"] for each in both]})
    assert (answer.status_code, SECRET in answer.text) == (404, False)
    assert town.status("POST", "/rosters/deletions", town.mals, json={"rosters": both}) == 404
    assert town.status("GET", f"/rosters/{town.roster}", town.bos) == 200


def copies_a_roster_of_another(town: Town) -> None:
    assert town.status("POST", f"/rosters/{town.roster}/copies", town.mals, json={}) == 404


def finds_rosters_of_others_by_search(town: Town) -> None:
    assert town.call("GET", "/rosters?text=secret", town.mals).get_json()["items"] == []
    assert len(town.call("GET", "/rosters?text=secret", town.bos).get_json()["items"]) == 1
    assert SECRET not in town.mal.get("/?text=secret").text


def names_a_roster_of_another_as_an_army(town: Town) -> None:
    sides = {"a": {"roster": town.roster}, "b": {"roster": town.roster}}
    for path, more in (("/matchups", {}), ("/comparisons", {}), ("/battles", {}), ("/simulations", {"games": 2})):
        answer = town.call("POST", path, town.mals, json={**sides, **more})
        assert (answer.status_code in (404, 422), SECRET in answer.text) == (True, False), path


def names_a_roster_beside_a_link(town: Town) -> None:
    """A link opens one roster at the table, and no other of its owner as the opponent; nor of somebody who signed in."""
    for browser in (town.club.browser(), town.mal):
        page = browser.get(f"/read/{town.link}/table?against={town.roster}")
        assert (page.status_code, page.text.count('class="army')) != (200, 2)
        assert browser.get(f"/read/{town.link}/table/odds/b1?against={town.roster}").status_code in (401, 404)
    assert town.mal.get(f"/rosters/{town.roster}/table").status_code == 404


def reads_a_catalogue_of_another(town: Town) -> None:
    for path in ("/catalogues/bos", "/catalogues/bos/file", "/datasheets?catalogue=bos"):
        answer = town.call("GET", path, town.mals)
        assert answer.status_code == 404 or answer.get_json()["items"] == []
    assert town.mal.get("/homebrew/bos").status_code == 404


def pins_a_catalogue_of_another_by_its_digest(town: Town) -> None:
    space = town.club.services.spaces.open(town.club.accounts.people.get("Bo").space)
    pin = space.catalogues.closure("bos").digest
    tree = {"system": "wh40k-9e", "name": "x", "forces": [{"uid": "f1", "catalogue": "bos", "pin": pin, "selections": []}]}
    assert "Bo's" not in town.call("POST", "/validations", town.mals, json={"tree": tree}).text


def writes_into_a_collection_of_another(town: Town) -> None:
    assert town.status("PUT", "/collection/wh40k-9e", town.mals, json={"owned": {"Warden": 9}}) == 200
    assert town.call("GET", "/collection/wh40k-9e", town.bos).get_json() == {"owned": {}}


def plays_a_battle_of_another(town: Town) -> None:
    for method, path in (("GET", ""), ("GET", "/decision"), ("POST", "/advance"), ("GET", "/record"), ("DELETE", "")):
        assert town.status(method, f"/battles/{town.battle}{path}", town.mals) == 404
    assert town.mal.get(f"/battles/{town.battle}").status_code == 404


def takes_the_seat_of_a_chair_without_a_token(town: Town) -> None:
    for chair in ("a", "b", "both"):
        browser = town.club.browser()
        browser.client.set_cookie(f"seat-{town.battle}", chair, domain="muster.example", path="/")
        assert browser.get(f"/battles/{town.battle}").status_code == 303


def does_more_with_a_seat_than_play(town: Town) -> None:
    seat = {"Authorization": f"Bearer {town.seat}"}
    assert town.status("GET", f"/battles/{town.battle}", seat) == 200
    for method, path in (
        *(("DELETE", f"/battles/{town.battle}"), ("POST", f"/battles/{town.battle}/forks"), ("GET", "/battles")),
        *(("GET", f"/battles/{town.battle}/links"), ("GET", f"/rosters/{town.roster}"), ("GET", "/catalogues/bos")),
    ):
        assert town.status(method, path, seat, **({"json": {}} if method == "POST" else {})) == 401


def moves_a_token_to_another_space(town: Town) -> None:
    """The space that a token begins with is exchanged: for one's own, and for the owner's."""
    own = town.club.accounts.people.get("Mal").space
    for token in (own + town.link[12:], town.link[12:], "0" * 12 + town.link[12:], "../../../../" + town.link[12:]):
        assert town.status("GET", f"/links/{token}") in (401, 404)


def reads_more_than_a_link_opens(town: Town) -> None:
    assert town.status("GET", f"/links/{town.link}") == 200
    for method in ("POST", "PUT", "DELETE"):
        assert town.status(method, f"/links/{town.link}") in (401, 405)
    key = {"Authorization": f"Bearer {town.link}"}
    for path in ("/rosters", f"/rosters/{town.roster}", f"/battles/{town.battle}"):
        assert town.status("GET", path, key) == 401


def opens_a_link_that_was_taken_back(town: Town) -> None:
    made = town.call("POST", f"/rosters/{town.roster}/links", town.bos, json={}).get_json()
    assert town.status("DELETE", f"/rosters/{town.roster}/links/{made['id']}", town.mals) == 404
    assert town.status("DELETE", f"/rosters/{town.roster}/links/{made['id']}", town.bos) == 204
    assert town.status("GET", f"/links/{made['token']}") == 404


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


def writes_with_a_key_that_reads(town: Town) -> None:
    key = town.club.key("Bo", writes=False)
    for method, path in (
        ("POST", "/rosters"),
        ("DELETE", f"/rosters/{town.roster}"),
        ("POST", "/rosters/deletions"),
        ("POST", "/imports"),
        ("POST", "/battles"),
    ):
        assert town.status(method, path, key, json=HOST) == 403
    assert town.status("GET", f"/rosters/{town.roster}", key) == 200


def makes_keys_with_a_key(town: Town) -> None:
    for path in ("/account", "/account/keys", "/account/password", "/people"):
        for ask in (town.club.app.test_client().get, town.club.app.test_client().post):
            assert ask(path, base_url=HTTPS, headers={**town.bos, **ORIGIN}).status_code in (403, 405)


def guesses_keys(town: Town) -> None:
    whole = town.bos["Authorization"]
    for value in (
        *("Bearer muster_", "Bearer muster_" + "a" * 43, whole[:-1], whole + "a", whole.lower(), "Bearer", "Basic Ym86eA=="),
        *(f"Bearer {token_digest(whole.partition(' ')[2])}", "Bearer muster_' or 1=1 --", "bearer  "),
    ):
        assert town.status("GET", "/rosters", {"Authorization": value}) == 401, value


def sends_the_key_in_the_address(town: Town) -> None:
    token = town.bos["Authorization"].partition(" ")[2]
    for name in ("key", "api_key", "access_token", "token"):
        assert town.status("GET", f"/rosters?{name}={token}") == 401


def uses_the_key_of_a_removed_person(town: Town) -> None:
    gone = town.club.person("Cy")
    key = town.club.key("Cy")
    made = town.call("POST", "/rosters", key, json={"system": "wh40k-9e", "name": "gone"}).get_json()["id"]
    link = town.call("POST", f"/rosters/{made}/links", key, json={}).get_json()["token"]
    assert town.status("GET", f"/links/{link}") == 200
    reset = town.club.accounts.people.reset("Cy").token
    town.club.accounts.people.remove("Cy")
    assert town.status("GET", "/rosters", key) == 401
    assert town.status("GET", f"/links/{link}") in (401, 404)
    assert gone.get("/account").status_code == 303
    assert gone.sign_in("Cy").status_code == 401
    assert town.club.browser().get(f"/join/{reset}").status_code == 404


def becomes_somebody_who_was_removed(town: Town) -> None:
    """Whoever is invited under the name of a removed person has nothing of theirs."""
    town.club.person("Di")
    key = town.club.key("Di")
    made = town.call("POST", "/rosters", key, json={"system": "wh40k-9e", "name": "old"}).get_json()["id"]
    town.club.accounts.people.remove("Di")
    town.club.person("Di")
    assert town.status("GET", f"/rosters/{made}", town.club.key("Di")) == 404
    town.club.accounts.people.remove("Di")


def guesses_invitations(town: Town) -> None:
    """Twenty guesses, and the address is let guess no more; a real link is not to be told from a wrong one then."""
    browser, real = town.club.browser(), town.club.accounts.people.reset("Bo").token
    found = [browser.get(f"/join/{number:032d}").status_code for number in range(25)]
    assert found == [404] * 20 + [429] * 5
    answer = browser.get(f"/join/{real}")
    assert (answer.status_code, int(answer.headers["Retry-After"]) > 0) == (429, True)


def uses_an_invitation_twice(town: Town) -> None:
    token = town.club.accounts.people.invite("Eve").token
    assert town.club.browser().post(f"/join/{token}", {"password": PASSWORD}).status_code == 303
    assert town.club.browser().post(f"/join/{token}", {"password": "of somebody else"}).status_code == 404
    assert town.club.browser().sign_in("Eve", "of somebody else").status_code == 401
    town.club.accounts.people.remove("Eve")


def signs_in_before_a_password_was_set(town: Town) -> None:
    town.club.accounts.people.invite("Fay")
    for password in ("", " ", "of nobody", PASSWORD, "$argon2id$"):
        assert town.club.browser().sign_in("Fay", password).status_code == 401
    town.club.accounts.people.remove("Fay")


def guesses_passwords(town: Town) -> None:
    browser = town.club.browser()
    found = [browser.sign_in("Bo", f"wrong {number}").status_code for number in range(22)]
    assert found == [401] * 20 + [429] * 2
    assert browser.sign_in("Bo").status_code == 429


def guesses_the_password_so_far_in_a_stolen_session(town: Town) -> None:
    form = {"old": "wrong", "password": "another sentence"}
    found = [town.bo.post("/account/password", form).status_code for _ in range(22)]
    assert found == [422] * 20 + [429] * 2


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


def reads_who_there_is_as_a_player(town: Town) -> None:
    for path in ("/people", f"/people/{town.ids['Bo']}/remove"):
        assert town.mal.get(path).status_code == 403
    assert not re.search(r"\bBo\b", town.mal.get("/account").text)


def makes_itself_the_owner(town: Town) -> None:
    assert town.mal.post("/people", {"name": "Mal2", "role": "owner"}).status_code == 403
    assert town.mal.post(f"/people/{town.ids['Mal']}/reset", {"role": "owner"}).status_code == 403
    token = town.club.accounts.people.invite("Gil").token
    browser = town.club.browser()
    browser.post(f"/join/{token}", {"password": PASSWORD, "role": "owner", "name": "Ada", "space": ""})
    assert browser.get("/people").status_code == 403
    town.club.accounts.people.remove("Gil")


def removes_or_resets_somebody_as_a_player(town: Town) -> None:
    for what in ("reset", "remove"):
        assert town.mal.post(f"/people/{town.ids['Bo']}/{what}").status_code == 403
    assert town.bo.get("/account").status_code == 200


def takes_back_a_key_of_another(town: Town) -> None:
    for key in town.club.accounts.keys.of(town.ids["Bo"]):
        assert town.mal.post(f"/account/keys/{key.id}/take-back").status_code == 404
    assert town.status("GET", "/rosters", town.bos) == 200


def tells_names_apart_by_the_answer(town: Town) -> None:
    found = [town.club.browser().sign_in(name, "wrong") for name in ("Bo", "Nobody", "bo ", "", "x" * 500)]
    assert len({(each.status_code, each.text) for each in found}) == 1


def tells_names_apart_by_the_time(town: Town) -> None:
    """A name that nobody has takes as long: a password is hashed all the same."""

    def seconds(name: str) -> float:
        begun = time.perf_counter()
        town.club.accounts.people  # noqa: B018
        with pytest.raises(Exception, match="wrong"):
            town.club.accounts.sessions.sign_in(name, "not the password")
        return time.perf_counter() - begun

    known, unknown = (statistics.median(seconds(name) for _ in range(9)) for name in ("Bo", "Nobody"))
    assert 0.5 < known / unknown < 2


def tells_battles_apart_without_a_token(town: Town) -> None:
    answers = {
        town.call("GET", f"/battles/{id}", {"Authorization": "Bearer " + "x" * 32}).text for id in (town.battle, "none")
    }
    assert len(answers) == 1


def walks_out_of_the_folder_of_spaces(town: Town) -> None:
    for token in ("people.db%00" + "x" * 40, "%2e%2e%2fmuster" + "x" * 40, "..........db" + "x" * 32):
        assert town.status("GET", f"/links/{token}") in (401, 404)


def sends_what_is_too_large_without_an_account(town: Town) -> None:
    big = io.BytesIO(b"x" * 3_000_000)
    assert town.status("POST", "/imports", data=big, headers={"Content-Type": "application/zip"}) == 401


def signs_in_with_a_password_of_a_megabyte(town: Town) -> None:
    begun = time.perf_counter()
    assert town.club.browser().sign_in("Bo", "x" * 900_000).status_code in (401, 413)
    assert time.perf_counter() - begun < 2


def writes_markup_into_a_name(town: Town) -> None:
    name = "<script>alert(1)</script>"
    town.club.person(name)
    for path in ("/people", f"/people/{town.club.accounts.people.get(name).id}/remove"):
        assert "<script>alert" not in town.ada.get(path).text
    town.club.accounts.people.remove(name)


def takes_the_name_of_another_in_other_letters(town: Town) -> None:
    for name in ("bo", " BO ", "Ｂｏ"):
        assert town.ada.post("/people", {"name": name, "role": "player"}).status_code == 422


def reads_what_is_left_in_a_shared_browser(town: Town) -> None:
    """After signing out nothing of the account is shown from a store of the browser."""
    browser = town.club.browser()
    browser.sign_in("Bo")
    assert browser.get("/account").headers["Cache-Control"] == "no-store"
    assert browser.get("/").headers["Cache-Control"] == "no-cache"
    assert browser.post("/sign-out").headers["Clear-Site-Data"] == '"cache"'


def floods_with_an_account(town: Town) -> None:
    town.club.app.extensions[RATES] = Rates(5)
    found = [town.call("GET", "/systems", town.mals) for _ in range(7)]
    assert [each.status_code for each in found] == [200] * 5 + [429] * 2
    assert 0 < int(found[-1].headers["Retry-After"]) <= 60
    assert town.status("GET", "/systems", town.bos) == 200


def floods_without_one(town: Town) -> None:
    found = [town.status("GET", "/systems") for _ in range(125)]
    assert (found[0], found[-1]) == (401, 429)
    assert town.status("GET", "/systems", town.bos) == 200


def reads_events_of_a_simulation_of_another(town: Town) -> None:
    assert town.call("GET", "/simulations", town.mals).get_json()["items"] == []
    assert town.status("GET", f"/simulations/{town.battle}/progress", town.mals) == 404


def loads_print_setups_of_another(town: Town) -> None:
    town.call("PUT", "/sheets/setups/mine", town.bos, json={})
    assert town.status("GET", "/sheets/setups/mine", town.mals) == 404


def recalls_an_answer_of_another(town: Town) -> None:
    """The word that a request is made once by is each person's own."""
    once = {"Idempotency-Key": "one-word-for-both"}
    made = [town.call("POST", "/rosters", key, json=HOST, headers=once) for key in (town.bos, town.mals)]
    assert [each.status_code for each in made] == [201, 201]
    assert made[0].get_json()["id"] != made[1].get_json()["id"]
    assert "Idempotency-Replayed" not in made[1].headers


def plays_with_a_link_to_watch(town: Town) -> None:
    token = town.call("POST", f"/battles/{town.battle}/links", town.bos, json={}).get_json()["token"]
    watching = {"Authorization": f"Bearer {token}"}
    assert town.status("GET", f"/battles/{town.battle}", watching) == 200
    seat = {"Authorization": f"Bearer {town.seat}"}
    option = town.call("GET", f"/battles/{town.battle}/decision", seat).get_json()["options"][0]
    for path, body in (("/choices", option), ("/undo", {"choices": 0}), ("/links", {})):
        assert town.status("POST", f"/battles/{town.battle}{path}", watching, json=body) in (401, 403)
    assert town.status("GET", f"/battles/{town.battle}/decision", watching) in (401, 403)
    assert town.status("DELETE", f"/battles/{town.battle}", watching) == 401


def downloads_the_data_of_another(town: Town) -> None:
    client = town.club.app.test_client()
    assert client.get("/account/data", base_url=HTTPS, headers=town.bos).status_code == 403
    assert client.get("/account/data", base_url=HTTPS).status_code == 303
    packed = zipfile.ZipFile(io.BytesIO(town.mal.get(f"/account/data?person={town.ids['Bo']}").data))
    assert (b'"Mal"' in packed.read("account.json"), town.roster.encode() in packed.read("muster.db")) == (True, False)


def goes_on_with_a_session_of_last_month(town: Town) -> None:
    browser = town.club.browser()
    browser.sign_in("Bo")
    for seconds, status in ((RESTS - 60, 200), (2 * RESTS, 303)):
        with pytest.MonkeyPatch.context() as later:
            later.setattr("builder.services.people.sessions._now", lambda after=seconds: int(time.time()) + after)
            assert browser.get("/account").status_code == status


def reads_answers_in_a_page_of_another_site(town: Town) -> None:
    """A browser shows a page of another site nothing that does not allow it, and shows none of ours within it."""
    for origin in ("https://evil.example", "null"):
        answer = town.bo.get("/api/v1/rosters", headers={"Origin": origin, "Sec-Fetch-Site": "cross-site"})
        assert "Access-Control-Allow-Origin" not in answer.headers
        asked = {"Origin": origin, "Access-Control-Request-Method": "DELETE"}
        before = town.bo.client.options("/api/v1/rosters", base_url=HTTPS, headers=asked)
        assert not [name for name, _ in before.headers if name.startswith("Access-Control")]
    policy = town.bo.get("/account").headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in policy or "frame-ancestors 'self'" in policy


def writes_lines_into_headers_or_the_log(town: Town) -> None:
    for number in ("a b", "x" * 65, 'a","status":200,"b":"', "a%0d%0aSet-Cookie: b=c", "<script>"):
        answer = town.call("GET", "/systems", town.mals, headers={"X-Request-Id": number})
        assert answer.headers["X-Request-Id"] != number
    for name in ("a\r\nSet-Cookie: b=c", "a\nb", "a\u2028b"):
        body = {"system": "wh40k-9e", "name": name}
        assert town.status("POST", "/rosters", town.mals, json=body) == 422
    assert town.status("PUT", "/sheets/setups/a%0d%0aSet-Cookie:b=c", town.mals, json={}) == 404


def reads_how_busy_the_server_is(town: Town) -> None:
    for key in (None, town.mals):
        assert town.club.app.test_client().get("/metrics", base_url=HTTPS, headers=key).status_code == 403


def looks_into_a_club_of_others(town: Town) -> None:
    club, shared = _club(town)
    for path in ("", f"/members/{town.ids['Bo']}/rosters/{shared}", f"/members/{town.ids['Bo']}/rosters/{shared}/sheet.pdf"):
        assert town.mal.get(f"/clubs/{club}{path}").status_code == 404
        assert town.club.browser().get(f"/clubs/{club}{path}").status_code == 303
        asked = town.club.app.test_client().get(f"/clubs/{club}{path}", base_url=HTTPS, headers=town.bos)
        assert asked.status_code == 403  # no key opens these pages
    for path in ("", f"/members/{town.ids['Bo']}/rosters/{shared}"):
        assert town.status("GET", f"/clubs/{club}{path}", town.bos) == 200
        assert town.status("GET", f"/clubs/{club}{path}", town.mals) == 404
        assert town.status("GET", f"/clubs/{club}{path}") == 401
    assert town.call("GET", "/clubs", town.mals).get_json()["items"] == []
    for method, roster in (("PUT", town.roster), ("DELETE", shared)):
        assert town.status(method, f"/clubs/{club}/rosters/{roster}", town.mals) == 404


def runs_a_club_of_others(town: Town) -> None:
    club, shared = _club(town)
    assert town.mal.post("/clubs", {"name": "Mine"}).status_code == 403
    for path in ("invite", "rosters", f"rosters/{shared}/take-back", f"members/{town.ids['Bo']}/remove", "delete"):
        assert town.mal.post(f"/clubs/{club}/{path}", {"roster": town.roster}).status_code == 404
    town.mal.post(f"/clubs/join/{town.club.accounts.clubs.invite(town.club.accounts.people.get('Ada'), club)}")
    for path in ("invite", f"members/{town.ids['Bo']}/remove", "delete"):
        assert town.mal.post(f"/clubs/{club}/{path}").status_code == 403
    for path in ("rosters", f"rosters/{shared}/take-back"):  # of others it shares nothing and takes nothing back
        assert town.mal.post(f"/clubs/{club}/{path}", {"roster": shared}).status_code == 404
    assert town.mal.get(f"/clubs/{club}/members/{town.ids['Bo']}/rosters/{town.roster}").status_code == 404


def looks_into_a_club_after_it_was_removed(town: Town) -> None:
    club, shared = _club(town)
    ada = town.club.accounts.people.get("Ada")
    token = town.club.accounts.clubs.invite(ada, club)
    town.mal.post(f"/clubs/join/{token}")
    seen = f"/clubs/{club}/members/{town.ids['Bo']}/rosters/{shared}"
    assert town.mal.get(seen).status_code == 200
    town.club.accounts.clubs.remove(ada, club, town.ids["Mal"])
    assert town.mal.get(seen).status_code == 404
    town.club.accounts.clubs.remove(ada, club, town.ids["Bo"])
    assert town.ada.get(seen).status_code == 404


def comes_back_into_a_club_by_an_old_link(town: Town) -> None:
    club, _ = _club(town)
    ada, clubs = town.club.accounts.people.get("Ada"), town.club.accounts.clubs
    token = clubs.invite(ada, club)
    town.mal.post(f"/clubs/join/{token}")
    clubs.remove(ada, club, town.ids["Mal"])
    assert town.mal.post(f"/clubs/join/{token}").status_code == 404
    assert town.mal.get(f"/clubs/{club}").status_code == 404


def reads_coming_dice_out_of_its_own_data(town: Town) -> None:
    sides = {"a": {"roster": "sunward-patrol"}, "b": {"roster": "gloam-patrol"}}
    made = town.call("POST", "/battles", town.mals, json={**sides, "players": ["human", "human"]}).get_json()
    browser = town.club.browser()
    browser.sign_in("Mal")
    with zipfile.ZipFile(io.BytesIO(browser.get("/account/data").data)) as whole:
        assert made["id"].encode() not in whole.read("muster.db"), "seed and salt stand in its row"
        assert made["name"] in json.loads(whole.read("account.json"))["battles_left_out"]


def uses_a_key_from_before_a_reset(town: Town) -> None:
    town.club.person("Kim")
    key, people = town.club.key("Kim"), town.club.accounts.people
    assert town.status("GET", "/rosters", key) == 200
    people.accept(people.reset("Kim").token, PASSWORD)
    assert town.status("GET", "/rosters", key) == 401
    people.remove("Kim")


def guesses_links_of_clubs(town: Town) -> None:
    browser, (club, _) = town.club.browser(), _club(town)
    browser.sign_in("Mal")
    old = town.club.accounts.clubs.invite(town.club.accounts.people.get("Ada"), club)
    town.club.accounts.clubs.invite(town.club.accounts.people.get("Ada"), club)
    assert browser.post(f"/clubs/join/{old}").status_code == 404
    found = [browser.get(f"/clubs/join/{number:032d}").status_code for number in range(24)]
    assert found == [404] * 19 + [429] * 5


def _club(town: Town) -> tuple[str, str]:
    """Return the ids of a club of Ada and Bo, and of a roster that Bo shares with it."""
    clubs, people = town.club.accounts.clubs, town.club.accounts.people
    ada, bo = people.get("Ada"), people.get("Bo")
    for old in clubs.of(ada):
        clubs.delete(ada, old.id)
    club = clubs.make(ada, "Secret club").id
    clubs.join(bo, clubs.invite(ada, club))
    shared = town.club.services.spaces.open(bo.space).rosters.create("wh40k-9e", "Shared").row.id
    clubs.share(bo, club, shared)
    return club, shared


MISUSE: tuple[Callable[[Town], None], ...] = tuple(
    each
    for name, each in list(globals().items())
    if callable(each)
    and not name.startswith(("_", "test"))
    and list(getattr(each, "__annotations__", ())) == ["town", "return"]
)


@pytest.mark.parametrize("misuse", MISUSE, ids=lambda each: each.__name__)
def test_misuse_does_not_work(town: Town, misuse: Callable[[Town], None]) -> None:
    misuse(town)


def test_the_table_has_a_row_for_each() -> None:
    """docs/accounts.md says what was tried, and what came of it; a row is called as its function is."""
    page = (Path(__file__).parents[2] / "docs" / "accounts.md").read_text(encoding="utf-8")
    rows = [row.strip() for row in re.findall(r"^\| ([a-z_ ]+)\|", page.partition("## What was tried")[2], re.MULTILINE)]
    assert rows == [each.__name__.replace("_", " ") for each in MISUSE]
    assert len(rows) >= 40
