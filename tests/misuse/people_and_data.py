"""Who there is, what the server tells, how much it takes."""

from __future__ import annotations

import io
import re
import statistics
import time
import zipfile

import pytest

from builder.api.current import RATES
from builder.api.rates import Rates
from builder.services.errors import Unauthorized
from builder.services.people.sessions import RESTS
from tests.misuse.town import HOST, Town
from tests.people import HTTPS, PASSWORD


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
    """A name that nobody has takes as long: a password is hashed all the same. Others who use this machine do not count."""

    def seconds(name: str) -> float:
        begun = time.thread_time()
        with pytest.raises(Unauthorized):
            town.club.accounts.sessions.sign_in(name, "not the password")
        return time.thread_time() - begun

    found = [(seconds("Bo"), seconds("Nobody")) for _ in range(9)]
    known, unknown = (statistics.median(each) for each in zip(*found, strict=True))
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
    town.club.app.extensions[RATES] = Rates(5, town.club.accounts.counts)
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


def fills_the_memory_with_methods_of_its_own(town: Town) -> None:
    """Every name that is counted stays: a stranger may not make up names."""
    for number in range(5):
        assert town.status(f"QZX{number}", "/rosters") in (401, 405)
    counted = town.club.app.test_client().get("/metrics", base_url="http://localhost").text
    assert ('method="other"' in counted, "QZX" in counted) == (True, False)
