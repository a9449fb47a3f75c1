"""Other methods and paths, races, bombs, and what is carried where it does not belong."""

from __future__ import annotations

import gzip
import io
import zipfile
from concurrent.futures import ThreadPoolExecutor

from builder.services.errors import NotFound
from tests.misuse.town import HOST, Town
from tests.people import HTTPS, ORIGIN, PASSWORD


def asks_by_a_method_that_tells_more(town: Town) -> None:
    """What an address takes is no secret; whether a roster is there is one."""
    for method in ("HEAD", "OPTIONS", "PROPFIND", "LOCK"):
        there, nowhere = (town.call(method, f"/rosters/{id}", town.mals) for id in (town.roster, "none"))
        assert there.status_code == nowhere.status_code, method
        assert ("ETag" in there.headers, there.headers.get("Allow")) == (False, nowhere.headers.get("Allow"))
        assert town.status(method, f"/rosters/{town.roster}") == 401


def walks_around_by_paths(town: Town) -> None:
    for path in ("/metrics", "/api/..//metrics", "/%6detrics", "/./metrics", "/static/../metrics", "/api/v1/../../metrics"):
        for headers in ({}, town.mals):
            assert town.club.app.test_client().get(path, base_url=HTTPS, headers=headers).status_code in (303, 401, 403, 404)
    for path in ("/static/..%2f..%2fwsgi.py", "/static/%2e%2e/app.py", "//evil.example/..", "/\\evil.example"):
        answer = town.mal.get(path)
        assert (answer.status_code, "evil" in answer.headers.get("Location", "")) == (404, False), path


def uses_a_stolen_session_after_the_password_changed(town: Town) -> None:
    """The very session in which it is changed has another id afterwards; so it has when others are ended."""
    owner, thief = town.club.person("Fay"), town.club.browser()
    for path, form in (
        ("/account/sessions/end", {}),
        ("/account/password", {"old": PASSWORD, "password": "another sentence"}),
    ):
        thief.client.set_cookie("__Host-muster", owner.cookie(), domain="muster.example", path="/", secure=True)
        assert thief.get("/account").status_code == 200
        assert owner.post(path, form).status_code in (200, 303)
        assert (thief.get("/account").status_code, owner.get("/account").status_code) == (303, 200)
    town.club.accounts.people.remove("Fay")


def carries_a_session_as_a_key(town: Town) -> None:
    """And a key as a session, or as a password."""
    key = town.bos["Authorization"].partition(" ")[2]
    assert town.status("GET", "/rosters", {"Authorization": f"Bearer {town.bo.cookie()}"}) == 401
    browser = town.club.browser()
    browser.client.set_cookie("__Host-muster", key, domain="muster.example", path="/", secure=True)
    assert browser.get("/account").status_code == 303
    assert town.club.app.test_client().get("/api/v1/rosters", base_url=HTTPS, auth=("Bo", key)).status_code == 401


def races_for_an_invitation(town: Town) -> None:
    people, token = town.club.accounts.people, town.club.accounts.people.invite("Gus").token

    def accept(number: int) -> bool:
        try:
            people.accept(token, f"{PASSWORD} {number}")
        except NotFound:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(accept, range(8))) == 1
    people.remove("Gus")


def makes_more_by_one_word(town: Town) -> None:
    """The same `Idempotency-Key` many times at once."""
    headers = {"Idempotency-Key": "many-at-once"}
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: town.call("POST", "/rosters", town.mals, json=HOST, headers=headers), range(8)))
    assert {answer.status_code for answer in found} <= {201, 503}
    assert len({answer.get_json()["id"] for answer in found if answer.status_code == 201}) == 1


def sends_a_bomb(town: Town) -> None:
    """A little that becomes a lot: a body that is packed is not unpacked, an archive only within limits."""
    packed = gzip.compress(b'{"name": "' + b"0" * 50_000_000, 1)
    kinds = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    assert town.status("POST", "/rosters", town.mals, data=packed, headers=kinds) == 400
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
        file.writestr("a.cat", b"<" * 200_000_000)
    kinds = {"Content-Type": "application/zip"}
    assert town.status("POST", "/imports", town.mals, data=archive.getvalue(), headers=kinds) == 422


def brings_files_from_another_site(town: Town) -> None:
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {}):
        files = {"files": (io.BytesIO(b"{}"), "a.json")}
        assert town.bo.post("/api/v1/imports", files, headers).status_code == 403


def reads_machines_of_the_network_by_an_import(town: Town) -> None:
    """Nor does anybody learn which ports are open there."""
    said = set()
    for address in ("127.0.0.1:1", "127.0.0.1:22", "[::1]:8000", "localhost", "169.254.169.254", "10.0.0.1", "0.0.0.0"):
        answer = town.call("POST", "/imports", town.mals, json={"urls": [f"http://{address}/"]})
        assert answer.status_code == 422
        said.add(answer.get_json()["detail"].partition("/: ")[2])
    assert len(said) == 1
    for address in ("file:///etc/passwd", "gopher://10.0.0.1", "http://bo@10.0.0.1/"):
        assert town.status("POST", "/imports", town.mals, json={"urls": [address]}) == 422


def shares_a_roster_of_another(town: Town) -> None:
    """By a link, with a club, or by handing out a seat of another's battle."""
    assert town.status("POST", f"/rosters/{town.roster}/links", town.mals, json={}) == 404
    assert town.status("POST", f"/battles/{town.battle}/links", town.mals, json={}) in (404, 422)
    assert town.mal.post(f"/rosters/{town.roster}/links", {"name": ""}, ORIGIN).status_code == 404


def forges_a_place_in_a_list(town: Town) -> None:
    for start in ("-1", "9" * 30, "1.5", "' or 1=1", "\0", "1,2", "NaN"):
        answer = town.call("GET", "/rosters", town.mals, query_string={"start": start})
        assert answer.status_code == 422, start
    for start in range(0, 100, 7):
        assert town.roster not in town.call("GET", f"/rosters?start={start}", town.mals).text


def asks_for_more_than_a_key_may(town: Town) -> None:
    """By a scope that there is not, or two keys at once."""
    for scope in ("admin", "read write", "write,people", "READ", ""):
        assert town.mal.post("/account/keys", {"name": "more", "scope": scope}, ORIGIN).status_code == 422, scope
    both = ", ".join(each["Authorization"] for each in (town.mals, town.bos))
    assert town.status("GET", "/rosters", {"Authorization": both}) == 401
