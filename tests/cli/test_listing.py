"""`muster list`."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.cli.listing import KINDS
from builder.services.bundled import samples
from tests.cli.conftest import Muster, answer, sentence
from tests.importing.data import SMALL


@pytest.mark.parametrize("kind", KINDS)
def test_every_item_has_id_name_and_system(muster: Muster, kind: str):
    result = muster("list", kind, "--json")
    assert result.exit_code == 0
    assert result.stderr == ""
    items = answer(result)["items"]
    assert bool(items) == (kind != "battles")
    for item in items:
        assert {"id", "name", "system"} <= item.keys()


def test_the_samples_are_there(muster: Muster):
    items = answer(muster("list", "rosters", "--json"))["items"]
    assert {item["id"] for item in items} == {each.id for each in samples()}
    assert {item["system"] for item in items} >= {"wh40k-9e", "wh40k-8e", "aos-1e"}
    assert all(item["legal"] for item in items)


def test_more_items_than_a_page_has_are_all_listed(muster: Muster, monkeypatch: pytest.MonkeyPatch):
    whole = answer(muster("list", "datasheets", "--json"))
    monkeypatch.setattr("builder.cli.listing.MOST", 7)
    assert answer(muster("list", "datasheets", "--json")) == whole


def test_a_table_is_aligned(muster: Muster):
    head, *rows = muster("list", "rosters").stdout.splitlines()
    assert head.split() == ["ID", "NAME", "SYSTEM", "COST", "UNITS", "MODELS", "LEGAL"]
    at = head.index("SYSTEM")
    assert sorted(row[at:].split()[0] for row in rows) == sorted(each.system for each in samples())


@pytest.mark.rule("9E-ARMY-03")
def test_costs_have_the_names_of_the_ledger(muster: Muster):
    """An army has a Power Level, a datasheet a Power Rating: one word for both would be two figures by one name."""
    costs = {
        item["id"]: item["cost"] for item in answer(muster("list", "rosters", "--system", "wh40k-9e", "--json"))["items"]
    }
    assert costs["sunward-patrol"].endswith(" Power Level")
    assert {cost.partition(" ")[2] for cost in costs.values()} == {"Power Level"}
    sheets = answer(muster("list", "datasheets", "--system", "wh40k-9e", "--json"))["items"]
    assert {item["cost"].partition(" ")[2] for item in sheets if item["cost"]} == {"PR"}


@pytest.mark.parametrize("kind", KINDS)
def test_a_system_narrows(muster: Muster, kind: str):
    items = answer(muster("list", kind, "--system", "wh40k-9e", "--json"))["items"]
    assert {item["system"] for item in items} <= {"wh40k-9e"}


def test_words_narrow(muster: Muster):
    found = answer(muster("list", "datasheets", "--text", "transport", "--json"))["items"]
    ids = {item["id"] for item in found}
    assert {"beacon-redoubt", "gloom-barge", "lantern-carrier", "tide-lighter", "tunnel-drill"} <= ids
    assert not ids & {"host-guard", "dawn-marshal", "tide-swarm"}
    assert [item["id"] for item in answer(muster("list", "rosters", "--text", "court", "--json"))["items"]] == [
        "gloam-court"
    ]
    assert "rosters" in sentence(muster("list", "systems", "--text", "court"))


def test_nothing_found_is_said(muster: Muster):
    result = muster("list", "rosters", "--text", "nobody")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "no rosters" in result.stderr


def test_an_unknown_system_is_refused(muster: Muster):
    assert "there are: aos-1e" in sentence(muster("list", "rosters", "--system", "chess"))
    assert 'did you mean "wh40k-9e"?' in sentence(muster("list", "rosters", "--system", "wh40k9e"))


def test_a_system_whose_data_were_imported_narrows(muster: Muster, tmp_path: Path):
    for name, data in SMALL.items():
        (tmp_path / name).write_bytes(data)
    assert muster("import", str(tmp_path)).exit_code == 0
    items = answer(muster("list", "catalogues", "--system", "salt", "--json"))["items"]
    assert {item["system"] for item in items} == {"salt"}
