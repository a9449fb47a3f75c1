"""How often somebody may ask: all processes of a server count together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import cycle, islice

import pytest
import requests

from builder.api.current import RATES
from builder.api.rates import STRANGERS, Rates
from builder.services.assembly import open_services
from builder.services.people.accounts import Accounts
from builder.settings import Settings
from builder.store import StoreFull
from tests.people import Club
from tests.servers import Server

A_MINUTE = 8


@contextmanager
def accounts_of(settings: Settings) -> Iterator[Accounts]:
    services = open_services(settings)
    accounts = Accounts(services.settings, services.spaces)
    yield accounts
    accounts.close()
    services.close()


@pytest.mark.slow
def test_two_processes_let_as_much_pass_as_one(serve: Callable[..., Server], settings: Settings) -> None:
    servers = [serve(MUSTER_ACCOUNTS="yes", MUSTER_RATE=str(A_MINUTE)) for _ in range(2)]
    with accounts_of(settings) as accounts:
        people = [accounts.people.invite(name).person for name in ("Ada", "Bo")]
        adas, bos = (accounts.keys.make(person.id, "test", writes=True).token for person in people)

    def ask(url: str, key: str) -> int:
        found = requests.get(f"{url}/api/v1/systems", headers={"Authorization": f"Bearer {key}"} if key else {}, timeout=60)
        return found.status_code

    in_turn = list(islice(cycle(server.url for server in servers), 2 * A_MINUTE))
    for key, answer in ((adas, 200), ("", 401)):
        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(lambda url, key=key: ask(url, key), in_turn))
        assert sorted(found) == [answer] * A_MINUTE + [429] * A_MINUTE
    assert [ask(server.url, bos) for server in servers] == [200, 200]


@pytest.mark.slow
def test_the_pages_to_sign_in_are_counted_for_themselves(club: Club) -> None:
    club.app.extensions[RATES] = Rates(1200, club.accounts.counts)
    browser = club.browser("192.168.1.77")
    assert [club.call("GET", "/systems").status_code for _ in range(STRANGERS + 1)] == [401] * STRANGERS + [429]
    found = [browser.get("/sign-in") for _ in range(STRANGERS + 1)]
    assert [answer.status_code for answer in found] == [200] * STRANGERS + [429]
    assert int(found[-1].headers["Retry-After"]) > 0
    assert browser.get("/health").status_code == 200
    assert club.browser("192.168.1.78").get("/sign-in").status_code == 200


def test_where_nothing_can_be_counted_together_each_process_counts(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk sends nobody away, and lets nobody flood."""

    def full(*_: object, **__: object) -> int:
        raise StoreFull("full")

    monkeypatch.setattr(club.accounts.counts, "incr", full)
    club.app.extensions[RATES] = Rates(5, club.accounts.counts)
    club.person("Ada")
    key = club.key("Ada")
    assert [club.call("GET", "/systems", key).status_code for _ in range(7)] == [200] * 5 + [429] * 2
