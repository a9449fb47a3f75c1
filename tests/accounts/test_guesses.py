"""Wrong passwords: whoever types them waits, and nobody else."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing

import pytest

from builder.api.current import RATES
from builder.api.guesses import AT_ADDRESS, FORGOTTEN, FREE, LONGEST
from builder.api.rates import Rates
from builder.services.people.accounts import COUNTS
from builder.services.people.counts import Counts
from builder.services.spaces import people_folder
from tests.people import PASSWORD, Club

ELSEWHERE, HERE = "203.0.113.9", "198.51.100.4"


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Let time pass."""
    passed, real = [0.0], time.time

    def let_pass(seconds: float) -> None:
        passed[0] += seconds

    monkeypatch.setattr("builder.services.people.counts.time.time", lambda: real() + passed[0])
    return let_pass


def sign_in(club: Club, name: str, password: str, address: str = ELSEWHERE) -> int:
    found: int = club.browser(address).sign_in(name, password).status_code
    return found


def test_the_owner_gets_in_while_another_guesses(club: Club) -> None:
    """Whatever is typed elsewhere, and from however many addresses."""
    club.person("Ada")
    for at in range(40):
        sign_in(club, "Ada", "wrong", f"203.0.113.{at}")
    for _ in range(10):
        last = sign_in(club, "Ada", "wrong")
    assert (last, sign_in(club, "Ada", PASSWORD)) == (429, 429)
    assert sign_in(club, "Ada", PASSWORD, HERE) == 303


@pytest.mark.slow
def test_the_wait_grows_and_ends(club: Club, later: Callable[[float], None]) -> None:
    club.person("Ada")
    assert [sign_in(club, "Ada", "wrong") for _ in range(FREE)] == [401] * FREE
    for wait in (1, 2, 4, 8, 16):
        answer = club.browser(ELSEWHERE).sign_in("Ada")
        assert (answer.status_code, int(answer.headers["Retry-After"])) == (429, wait)
        assert f"{wait} second" in answer.text
        assert 'name="password"' in answer.text  # the form is there to try again
        later(wait + 0.1)
        assert sign_in(club, "Ada", "wrong") == 401
    later(32.1)
    assert sign_in(club, "Ada", PASSWORD) == 303


def test_no_wait_is_longer_than_a_quarter_of_an_hour(club: Club, later: Callable[[float], None]) -> None:
    club.person("Ada")
    waits = []
    for _ in range(FREE + 12):
        sign_in(club, "Ada", "wrong")
        answer = club.browser(ELSEWHERE).sign_in("Ada", "wrong")
        waits.append(int(answer.headers.get("Retry-After", 0)))
        later(waits[-1] + 0.1)
    assert max(waits) == LONGEST
    later(FORGOTTEN)
    assert [sign_in(club, "Ada", "wrong") for _ in range(FREE)] == [401] * FREE


def test_the_right_password_ends_the_count(club: Club) -> None:
    club.person("Ada")
    for _ in range(3):
        assert [sign_in(club, "Ada", "wrong") for _ in range(FREE - 1)] == [401] * (FREE - 1)
        assert sign_in(club, "Ada", PASSWORD) == 303


def test_an_address_guesses_for_few_names(club: Club) -> None:
    found = [sign_in(club, f"Name {at}", "wrong") for at in range(AT_ADDRESS.amount + 2)]
    assert found == [401] * AT_ADDRESS.amount + [429] * 2
    assert sign_in(club, "Nobody", "wrong", HERE) == 401


def test_all_processes_of_a_server_count_together(club: Club) -> None:
    """Each of them has a connection of its own to the one file."""
    club.person("Ada")
    before = club.app.extensions[RATES]
    path = people_folder(club.services.settings) / COUNTS
    with closing(Counts(path, 5)) as second, closing(Counts(path, 5)) as third:
        processes = [before, Rates(1200, second), Rates(1200, third)]
        found = []
        for at in range(FREE + 3):
            club.app.extensions[RATES] = processes[at % 3]
            found.append(sign_in(club, "Ada", "wrong"))
    club.app.extensions[RATES] = before
    assert found == [401] * FREE + [429] * 3
    assert b"ada" not in path.read_bytes().lower()


def test_a_network_of_ipv6_is_one_address(club: Club) -> None:
    """Who has one address of it has all of them."""
    club.person("Ada")
    found = [sign_in(club, "Ada", "wrong", f"2001:db8:1:2::{at:x}") for at in range(FREE + 2)]
    assert found == [401] * FREE + [429] * 2
    assert sign_in(club, "Ada", PASSWORD, "2001:db8:1:3::1") == 303
    assert [sign_in(club, "Ada", "wrong", f"::ffff:203.0.113.{at}") for at in range(FREE + 2)] == [401] * (FREE + 2)


def test_a_browser_in_which_somebody_signed_in_before_waits_for_itself_alone(club: Club) -> None:
    """Somebody at the club's own address guesses; the owner's browser at the same address gets in."""
    club.person("Ada")
    own, new = club.browser(ELSEWHERE), club.browser(ELSEWHERE)
    assert own.sign_in("Ada").status_code == 303
    own.post("/sign-out")
    for at in range(30):
        last = sign_in(club, "Ada" if at < 10 else f"Name {at}", "wrong")
    assert (last, new.sign_in("Ada").status_code) == (429, 429)
    assert own.sign_in("Ada").status_code == 303
    own.post("/sign-out")
    found = [own.sign_in("Ada", "wrong").status_code for _ in range(FREE + 1)]
    assert found == [401] * FREE + [429]
    assert own.sign_in("Bo", "wrong").status_code == 429  # it is known as Ada's alone


def test_a_mark_of_a_browser_is_forged_or_stolen(club: Club) -> None:
    club.person("Ada")
    own = club.browser(HERE)
    own.sign_in("Ada")
    found = own.client.get_cookie("__Host-muster-known", domain="muster.example")
    assert found
    assert (found.secure, found.http_only, found.same_site) == (True, True, "Lax")
    for _ in range(FREE + 1):
        sign_in(club, "Ada", "wrong")
    for value in ("x", "0" * 64, found.value[:-1] + "!", "ä"):
        forged = club.browser(ELSEWHERE)
        forged.client.set_cookie("__Host-muster-known", value, domain="muster.example", path="/", secure=True)
        assert forged.sign_in("Ada").status_code == 429
    thief = club.browser(ELSEWHERE)
    thief.client.set_cookie("__Host-muster-known", found.value, domain="muster.example", path="/", secure=True)
    assert thief.get("/account").status_code == 303  # it opens nothing
    own.post("/account/password", {"old": PASSWORD, "password": "another sentence"})
    assert thief.sign_in("Ada", "another sentence").status_code == 429  # another password ends it
