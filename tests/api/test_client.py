"""The Python client against a real server."""

import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from builder.client import Muster, MusterError
from tests.importing.data import SMALL, catalogue
from tests.servers import Local

DOCS = Path(__file__).parent.parent.parent / "docs" / "api.md"


@pytest.fixture(scope="module")
def template(few_units: Path) -> Path:
    return few_units


@pytest.fixture
def muster(server: Local) -> Iterator[Muster]:
    with Muster(server.url) as muster:
        yield muster


def rename(title: str) -> list[dict[str, str]]:
    return [{"op": "rename", "subject": "", "name": title}]


@pytest.mark.slow
def test_what_there_is(muster: Muster) -> None:
    assert "wh40k-9e" in [system["id"] for system in muster.systems()]
    assert muster.rule("wh40k-9e", "9E-DS-05")["id"] == "9E-DS-05"
    assert {"core-9e"} <= {each["id"] for each in muster.catalogues("wh40k-9e")}
    assert len(list(muster.datasheets(limit=3))) == len(list(muster.datasheets(limit=200)))
    found = next(iter(muster.datasheets(text="intercessor", keyword=["infantry", "primaris"])))
    assert muster.datasheet(found["catalogue"], found["id"])["document"]["name"] == found["name"]


def test_a_roster_is_handed_out_to_read(muster: Muster) -> None:
    roster = muster.create_roster("wh40k-9e", "Mine", [{"op": "add-force", "catalogue": "core-9e"}])
    link = muster.hand_out(roster["id"], "for Anna")
    assert muster.read_link(link["token"]) == muster.document(roster["id"])
    assert [each["name"] for each in muster.links(roster["id"])] == ["for Anna"]
    muster.take_back_link(roster["id"], link["id"])
    with pytest.raises(MusterError, match="taken back"):
        muster.read_link(link["token"])


def test_a_roster_from_birth_to_death(muster: Muster) -> None:
    roster = muster.create_roster("wh40k-9e", "Mine", [{"op": "add-force", "catalogue": "core-9e"}])
    changed = muster.apply(roster, rename("Yours"))
    with pytest.raises(MusterError) as refusal:
        muster.apply(roster, rename("Theirs"))
    assert (refusal.value.status, refusal.value.problem["status"]) == (412, 412)
    assert [each["name"] for each in muster.rosters(text="yours")] == ["Yours"]
    back = muster.undo(changed)
    assert back["name"] == "Mine"
    assert muster.redo(back)["name"] == "Yours"
    assert muster.restore(muster.roster(roster["id"]), 1)["name"] == "Mine"
    assert [step["n"] for step in muster.history(roster["id"])] == [1, 2]
    document = muster.document(roster["id"])
    copy = muster.import_roster(document)
    assert muster.document(copy["id"]) == document
    judged = muster.validate(document=document)
    assert judged["findings"] == muster.findings(roster["id"])["findings"]
    muster.delete_roster(muster.roster(roster["id"]))
    with pytest.raises(MusterError) as gone:
        muster.roster(roster["id"])
    assert gone.value.status == 404


def test_several_rosters_at_once(muster: Muster) -> None:
    made = [muster.create_roster("wh40k-9e", name) for name in ("One", "Two")]
    judged = muster.judge([each["id"] for each in made], fixes=True)
    assert [each["name"] for each in judged] == ["One", "Two"]
    assert judged[0]["findings"] == muster.findings(made[0]["id"])["findings"]
    muster.delete_rosters(made)
    assert list(muster.rosters(text="One")) == []
    with pytest.raises(MusterError) as gone:
        muster.delete_rosters(made)
    assert (gone.value.status, len(gone.value.problem["problems"])) == (404, 2)


def test_game_data_and_updates(muster: Muster) -> None:
    assert [item["change"] for item in muster.import_data(SMALL)["items"]] == ["added"] * 3
    roster = muster.create_roster("salt", "Marsh", [{"op": "add-force", "catalogue": "reed"}])
    newer = {"Reed.cat": catalogue(revision=2)}
    assert len(muster.import_data(newer, preview=True)["rosters"]) == 1
    assert muster.updates(roster)["operations"] == []
    muster.import_data(newer)
    moved = muster.apply(roster, muster.updates(roster)["operations"])
    assert muster.updates(moved)["forces"] == []


@pytest.mark.slow
def test_sheets(muster: Muster) -> None:
    pdf = muster.sheet("sunward-patrol", paper="letter")
    assert muster.read_sheet(pdf) == muster.document("sunward-patrol")
    assert muster.verify_sheet(pdf, roster="sunward-patrol")["matches"] is True
    with pytest.raises(MusterError, match="PDF"):
        muster.read_sheet(b"a photo")


def test_a_battle(muster: Muster) -> None:
    a, b = {"roster": "sunward-patrol"}, {"roster": "gloam-patrol"}
    assert muster.matchup(a, b)["combined_power"] > 0
    battle = muster.start_battle(a, b, players=["human", "human"])
    seat = battle["pending"]["seat"]
    asked = muster.decision(battle["id"], battle["tokens"][seat])
    after = muster.choose(battle["id"], battle["tokens"][seat], asked["options"][0])
    assert after["choices"] == 1
    assert muster.battle(battle["id"]) == after
    assert len(list(muster.events(battle["id"]))) == after["events"]
    with pytest.raises(MusterError) as refusal:
        muster.record(battle["id"])
    assert refusal.value.status == 409


def test_no_server() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    with Muster(url, timeout=5) as nobody, pytest.raises(MusterError) as silence:
        nobody.systems()
    assert silence.value.status == 0


@pytest.mark.parametrize("key", ["muster_ключ", "muster_“x”", "muster_x\n"])
def test_a_key_with_letters_that_no_header_holds(server: Local, key: str) -> None:
    with Muster(server.url, key=key) as muster, pytest.raises(MusterError, match="copied"):
        muster.systems()
    with Muster(server.url) as muster, pytest.raises(MusterError, match="copied"):
        muster.decision("x", key)


def test_an_answer_that_is_not_musters(muster: Muster, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = requests.Response()
    answer.status_code, answer._content = 502, b"<html>Bad gateway</html>"
    monkeypatch.setattr(requests.Session, "request", lambda *_, **__: answer)
    with pytest.raises(MusterError) as refusal:
        muster.systems()
    assert (refusal.value.status, refusal.value.problem) == (502, {})


def test_the_example_of_the_docs(muster: Muster, capsys: pytest.CaptureFixture[str]) -> None:
    code = re.search(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert code
    exec(code[1].replace("http://127.0.0.1:8000", muster.url), {})
    assert "9E-" in capsys.readouterr().out


def test_lists_of_other_programs_in_and_out(muster: Muster) -> None:
    (format,) = [each for each in muster.exports("sunward-patrol") if each["format"] == "rosz"]
    assert any("declaration" in words for words in format["left_out"])
    for name in ("rosz", "newrecruit-json"):
        made = muster.export("sunward-patrol", name)
        report = muster.import_data({f"back.{name.rpartition('-')[2]}": made})["lists"][0]
        assert (report["name"], report["unplaced"]) == ("Sunward Patrol", [])
        back = muster.roster(report["roster"])
        assert back["tree"]["forces"] == muster.roster("sunward-patrol")["tree"]["forces"]
        muster.delete_roster(back)
