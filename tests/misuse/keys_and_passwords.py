"""Keys, invitations and passwords."""

from __future__ import annotations

from builder.services.tokens import token_digest
from tests.misuse.town import HOST, Town
from tests.people import HTTPS, ORIGIN, PASSWORD


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
    assert found == [401] * 5 + [429] * 17
    assert browser.sign_in("Bo").status_code == 429


def guesses_passwords_of_many(town: Town) -> None:
    """One password for many names: the address is counted."""
    found = [town.club.browser().sign_in(f"Name {number}", PASSWORD).status_code for number in range(22)]
    assert found == [401] * 20 + [429] * 2


def locks_somebody_out_by_wrong_passwords(town: Town) -> None:
    for _ in range(22):
        town.club.browser("203.0.113.9").sign_in("Bo", "wrong")
    assert town.club.browser("203.0.113.9").sign_in("Bo").status_code == 429
    assert town.club.browser("198.51.100.4").sign_in("Bo").status_code == 303


def guesses_the_password_so_far_in_a_stolen_session(town: Town) -> None:
    form = {"old": "wrong", "password": "another sentence"}
    found = [town.bo.post("/account/password", form).status_code for _ in range(22)]
    assert found == [422] * 5 + [429] * 17
