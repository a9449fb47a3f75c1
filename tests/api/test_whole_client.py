"""The Python client calls every operation of the API, and every call works."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from builder.api import PREFIX
from builder.api.contract.rows import operation_rows
from builder.client import Muster, MusterError
from builder.client import words as client_words
from datasheets.words import codes, languages, placeholders, say
from tests.api.native import CATALOGUE, datasheet
from tests.importing.data import SMALL
from tests.people import Club
from tests.servers import Local, serving

A, B = {"roster": "sunward-patrol"}, {"roster": "gloam-patrol"}
PART = re.compile(r"\{(\w+)\}")


def addresses() -> dict[str, re.Pattern[str]]:
    """Return what the address of each operation looks like, those without a part before those with one."""
    names = sorted(operation_rows(), key=lambda each: each.count("{"))
    return {
        name: re.compile(PART.sub("[^/]+", name.replace(".", r"\.")).replace(r"[^/]+\.[^/]+", r"[^/]+")) for name in names
    }


@pytest.fixture(scope="module")
def template(few_units: Path) -> Path:
    return few_units


@pytest.fixture
def called_operations() -> set[str]:
    """The operations that were called, by "METHOD /address"."""
    return set()


@pytest.fixture
def muster(server: Local, called_operations: set[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Muster]:
    known, send = addresses(), requests.Session.request

    def note(session: requests.Session, method: str, url: str, **parts: Any) -> requests.Response:
        asked = f"{method} {url.partition(PREFIX)[2]}"
        called_operations.add(next(name for name, shape in known.items() if shape.fullmatch(asked)))
        return send(session, method, url, **parts)

    monkeypatch.setattr(requests.Session, "request", note)
    with Muster(server.url) as muster:
        yield muster


@pytest.mark.slow
def test_every_operation_is_called(muster: Muster, called_operations: set[str]) -> None:
    game_data(muster)
    rosters(muster)
    sheets(muster)
    battles(muster)
    simulations(muster)
    assert {name for name in set(operation_rows()) - called_operations if " /clubs" not in name} == set()


def test_every_operation_of_clubs_is_called(muster: Muster, called_operations: set[str], club: Club) -> None:
    assert muster.clubs() == []  # where there are no accounts
    club.person("Ada")
    ada = club.accounts.people.get("Ada")
    made = club.accounts.clubs.make(ada, "Thursday")
    key = club.key("Ada")["Authorization"].removeprefix("Bearer ")
    with serving(club.app) as served, Muster(served.url, key=key) as mine:
        assert [each["name"] for each in mine.clubs()] == ["Thursday"]
        mine.share_roster(made.id, "sunward-host")
        found = mine.club(made.id)
        assert [each["name"] for each in found["members"]] == ["Ada"]
        assert [each["name"] for each in found["rosters"]] == ["Sunward Host"]
        assert mine.shared_roster(made.id, ada.id, "sunward-host") == mine.document("sunward-host")
        mine.unshare_roster(made.id, "sunward-host")
        with pytest.raises(MusterError) as gone:
            mine.shared_roster(made.id, ada.id, "sunward-host")
        assert gone.value.status == 404
    assert {name for name in operation_rows() if " /clubs" in name} <= called_operations


def game_data(muster: Muster) -> None:
    assert muster.system("wh40k-9e")["id"] in [each["id"] for each in muster.systems()]
    assert next(muster.rules("wh40k-9e"))["id"].startswith("9E-")
    assert muster.rule("wh40k-9e", "9E-DS-05")["id"] == "9E-DS-05"
    assert muster.schema(muster.schemas()[0]["name"])
    made = muster.create_catalogue(CATALOGUE, once="catalogue-once")
    assert muster.create_catalogue(CATALOGUE, once="catalogue-once") == made
    changed = muster.replace_catalogue(made, {**CATALOGUE, "name": "Other"})
    assert muster.catalogue(made["id"])["name"] == changed["name"] == "Other"
    sheet = muster.create_datasheet(datasheet())
    newer = muster.replace_datasheet(sheet, datasheet(name="Renamed"))
    assert muster.datasheet(made["id"], sheet["id"], version=1)["document"] == sheet["document"]
    assert [each["version"] for each in muster.datasheet_versions(made["id"], sheet["id"])] == [1, 2]
    whole = muster.catalogue_file(made["id"])
    assert len(muster.catalogue_versions(made["id"])) == 1
    muster.delete_datasheet(newer)
    muster.delete_catalogue(muster.catalogue(made["id"]))
    assert made["id"] not in [each["id"] for each in muster.catalogues()]
    assert muster.import_catalogue(whole, name="Back", there="replace")["name"] == "Back"
    muster.import_data(SMALL)
    unit = next(muster.datasheets(catalogue="reed"))
    bases = muster.bases(unit["catalogue"], unit["id"])
    given = muster.give_bases(
        unit["catalogue"], unit["id"], [{"profile": bases[0]["profile"], "shape": "round", "mm": [40], "height": 2}]
    )
    assert given != bases
    with pytest.raises(MusterError) as refusal:
        muster.give_bases(unit["catalogue"], unit["id"], [{"profile": bases[0]["profile"], "shape": "round", "mm": [40]}])
    assert [each["path"] for each in refusal.value.problem["problems"]] == ["/items/0/height"]
    assert muster.set_owned("wh40k-9e", {"Host Guard": 5}) == muster.collection("wh40k-9e") == {"Host Guard": 5}


def rosters(muster: Muster) -> None:
    made = muster.create_roster("wh40k-9e", "First", once="roster-once")
    assert muster.create_roster("wh40k-9e", "First", once="roster-once") == made
    rename = [{"op": "rename", "name": "Second"}]
    assert muster.preview(made["id"], rename)["name"] == "Second"
    now = muster.redo(muster.undo(muster.apply(made, rename)))
    muster.name_version(now["id"], 2, "Named")
    assert [each["name"] for each in muster.history(now["id"])] == ["", "Named"]
    now = muster.file_roster(muster.restore(now, 1), ["club"], archived=False, locked=False)
    copy = muster.copy_roster(now["id"], "Third")
    assert {"First", "Third"} <= {each["name"] for each in muster.rosters()}
    found = muster.findings(copy["id"])["findings"]
    assert muster.judge([copy["id"]])[0]["findings"] == [{**each, "fixes": []} for each in found]
    assert muster.updates(copy)["operations"] == []
    for format in ("json", "txt", "ros", "rosz", "newrecruit-json", "text", "discord"):
        assert muster.export("sunward-patrol", format)
    assert muster.exports("sunward-patrol")
    assert muster.roster_link("sunward-patrol")
    handed = muster.hand_out(copy["id"])
    assert muster.read_link(handed["token"]) == muster.document(copy["id"])
    assert [each["id"] for each in muster.links(copy["id"])] == [handed["id"]]
    muster.take_back_link(copy["id"], handed["id"])
    muster.delete_roster(muster.roster(copy["id"]))
    muster.delete_rosters([now])


def sheets(muster: Muster) -> None:
    assert muster.validate(system="wh40k-9e")["system"] == "wh40k-9e"
    assert muster.matchup(A, B)["combined_power"] > 0
    assert muster.compare(A, A)["same"] > 0
    assert muster.odds(A, B, attacker_unit="Host Guard", target_unit="Gloam Guard")["kills"]
    assert set(muster.army_odds(A, B)) == {"a", "b"}
    assert muster.save_setup("club", layout="cards") == muster.setup("club")
    pdf = muster.render_sheet(A, setup="club")
    assert muster.sheet("sunward-patrol", setup="club").startswith(b"%PDF")
    assert [each["name"] for each in muster.setups()] == ["club"]
    muster.delete_setup("club")
    assert muster.read_sheet(pdf) == muster.document("sunward-patrol")
    found = muster.verify_sheet(pdf, roster="sunward-patrol")
    assert found["matches"]
    assert muster.find_code(found["check_code"])["found"]
    assert muster.compare({"sheet": b64encode(pdf).decode()}, A)["same"] > 0


def battles(muster: Muster) -> None:
    battle = muster.start_battle(A, B, players=["human", "greedy"], seed=7)
    id, token = battle["id"], battle["tokens"]["a"]
    assert [each["id"] for each in muster.battles(system="wh40k-9e")] == [id]
    muster.choose(id, token, muster.decision(id, token)["options"][0])
    muster.take_back(id, token)
    assert muster.battle(id) == muster.advance(id)
    assert muster.view(id, token)
    assert muster.coverage(id, token)
    assert any(each["told"] for each in muster.events(id, token, told=True))
    kind, said = next(muster.listen(id, token))
    assert (kind, said["n"]) == ("event", 0)
    other = muster.import_battle(muster.record(id, token), players=["human", "greedy"])
    fork = muster.fork(id, 0, token)
    link = muster.let_watch(id, "Anna")
    assert [each["name"] for each in muster.battle_links(id)] == ["Anna"]
    muster.take_back_battle_link(id, link["id"])
    for each in (fork, other, battle):
        muster.delete_battle(each["id"])


def simulations(muster: Muster) -> None:
    made = muster.start_simulation(A, B, games=2, players=["random", "random"], seed=3)
    stands = list(muster.follow_simulation(made["id"]))[-1]
    assert (stands["over"], stands["state"], stands["played"]) == (True, "done", 2)
    assert sum(muster.simulation(made["id"])["answer"]["wins"]) == 2
    assert muster.simulation_table(made["id"]).startswith("about,which,what,number\n")
    replayed = muster.replay_game(made["id"], 0)
    assert muster.battle(replayed["id"])["seed"]
    muster.resume_simulation(made["id"], games=4)
    muster.cancel_simulation(made["id"])
    assert [each["id"] for each in muster.simulations()] == [made["id"]]
    muster.delete_simulation(made["id"])


@pytest.mark.parametrize("language", ["", *languages()])
def test_no_answer_is_said_in_each_language(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for error, code in (
        (requests.ConnectionError("refused"), "unreachable"),
        (requests.ReadTimeout("slow"), "late"),
        (requests.exceptions.SSLError("certificate"), "broken"),
    ):

        def fail(*_: Any, error: Exception = error, **__: Any) -> None:
            raise error

        monkeypatch.setattr(requests.Session, "request", fail)
        with Muster("http://muster.example", language=language) as muster, pytest.raises(MusterError) as silence:
            muster.systems()
        values = {"url": "http://muster.example", "seconds": 60, "reason": error}
        assert str(silence.value) == say(f"client.{code}", values, language)


def test_the_client_fills_in_no_more_than_names() -> None:
    """It has no plurals and no names of games: its sentences are plain templates."""
    for code in filter(lambda each: each.startswith("client."), codes()):
        for language in languages():
            values = {name: f"<{name}>" for name in placeholders(code)}
            assert client_words.say(code.removeprefix("client."), language, **values) == say(code, values, language)


def test_refusals_come_in_the_language(server: Local) -> None:
    with Muster(server.url, language="sv") as muster, pytest.raises(MusterError, match="det finns ingen lista 'none'"):
        muster.roster("none")
