"""A Muster with accounts: an owner, two players, their browsers and keys. A plugin of pytest (`tests/conftest.py`)."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from flask import Flask
from flask.testing import FlaskClient

from builder.api.current import ACCOUNTS, KEY, RATES
from builder.api.rates import Rates
from builder.app import create_app
from builder.services.assembly import Services, open_services
from builder.services.people import passwords
from builder.services.people.accounts import Accounts
from builder.services.spaces import TEMPLATE, people_folder
from builder.settings import Settings
from tests.databases import NAMES

PASSWORD = "a long sentence"
ORIGIN = {"Sec-Fetch-Site": "same-origin"}
HTTPS = "https://muster.example"


@pytest.fixture(scope="session", autouse=True)
def _quick_passwords() -> Iterator[None]:
    """Hash passwords at no cost: thousands of sign-ins would take minutes. `test_passwords.py` sees to the real cost."""
    with pytest.MonkeyPatch.context() as patch:
        quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        patch.setattr(passwords, "HASHER", quick)
        patch.setattr(passwords, "NOBODYS", quick.hash("of nobody"))
        yield


@dataclass(slots=True)
class Browser:
    """A browser at the club's address, by TLS."""

    client: FlaskClient

    def get(self, path: str, **given: Any) -> Any:
        return self.client.get(path, base_url=HTTPS, **given)

    def post(self, path: str, data: Any = None, headers: dict[str, str] | None = None, **given: Any) -> Any:
        return self.client.post(path, data=data, base_url=HTTPS, headers=ORIGIN if headers is None else headers, **given)

    def sign_in(self, name: str, password: str = PASSWORD) -> Any:
        return self.post("/sign-in", {"name": name, "password": password})

    def cookie(self) -> str:
        found = self.client.get_cookie("__Host-muster", domain="muster.example")
        return found.value if found else ""


@dataclass(slots=True)
class Club:
    """A Muster with accounts, and what its people have."""

    app: Flask
    services: Services
    accounts: Accounts
    rosters: dict[str, str] = field(default_factory=dict)

    def browser(self, address: str = "127.0.0.1") -> Browser:
        """Return a browser at an address."""
        client = self.app.test_client()
        client.environ_base["REMOTE_ADDR"] = address
        return Browser(client)

    def person(self, name: str, role: str = "") -> Browser:
        """Invite somebody and return the browser in which they signed in."""
        invited, browser = self.accounts.people.invite(name, role), self.browser()
        browser.post(f"/join/{invited.token}", {"password": PASSWORD})
        return browser

    def key(self, name: str, *, writes: bool = True) -> dict[str, str]:
        """Return the header with a new key of somebody."""
        person = self.accounts.people.get(name)
        return {"Authorization": f"Bearer {self.accounts.keys.make(person.id, 'test', writes=writes).token}"}

    def call(self, method: str, path: str, key: dict[str, str] | None = None, **given: Any) -> Any:
        """Ask the API as another machine does, with nothing but a key."""
        headers = {**given.pop("headers", {}), **(key or {})}
        asked = {"base_url": "http://192.168.1.20:8000", "environ_overrides": {"REMOTE_ADDR": "192.168.1.77"}}
        return self.app.test_client().open(f"/api/v1{path}", method=method, headers=headers, **asked, **given)


@pytest.fixture(scope="session")
def club_app(prepared_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The application with accounts, made once."""
    path = Path(shutil.copy(prepared_database, tmp_path_factory.mktemp("club")))
    app = create_app(Settings(database=path, names=NAMES, accounts=True))
    yield app
    app.extensions[ACCOUNTS].close()
    app.extensions[KEY].close()


@pytest.fixture
def club(club_app: Flask, settings: Settings, prepared_database: Path) -> Iterator[Club]:
    """A club over the test's own database; who is invited first owns it."""
    with club_over(club_app, settings, prepared_database) as made:
        yield made


def keep_template(settings: Settings, prepared_database: Path) -> None:
    """Keep what the databases of people are copied from: making it anew takes a second."""
    folder = people_folder(settings)
    folder.mkdir()
    shutil.copy(prepared_database, folder / TEMPLATE)


@contextmanager
def club_over(app: Flask, settings: Settings, prepared_database: Path) -> Iterator[Club]:
    """Give the application another database, with accounts and nobody in them, for a while."""
    keep_template(settings, prepared_database)
    services = open_services(replace(settings, accounts=True))
    accounts = Accounts(services.settings, services.spaces)
    before = {name: app.extensions[name] for name in (KEY, ACCOUNTS, RATES)}
    app.extensions |= {KEY: services, ACCOUNTS: accounts, RATES: Rates(settings.rate, accounts.counts)}
    yield Club(app, services, accounts)
    app.extensions |= before
    accounts.close()
    services.close()
