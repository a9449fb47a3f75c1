"""`muster abilities`."""

from __future__ import annotations

from datasheets.effects.recognition.recognise import VERSION
from tests.cli.conftest import Muster, answer, sentence


def test_the_share_of_bundled_data(muster: Muster):
    told = answer(muster("abilities", "wh40k-9e", "--json"))
    assert (told["system"], told["version"], told["files"] > 1) == ("wh40k-9e", VERSION, True)
    weapons, units = told["abilities"]
    assert (weapons["of"], units["of"]) == ("weapons", "units")
    assert weapons["share"] == 1
    assert 0.85 < units["share"] < 1
    assert units["share"] == round(units["uses_understood"] / units["uses"], 4)
    assert "unknown" not in told


def test_what_is_not_understood_is_listed(muster: Muster):
    unknown = answer(muster("abilities", "wh40k-9e", "--unknown", "--json"))["unknown"]
    assert unknown
    assert [row["uses"] for row in unknown] == sorted((row["uses"] for row in unknown), reverse=True)
    shown = muster("abilities", "wh40k-9e", "--unknown").stdout
    assert all(row["text"] in shown for row in unknown)


def test_in_words(muster: Muster):
    result = muster("abilities", "wh40k-9e")
    head, weapons, units = result.stdout.splitlines()
    assert head.startswith("ABILITIES OF")
    assert (weapons.split()[0], units.split()[0]) == ("weapons", "units")
    assert f"version {VERSION}" in result.stderr


def test_a_system_that_is_not_there(muster: Muster):
    assert "dunes" in sentence(muster("abilities", "dunes"))
