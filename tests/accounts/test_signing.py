"""Signing in and out, invitations, keys: what pages do with them."""

from __future__ import annotations

import re
import time

import pytest

from builder.client import Muster, MusterError
from builder.services.people.sessions import LASTS, RESTS
from datasheets.words import languages
from tests.people import HTTPS, PASSWORD, Club
from tests.servers import serving


def test_a_person_is_invited_signs_out_and_in(club: Club) -> None:
    invited, browser = club.accounts.people.invite("Ada"), club.browser()
    assert "Ada" in browser.get(f"/join/{invited.token}").text
    answer = browser.post(f"/join/{invited.token}", {"password": PASSWORD})
    assert (answer.status_code, answer.location) == (303, "/")
    assert browser.get("/").status_code == 200
    assert browser.get("/account").text.count("Ada") >= 1
    browser.post("/sign-out")
    assert browser.get("/account").location == "/sign-in?back=/account"
    answer = browser.post("/sign-in", {"name": " aDA ", "password": PASSWORD, "back": "/collection"})
    assert answer.location == "/collection"
    assert browser.get("/collection").status_code == 200


def test_the_cookie_is_for_this_site_tls_and_no_script(club: Club) -> None:
    club.person("Ada")
    cookie = club.browser().sign_in("Ada").headers["Set-Cookie"]
    assert cookie.startswith("__Host-muster=")
    assert {"Secure", "HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
    assert "Domain" not in cookie


def test_a_wrong_password_and_an_unknown_name_are_told_alike(club: Club) -> None:
    club.person("Ada")
    answers = [club.browser().sign_in(name, "not the password") for name in ("Ada", "Nobody")]
    assert [each.status_code for each in answers] == [401, 401]
    assert len({each.text for each in answers}) == 1


def test_a_link_opens_once_and_the_newest_alone(club: Club) -> None:
    first = club.accounts.people.invite("Ada").token
    second = club.accounts.people.reset("Ada").token
    browser = club.browser()
    assert browser.get(f"/join/{first}").status_code == 404
    assert browser.post(f"/join/{second}", {"password": "short"}).status_code == 422
    assert browser.post(f"/join/{second}", {"password": PASSWORD}).status_code == 303
    assert browser.get(f"/join/{second}").status_code == 404
    assert browser.post(f"/join/{second}", {"password": "another sentence"}).status_code == 404


def test_a_link_opens_for_a_week(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    token = club.accounts.people.invite("Ada").token
    now = time.time()
    monkeypatch.setattr("builder.services.people.people.time.time", lambda: now + 8 * 24 * 60 * 60)
    assert club.browser().get(f"/join/{token}").status_code == 404


@pytest.mark.parametrize("after", [LASTS, RESTS])
def test_a_session_ends(club: Club, after: int, monkeypatch: pytest.MonkeyPatch) -> None:
    browser, now = club.person("Ada"), time.time()
    assert browser.get("/account").status_code == 200
    monkeypatch.setattr("builder.services.people.sessions.time.time", lambda: now + after + 60)
    assert browser.get("/account").status_code == 303


def test_another_password_ends_all_other_sessions(club: Club) -> None:
    here, elsewhere = club.person("Ada"), club.browser()
    elsewhere.sign_in("Ada")
    wrong = {"old": "not the password", "password": "another sentence"}
    assert here.post("/account/password", wrong).status_code == 422
    assert elsewhere.get("/account").status_code == 200
    assert here.post("/account/password", {**wrong, "old": PASSWORD}).status_code == 200
    assert (here.get("/account").status_code, elsewhere.get("/account").status_code) == (200, 303)
    assert elsewhere.sign_in("Ada", PASSWORD).status_code == 401
    assert elsewhere.sign_in("Ada", "another sentence").status_code == 303
    here.post("/account/sessions/end")
    assert (here.get("/account").status_code, elsewhere.get("/account").status_code) == (200, 303)


def test_a_key_is_shown_once_reads_or_writes_and_is_taken_back(club: Club) -> None:
    browser = club.person("Ada")
    shown = browser.post("/account/keys", {"name": "Tablet", "scope": "read"}).text
    (token,) = re.findall(r"muster_[\w-]{43}", shown)
    page = browser.get("/account").text
    assert (token in page, "Tablet" in page, "never" in page) == (False, True, True)
    key = {"Authorization": f"Bearer {token}"}
    assert club.call("GET", "/rosters", key).status_code == 200
    assert "never" not in browser.get("/account").text
    new = {"system": "wh40k-9e", "name": "x"}
    assert club.call("POST", "/rosters", key, json=new).status_code == 403
    assert club.call("POST", "/validations", key, json={"system": "wh40k-9e", "operations": []}).status_code == 200
    assert club.call("POST", "/rosters", club.key("Ada"), json=new).status_code == 201
    (id,) = re.findall(r"/account/keys/([0-9a-z]{12})/take-back", page)
    browser.post(f"/account/keys/{id}/take-back")
    assert club.call("GET", "/rosters", key).status_code == 401


def test_of_secrets_only_digests_are_stored(club: Club) -> None:
    browser, token = club.person("Ada"), club.accounts.people.reset("Ada").token
    key = club.key("Ada")["Authorization"].partition(" ")[2]
    club.accounts.store.close()
    folder = club.services.spaces.folder
    kept = b"".join(file.read_bytes() for file in folder.iterdir() if file.name.startswith("people.db"))
    assert b"$argon2id$" in kept
    assert [each for each in (PASSWORD, browser.cookie(), token, key) if each.encode() in kept] == []


def test_the_owner_invites_resets_and_removes_on_a_page(club: Club) -> None:
    browser = club.person("Ada")
    page = browser.post("/people", {"name": "Bo", "role": "organiser"}).text
    (token,) = set(re.findall(r"https://muster\.example/join/([\w-]+)", page))
    bo = club.browser()
    bo.post(f"/join/{token}", {"password": PASSWORD})
    assert bo.get("/people").status_code == 403
    assert browser.post("/people", {"name": "bo", "role": "player"}).status_code == 422
    assert browser.post("/people", {"name": "", "role": "player"}).status_code == 422
    id = club.accounts.people.get("Bo").id
    assert "/join/" in browser.post(f"/people/{id}/reset").text
    assert "Bo" in browser.get(f"/people/{id}/remove").text
    assert browser.post(f"/people/{id}/remove").status_code == 303
    assert bo.get("/account").status_code == 303
    own = club.accounts.people.get("Ada").id
    assert browser.post(f"/people/{own}/remove").status_code == 409


def test_passwords_go_over_tls_or_not_at_all(club: Club) -> None:
    club.person("Ada")
    form = {"name": "Ada", "password": PASSWORD}
    elsewhere = {"base_url": "http://192.168.1.20:8000", "environ_overrides": {"REMOTE_ADDR": "192.168.1.77"}}
    assert club.app.test_client().post("/sign-in", data=form, **elsewhere).status_code == 403
    here = club.app.test_client().post("/sign-in", data=form, base_url="http://localhost")
    assert (here.status_code, "muster-session=" in here.headers["Set-Cookie"]) == (303, True)


@pytest.mark.parametrize("language", languages())
def test_every_page_is_there_in_every_language(club: Club, language: str) -> None:
    browser = club.person("Ada")
    token = club.accounts.people.reset("Ada").token
    for path in ("/account", "/people", f"/join/{token}"):
        answer = browser.client.get(path, base_url=HTTPS, headers={"Accept-Language": language})
        assert (answer.status_code, f'lang="{language}"' in answer.text) == (200, True)
    assert club.browser().client.get("/sign-in", base_url=HTTPS, headers={"Accept-Language": language}).status_code == 200


def test_links_and_seats_open_what_they_open_for_others(club: Club) -> None:
    """Bo shares a roster and a battle; Ada and somebody without an account read them, and nothing else of Bo's."""
    club.person("Ada")
    bo = club.person("Bo")
    key = club.key("Bo")
    roster = club.call("POST", "/rosters", key, json={"system": "wh40k-9e", "name": "Bo's host"}).get_json()
    link = club.call("POST", f"/rosters/{roster['id']}/links", key, json={}).get_json()
    for asker in (club.browser(), bo):
        assert "Bo&#39;s host" in asker.get(link["page"]).text
    ada = club.browser()
    ada.sign_in("Ada")
    assert "Bo&#39;s host" in ada.get(link["page"]).text
    assert club.call("GET", f"/links/{link['token']}").status_code == 200
    assert ada.get(f"/rosters/{roster['id']}").status_code == 404
    bring = club.call("POST", "/imports", club.key("Ada"), json={"documents": []})
    assert bring.status_code == 422


@pytest.mark.slow
def test_a_battle_is_played_by_its_seat_from_elsewhere(club: Club) -> None:
    club.person("Ada")
    club.person("Bo")
    key = club.key("Bo")
    space = club.services.spaces.open(club.accounts.people.get("Bo").space)
    first, second = [row.id for row in space.rosters.page(system="wh40k-9e", limit=2).items]
    body = {"a": {"roster": first}, "b": {"roster": second}, "players": ["human", "greedy"]}
    made = club.call("POST", "/battles", key, json=body)
    assert made.status_code == 201, made.text
    battle, token = made.get_json()["id"], made.get_json()["tokens"]["a"]
    seat = {"Authorization": f"Bearer {token}"}
    assert club.call("GET", f"/battles/{battle}/decision", seat).status_code == 200
    assert club.call("GET", f"/battles/{battle}", seat).get_json()["id"] == battle
    for method, path in (("DELETE", f"/battles/{battle}"), ("GET", "/battles"), ("GET", "/rosters")):
        assert club.call(method, path, seat).status_code == 401
    assert club.call("GET", f"/battles/{battle}", club.key("Ada")).status_code == 404
    ada = club.browser()
    ada.sign_in("Ada")
    assert ada.get(f"/battles/{battle}/seat/{token}").status_code == 303
    assert ada.get(f"/battles/{battle}").status_code == 200
    assert ada.get(f"/battles/{battle}/delete").status_code == 404


def test_the_client_works_with_a_key(club: Club) -> None:
    club.person("Ada")
    header = club.key("Ada")
    with serving(club.app) as server, Muster(server.url, key=header["Authorization"].removeprefix("Bearer ")) as muster:
        made = muster.create_roster("wh40k-9e", "By key")
        assert [row["id"] for row in muster.rosters(text="By key")] == [made["id"]]
        with Muster(server.url) as stranger, pytest.raises(MusterError) as refused:
            stranger.roster(made["id"])
        assert refused.value.status == 401
