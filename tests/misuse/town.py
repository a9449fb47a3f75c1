"""Who and what there is where misuse is tried."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask

from builder.api.current import ACCOUNTS, RATES
from builder.api.rates import Rates
from builder.settings import Settings
from tests.databases import NAMES
from tests.people import Browser, Club, club_over

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
def town(club_app: Flask, prepared_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    settings = Settings(database=Path(shutil.copy(prepared_database, tmp_path_factory.mktemp("town"))), names=NAMES)
    with club_over(club_app, settings, prepared_database) as club:
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
def nothing_was_counted(club_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """And no wait ends meanwhile, however slow the machine is."""
    now = time.time()
    monkeypatch.setattr("builder.services.people.counts.time", SimpleNamespace(time=lambda: now))
    counts = club_app.extensions[ACCOUNTS].counts
    counts.reset()
    club_app.extensions[RATES] = Rates(1200, counts)
