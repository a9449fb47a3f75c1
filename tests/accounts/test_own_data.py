"""A person takes all of their data along, and nothing of anybody else."""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

from builder.store.restoring import restore
from tests.people import PASSWORD, Club


def test_the_file_holds_what_is_theirs_and_restores_elsewhere(club: Club, tmp_path: Path) -> None:
    for name, role in (("Ada", "owner"), ("Bo", "")):
        club.person(name, role)
        club.call("POST", "/rosters", club.key(name), json={"name": f"Army of {name}", "system": "wh40k-9e"})
    ada, bo = (club.accounts.people.get(name) for name in ("Ada", "Bo"))
    club.accounts.clubs.join(bo, club.accounts.clubs.invite(ada, club.accounts.clubs.make(ada, "Thursday").id))
    browser = club.browser()
    browser.sign_in("Bo")
    assert "/account/data" in browser.get("/account").text
    answer = browser.get("/account/data")
    assert answer.headers["Content-Disposition"] == "attachment; filename=muster-data.zip"
    with zipfile.ZipFile(io.BytesIO(answer.data)) as whole:
        account = json.loads(whole.read("account.json"))
        (tmp_path / "bo.db").write_bytes(whole.read("muster.db"))
    assert (account["name"], account["role"], len(account["keys"])) == ("Bo", "player", 1)
    assert [(each["name"], each["made"]) for each in account["clubs"]] == [("Thursday", False)]
    assert PASSWORD not in json.dumps(account)
    assert "password" not in account
    restore(tmp_path / "mine.db", tmp_path / "bo.db", 1)
    with closing(sqlite3.connect(tmp_path / "mine.db")) as db:
        names = {name for (name,) in db.execute("select name from rosters")}
    assert "Army of Bo" in names
    assert "Army of Ada" not in names


def test_nobody_else_gets_it(club: Club) -> None:
    club.person("Ada", "owner")
    assert club.browser().get("/account/data").status_code in (303, 401)
    signed_out = club.app.test_client().get("/account/data", base_url="https://muster.example", headers=club.key("Ada"))
    assert signed_out.status_code == 403, "no key opens it"
