"""The specs of list building: tests/specs/<rule>/<case>.toml, each an army and exactly what is said of it."""

import tomllib
from pathlib import Path

import pytest

from builder.snapshot.document import snapshot
from tests.rules.playing import finding_lines, play

SPECS = Path(__file__).parent.parent / "specs"
FILES = sorted(SPECS.glob("*/*.toml"))
NOT_JUDGED = "not judged"
"""How a spec says that there is no error, but something that nobody judged."""


def read(file):
    return tomllib.loads(file.read_text(encoding="utf-8"))


def case(file):
    spec = read(file)
    marks = [pytest.mark.rule(id) for id in spec["rules"]] + [pytest.mark.example(id) for id in spec.get("examples", ())]
    return pytest.param(spec, id=f"{file.parent.name}/{file.stem}", marks=marks)


@pytest.mark.parametrize("spec", [case(file) for file in FILES])
def test_spec(spec):
    table, expected = play(spec), spec["expect"]
    judgement = table.judge()
    assert list(finding_lines(judgement)) == expected["findings"]
    assert (NOT_JUDGED if judgement.legal is None else judgement.legal) == expected["legal"]
    assert (expected["legal"] is False) is any(line.startswith("error") for line in expected["findings"])
    assert judgement.power_level == expected.get("power")
    for code, fixes in expected.get("fixes", {}).items():
        offered = next(finding.fixes for finding in judgement.findings if finding.code == code)
        assert [fix.code for fix in offered] == fixes
    document = snapshot(table.roster, table.catalogues, judgement)
    for name, wanted in expected.get("faction", {}).items():
        unit = next(unit for unit in document.army.units if unit.id == table.names[name])
        assert list(unit.keywords.faction) == wanted


def test_every_folder_is_named_after_a_rule_that_its_specs_prove():
    wrong = [file for file in FILES if file.parent.name not in read(file)["rules"]]
    assert not wrong


def test_every_spec_says_what_it_is_about():
    assert all(read(file)["about"].strip() for file in FILES)
