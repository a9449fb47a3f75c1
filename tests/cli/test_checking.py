"""`muster check` and `muster matchup`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from builder.operations.roster_json import roster_to_json
from builder.rules import registry
from builder.services.assembly import open_services
from builder.settings import Settings
from exports.document import RosterDocument, document_from
from tests.cli.conftest import Muster, answer, save_file, sentence

KEYS = {"system", "name", "power_level", "costs", "models", "legal", "findings", "aside", "unplaced"}
FINDING = {"rule", "severity", "path", "message", "wanted", "found", "fixes"}


@pytest.fixture
def illegal(documents: dict[str, RosterDocument], tmp_path: Path) -> Path:
    """A document of an army without a Warlord."""
    data = json.loads(documents["sunward-patrol"].to_bytes())
    kinds = ("warlord", "warlord-trait")
    data["army"]["declarations"] = [each for each in data["army"]["declarations"] if each["kind"] not in kinds]
    for unit in data["army"]["units"]:
        for keywords in (unit["keywords"]["other"], *(profile["keywords"] for profile in unit["profiles"])):
            keywords[:] = [keyword for keyword in keywords if keyword != "WARLORD"]
    return save_file(tmp_path / "illegal.json", document_from(data).to_bytes())


def test_a_stored_roster(muster: Muster):
    result = muster("check", "sunward-host", "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    found = answer(result)
    assert found.keys() == KEYS
    assert (found["system"], found["name"], found["power_level"], found["models"]) == ("wh40k-9e", "Sunward Host", 49, 26)
    assert found["costs"] == {"Power Rating": 49}
    assert found["legal"] is True
    assert all(finding.keys() >= FINDING for finding in found["findings"])


def test_a_file_says_what_it_states(muster: Muster, sheet: Path, documents: dict[str, RosterDocument], tmp_path: Path):
    document = save_file(tmp_path / "list.json", documents["sunward-patrol"].to_bytes())
    stored, of_sheet, of_document = (answer(muster("check", each, "--json")) for each in ("sunward-patrol", sheet, document))
    assert of_sheet == of_document == {**stored, "stated": {"Power Rating": 20}}


def test_an_army_with_errors_is_status_1_and_names_rules_and_fixes(muster: Muster, illegal: Path):
    result = muster("check", illegal, "--json")
    assert result.exit_code == 1
    found = answer(result)
    assert found["legal"] is False
    finding = next(each for each in found["findings"] if each["rule"] == "9E-WARLORD-01")
    assert finding["severity"] == "error"
    assert finding["fixes"]
    text = muster("check", illegal)
    assert text.exit_code == 1
    assert "not legal (1 error)" in text.stdout
    assert "Error 9E-WARLORD-01: " in text.stdout
    assert "    fix: Make Dawn Marshal" in text.stdout


@pytest.mark.slow
def test_a_file_that_contradicts_its_own_choices_is_not_legal(
    muster: Muster, documents: dict[str, RosterDocument], tmp_path: Path
):
    data = json.loads(documents["sunward-patrol"].to_bytes())
    data["army"]["units"][0]["profiles"][0]["characteristics"]["T"] = "10"
    altered = save_file(tmp_path / "altered.json", document_from(data).to_bytes())
    sheet = tmp_path / "altered.pdf"
    assert muster("print", altered, "--out", sheet).exit_code == 0
    for file in (altered, sheet):
        result = muster("check", file)
        assert result.exit_code == 1
        assert "Error roster.document: " in result.stdout


@pytest.mark.parametrize(
    "wrap", [lambda tree: tree, lambda tree: {"id": "sunward-host", "tree": tree}], ids=["bare", "answer"]
)
def test_a_tree_keeps_its_declarations(muster: Muster, settings: Settings, tmp_path: Path, wrap):
    stored = answer(muster("check", "sunward-host", "--json"))
    services = open_services(settings)
    tree = roster_to_json(services.rosters.get("sunward-host").roster)
    services.close()
    file = tmp_path / "tree.json"
    file.write_text(json.dumps(wrap(tree)))
    assert tree["declarations"]
    assert answer(muster("check", str(file), "--json")) == stored
    assert [each["change"] for each in answer(muster("import", str(file), "--json"))["items"]] == ["same"]
    tree["forces"][0]["selections"] = "none"
    file.write_text(json.dumps(wrap(tree)))
    assert "/forces/0/selections" in sentence(muster("check", str(file)))


def test_standard_input(muster: Muster, documents: dict[str, RosterDocument], sheet: Path):
    for data in (documents["sunward-patrol"].to_bytes(), sheet.read_bytes()):
        assert answer(muster("check", "-", "--json", input=data))["name"] == "Sunward Patrol"


def test_an_unknown_roster_and_files_that_are_no_lists(muster: Muster, tmp_path: Path):
    assert '"muster list rosters"' in sentence(muster("check", "nobody"))
    for name in ("a.ros", "a.rosz", "a.txt"):
        assert "no list that is known here" in sentence(muster("check", save_file(tmp_path / name, b"x")))


def test_a_system_without_army_rules_says_so(muster: Muster, settings: Settings, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delitem(registry._MODULES, "wh40k-2e")
    services = open_services(settings)
    id = services.rosters.create("wh40k-2e", "Older").row.id
    services.close()
    found = answer(muster("check", id, "--json"))
    assert "system.no-army-rules" in [each["code"] for each in found["findings"]]


def test_matchup(muster: Muster, sheet: Path):
    assert answer(muster("matchup", sheet, "gloam-patrol", "--json")) == {
        "combined_power": 39,
        "battle_size": "combat-patrol",
        "table": {"width_in": 44, "depth_in": 30},
        "hours": 1,
        "rounds": 5,
        "underdog": None,
        "rerolls": 0,
        "findings": [],
    }
    text = muster("matchup", "sunward-host", "gloam-court").stdout
    assert text.splitlines() == [
        "Power Level 99, both armies together",
        "Incursion, about 2 hours",
        'Battlefield 44" by 30"',
        "Until the end of battle round 5",
    ]


def test_a_matchup_of_armies_without_power(muster: Muster):
    found = answer(muster("matchup", "thornmane-scouts", "rustwater-ferry", "--json"))
    assert (found["combined_power"], found["battle_size"], found["table"]) == (None, None, {"width_in": 72, "depth_in": 48})
    assert [(each["rule"], each["wanted"], each["found"]) for each in found["findings"]] == [("GRW-ROUND-02", 6, 5)]
    text = muster("matchup", "thornmane-scouts", "rustwater-ferry").stdout
    assert "Note GRW-ROUND-02: Rustwater Ferry has 5 units" in text
    assert "Power" not in text


def test_a_battle_size_that_players_chose(muster: Muster):
    call = ("matchup", "sunward-host", "gloam-court", "--battle-size")
    assert answer(muster(*call, "combat-patrol", "--json"))["findings"][0]["rule"] == "9E-MUSTER-05"
    assert (
        "combat-patrol" in muster(*call, "combat-patrol").stdout or "Combat Patrol" in muster(*call, "combat-patrol").stdout
    )
    assert "huge" in sentence(muster(*call, "huge"))
