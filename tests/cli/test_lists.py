"""Lists of other programs on the command line: imported, checked, written."""

from pathlib import Path

import pytest

from builder.services.assembly import open_services
from builder.settings import Settings
from exports.document import read_document
from exports.link import read_link
from tests.cli.conftest import Muster, answer, save_file, sentence
from tests.placing.world import CATALOGUE, EVENT, ROS, SYSTEM


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    save_file(folder / "tin.gst", SYSTEM)
    save_file(folder / "tin.cat", CATALOGUE)
    return folder


@pytest.fixture
def ros(tmp_path: Path) -> Path:
    return save_file(tmp_path / "first.ros", ROS.encode())


@pytest.fixture
def event(tmp_path: Path) -> Path:
    return save_file(tmp_path / "event.txt", EVENT.encode())


def test_a_list_is_imported_with_its_data_and_reported(muster: Muster, data: Path, ros: Path) -> None:
    found = answer(muster("import", data, ros, "--json"))
    assert found["items"][-1]["kind"] == "roster"
    (one,) = found["lists"]
    assert one["roster"] == found["items"][-1]["id"]
    assert one["matched"] == {"id": 8, "segment": 0, "name": 0, "keyword": 0, "none": 0}
    assert [(total["cost"], total["stated"], total["ours"]) for total in one["totals"]] == [
        ("PL", 12, 12),
        ("pts", 197, 197),
    ]
    told = muster("import", ros).stdout
    assert "8 of 8 selections placed" in told
    assert "pts: 197, as stated" in told


def test_a_list_is_checked_without_being_kept(muster: Muster, data: Path, event: Path, settings: Settings) -> None:
    muster("import", data)
    result = muster("check", event, "--json")
    found = answer(result)
    assert result.exit_code == 0
    assert (found["system"], found["name"], found["models"]) == ("sys", "Tin Host", 8)
    assert found["stated"] == {"pts": 202, "PL": 11}
    assert found["costs"] == found["stated"] | {"CP": -1}
    assert found["unplaced"] == []
    assert found["report"]["format"] == "event-text"
    assert "Tin Host" not in muster("list", "rosters").stdout


def test_what_cannot_be_placed_is_named(muster: Muster, data: Path, event: Path) -> None:
    muster("import", data)
    save_file(event, EVENT.replace("Cannon", "Ray of ruin").replace("7 Guard Squad", "6 Guard Squad").encode())
    result = muster("check", event, "--json")
    assert result.exit_code == 1
    found = answer(result)
    assert [(each["name"], each["unit"], each["place"]) for each in found["unplaced"]] == [
        ("Ray of ruin", "Guard Squad", "11")
    ]
    told = muster("check", event).stdout
    assert 'Not placed, kept and marked: "Ray of ruin" (Guard Squad)' in told
    assert "pts: 202 stated, 177 here" in told
    assert "Guard Squad: 107 in the list, 82 in the data that are here" in told


def test_without_the_catalogue_one_sentence_says_which_to_import(muster: Muster, ros: Path) -> None:
    for command in ("check", "import", "export"):
        told = sentence(muster(command, ros))
        assert 'The catalogue "Metal - Tin Host" (revision 7) is not here; bring in its game data (muster import)' in told
        assert "first.ros" in told


@pytest.mark.parametrize("format_", ["ros", "rosz", "newrecruit-json", "text"])
def test_a_roster_is_written_for_other_programs_and_read_again(
    muster: Muster, data: Path, ros: Path, tmp_path: Path, format_: str
) -> None:
    muster("import", data)
    out = tmp_path / f"out.{format_}"
    result = muster("export", ros, "--out", out)
    assert (result.exit_code, result.stdout) == (0, "")
    assert muster("export", ros, "--format", format_).stdout_bytes == out.read_bytes()
    assert ("The file cannot hold: 1 note." in result.stderr) == (format_ == "text")
    assert answer(muster("check", out, "--json"))["stated"] == {"PL": 12, "pts": 197}


def test_what_is_declared_is_left_out_and_said(muster: Muster, tmp_path: Path) -> None:
    result = muster("export", "sunward-host", "--out", tmp_path / "host.rosz")
    assert "The file cannot hold: " in result.stderr
    assert "declarations" in result.stderr


def test_standard_input_is_read_too(muster: Muster, data: Path) -> None:
    muster("import", data)
    for text in (ROS, EVENT):
        assert answer(muster("check", "-", "--json", input=text))["unplaced"] == []


def test_the_names_of_costs_are_those_of_the_system_where_it_knows_them(
    muster: Muster, data: Path, ros: Path, settings: Settings
) -> None:
    """9th edition calls what BattleScribe's data call PL the Power Rating; what is stated is named likewise."""
    ninth = 'id="28ec-711c-d87f-3aeb" name="Warhammer 40,000 9th Edition"'
    save_file(data / "tin.gst", SYSTEM.decode().replace('id="sys" name="Tin Wars"', ninth).encode())
    save_file(data / "tin.cat", CATALOGUE.replace(b'gameSystemId="sys"', b'gameSystemId="28ec-711c-d87f-3aeb"'))
    save_file(
        ros,
        ROS.replace(
            'gameSystemId="sys" gameSystemName="Tin Wars"',
            'gameSystemId="28ec-711c-d87f-3aeb" gameSystemName="Warhammer 40,000 9th Edition"',
        ).encode(),
    )
    muster("import", data)
    found = answer(muster("check", ros, "--json"))
    assert (found["system"], found["power_level"]) == ("wh40k-9e", 12)
    assert found["stated"] == {"Power Rating": 12, "pts": 197}
    assert {name: found["costs"][name] for name in found["stated"]} == found["stated"]
    services = open_services(settings)
    assert [row.name for row in services.rosters.page(text="First Host").items] == []
    services.close()


@pytest.mark.slow
def test_a_preview_lists_the_rosters_in_which_something_changes(muster: Muster, data: Path, ros: Path) -> None:
    muster("import", data, ros)
    newer = CATALOGUE.replace(b'revision="7"', b'revision="8"')
    told = muster("import", save_file(data / "tin.cat", newer), "--preview").stdout
    assert "In 1 roster nothing changes but the version of the catalogues." in told
    assert "First Host" not in told
    told = muster("import", save_file(data / "tin.cat", newer.replace(b'value="80"', b'value="85"')), "--preview").stdout
    assert "First Host, with the newest catalogues:" in told
    assert "nothing changes" not in told


def test_a_roster_is_written_as_a_link(muster: Muster) -> None:
    result = muster("export", "sunward-host", "--format", "link")
    assert result.exit_code == 0
    assert result.stdout.startswith("http://127.0.0.1:8000/shared#")
    linked = read_link(result.stdout)
    document = read_document(muster("export", "sunward-host", "--format", "json").stdout_bytes)
    assert linked.digest == document.digest
