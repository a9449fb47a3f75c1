"""`muster battle`: to a winner, the same bytes again, and a record that replays."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from exports.document import RosterDocument, document_from
from exports.sheet.printing import print_sheet
from resolver.engine.record import read_record
from resolver.engine.replay import replay
from tests.armies import few
from tests.cli.conftest import Muster, answer, process, run, save_file, sentence
from tests.databases import PATROLS

PLAYERS = ("--players", "random,random")
KEYS = {"winner", "victory_points", "rounds", "record_digest", "unresolved", "coverage"}


@pytest.fixture(scope="module")
def template(few_units: Path) -> Path:
    return few_units


@pytest.fixture
def armies(tmp_path: Path) -> list[Path]:
    """Two small armies, as documents: to print and read sheets takes longer than to play."""
    sunward = few("sunward-patrol", "Dawn Marshal", "Vigil Scouts")
    gloam = few("gloam-patrol", "Pale Regent", "Shrike Riders")
    return [save_file(tmp_path / f"{name}.json", army.to_bytes()) for name, army in (("a", sunward), ("b", gloam))]


@pytest.mark.slow
def test_a_battle_is_played_recorded_and_told(muster: Muster, armies: list[Path], tmp_path: Path):
    record, events = tmp_path / "r.json", tmp_path / "e.jsonl"
    call = ("battle", *armies, "--seed", 7, *PLAYERS)
    found = answer(muster(*call, "--json", "--record", record, "--events", events))
    assert found.keys() >= KEYS
    assert found["winner"] in ("a", "b", None)
    assert (found["seed"], found["mission"], found["players"]) == (7, "only-war", ["random", "random"])
    assert found["record_digest"] == f"sha256:{hashlib.sha256(record.read_bytes()).hexdigest()}"
    played = replay(read_record(record.read_bytes()))
    assert played.outcome
    assert list(played.outcome.victory_points) == found["victory_points"]
    assert [json.loads(line) for line in events.read_text(encoding="utf-8").splitlines()] == played.events
    told = muster(*call)
    assert told.exit_code == 0
    assert "\nBattle round 1.\n\nTurn of " in told.stdout
    assert "Movement phase.\n  " in told.stdout
    assert told.stdout.endswith(f"Seed 7, record {found['record_digest']}\n")
    assert "Battle round 2 ..." in told.stderr


@pytest.mark.sample(0)
def test_the_same_bytes_in_another_process(tmp_path: Path):
    alone = few("sunward-patrol", "Dawn Marshal"), few("gloam-patrol", "Pale Regent")
    armies = [save_file(tmp_path / f"{name}.json", army.to_bytes()) for name, army in zip("ab", alone, strict=True)]
    call = ("battle", *armies, "--seed", 7, "--json")
    there = process(*call, database=tmp_path / "none.db", PYTHONHASHSEED="1")
    assert there.returncode == 0
    assert there.stdout == run(*call).stdout_bytes
    found = json.loads(there.stdout)
    assert found.keys() >= KEYS
    assert found["players"] == ["planning", "planning"]
    assert not (tmp_path / "none.db").exists()


@pytest.mark.slow
def test_the_patrols_fight_alike_as_rosters_and_as_sheets(muster: Muster, tmp_path: Path):
    sheets = [tmp_path / f"{id}.pdf" for id in PATROLS]
    for id, sheet in zip(PATROLS, sheets, strict=True):
        muster("print", id, "--out", sheet)
    runs = [muster("battle", *armies, "--seed", 7, *PLAYERS, "--json") for armies in (sheets, PATROLS)]
    assert runs[0].stdout == runs[1].stdout
    assert answer(runs[0])["winner"] in ("a", "b", None)


@pytest.mark.sample(0)  # what is played is compared in tests/golden, what differs between processes above
@pytest.mark.parametrize("mission", ["secret-loot", "annihilation"])
def test_a_scenario_of_the_grundregelwerk_goes_alike_in_another_process(tmp_path: Path, mission: str):
    a = few("rustwater-ferry", "Toll Captain", "Towpath Riders")
    b = few("thornmane-scouts", "Voice of Thorns", "Thicket Stalkers")
    sheets = [save_file(tmp_path / f"{name}.pdf", print_sheet(army)) for name, army in (("a", a), ("b", b))]
    call = ("battle", *sheets, "--mission", mission, "--seed", 3, "--players", "random,random")
    there = process(*call, database=tmp_path / "none.db", PYTHONHASHSEED="77")
    assert there.returncode == 0
    assert there.stdout == run(*call).stdout_bytes
    assert "Seed 3, record sha256:" in there.stdout.decode()


def test_without_a_seed_one_is_drawn_and_told(muster: Muster, armies: list[Path], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("secrets.randbelow", lambda most: 7)
    drawn = muster("battle", *armies, *PLAYERS, "--json")
    assert answer(drawn)["seed"] == 7
    assert "seed 7" in drawn.stderr


def test_an_army_with_errors_is_played_and_it_is_said(
    muster: Muster, documents: dict[str, RosterDocument], armies: list[Path], tmp_path: Path
):
    data = json.loads(documents["gloam-patrol"].to_bytes())
    data["judgement"]["legal"] = False
    illegal = save_file(tmp_path / "illegal.json", document_from(data).to_bytes())
    result = muster("battle", illegal, armies[0], "--seed", 1, *PLAYERS, "--json")
    assert result.exit_code == 0
    assert result.stderr.startswith(f"{illegal} is not a legal army")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--players", "random"], "Name two players"),
        (["--players", "random,grandmaster"], '"grandmaster" is no player'),
        (["--mission", "picnic"], '"picnic" is no mission'),
        (["--seed", "-1"], "--seed"),
        (["--seed", "x"], "--seed"),
    ],
)
def test_a_battle_that_cannot_be(muster: Muster, armies: list[Path], options: list[str], told: str):
    assert told in sentence(muster("battle", *armies, *options))


def test_armies_that_cannot_meet(muster: Muster, documents: dict[str, RosterDocument], armies: list[Path], tmp_path: Path):
    data = json.loads(documents["gloam-patrol"].to_bytes())
    data["army"]["units"], data["army"]["declarations"], data["army"]["model_count"] = [], [], 0
    empty = save_file(tmp_path / "empty-army.json", document_from(data).to_bytes())
    assert "has no unit" in sentence(muster("battle", armies[0], empty))
    data["army"]["system"] = "wh40k-2e"
    older = save_file(tmp_path / "older.json", document_from(data).to_bytes())
    assert "of two systems" in sentence(muster("battle", armies[0], older))
    assert "No battle can be played by wh40k-2e yet" in sentence(muster("battle", older, older))


@pytest.mark.slow
def test_what_is_not_resolved_is_told_once_with_all_that_have_it(
    muster: Muster, documents: dict[str, RosterDocument], armies: list[Path], tmp_path: Path
):
    data = json.loads(few("sunward-patrol", "Dawn Marshal", "Vigil Scouts").to_bytes())
    for unit in data["army"]["units"]:
        unit["abilities"] += [{"name": "Riddle", "text": "It riddles.", "aura": False, "external": False, "effects": []}]
    names = [unit["name"] for unit in data["army"]["units"]]
    riddling = save_file(tmp_path / "riddle.json", document_from(data).to_bytes())
    call = ("battle", riddling, armies[1], "--seed", 1, *PLAYERS)
    told = [line for line in muster(*call).stdout.splitlines() if "Riddle" in line]
    assert told == [f"Not resolved: Riddle, of {', '.join(names)}"]
    rows = answer(muster(*call, "--json"))["unresolved"]
    assert len([row for row in rows if row["name"] == "Riddle"]) == len(names) == 2
