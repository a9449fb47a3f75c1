"""Rulebooks: what is asked for is found, and the committed files are exactly the ledgers."""

import dataclasses
from pathlib import Path

import pytest

from datasheets.systems import UnknownRule, UnknownSystem, rulebook, system, systems
from datasheets.systems.ledger import convert, read, write

DATA = Path(__file__).parents[2] / "datasheets" / "data" / "systems"


@pytest.mark.shared
@pytest.mark.parametrize("id", [each.id for each in systems()])
def test_the_bundled_rulebook_is_the_ledger(id: str, shared_folder: Path):
    ledger = shared_folder / "rules" / f"{id}.yaml"
    if not ledger.is_file():
        pytest.skip(f"{id} has no ledger in ../shared")
    committed = (DATA / id / "rulebook.json").read_text(encoding="utf-8")
    fresh = write(read(ledger))
    assert committed == fresh, f"{id}: run python -m datasheets.systems.ledger ../shared/rules"


@pytest.mark.shared
def test_every_ledger_is_bundled(shared_folder: Path):
    assert {file.stem for file in (shared_folder / "rules").glob("*.yaml")} <= {each.id for each in systems()}


def test_a_rule():
    rule = rulebook("wh40k-9e").rule("9E-UNDER-01")
    assert (rule.section, rule.kind, rule.severity) == ("Understrength units", "list", "warning")
    assert rule.document()["numbers"]["min_models"] == 1
    assert not rule.recommended
    assert "9E-UNDER-01" in rulebook("wh40k-9e")


def test_a_severity_that_the_ledger_leaves_out_comes_from_the_system():
    assert system("wh40k-8e").severity["8E-ARMY-04"] == "note"
    assert rulebook("wh40k-8e").rule("8E-ARMY-04").severity == "note"


def test_a_recommended_rule_is_a_rule_and_names_its_decision():
    rule = rulebook("wh40k-2e").rule("2E-R-ARMY-01")
    assert (rule.recommended, rule.source) == (True, "2E-Q-14")
    assert [decision.id for decision in rulebook("wh40k-2e").decisions_on(rule.id)] == ["2E-Q-14"]


def test_decisions_on_a_rule_are_found_from_either_side():
    assert [decision.id for decision in rulebook("wh40k-9e").decisions_on("9E-UNDER-01")] == ["9E-Q-19"]
    assert [decision.id for decision in rulebook("wh40k-8e").decisions_on("8E-ARMY-04")] == ["8E-Q-29"]
    assert "2E-Q-59" in [decision.id for decision in rulebook("wh40k-2e").decisions_on("2E-BATT-03")]


def test_sections_are_in_order_and_hold_all_rules():
    for each in systems():
        book = rulebook(each.id)
        assert [rule for name in book.sections for rule in book.section(name)] == sorted(
            book.rules, key=lambda rule: book.sections.index(rule.section)
        )


def test_terms_and_examples_are_data():
    book = rulebook("wh40k-9e")
    assert ("Krigsherre", "Warlord") in [(term.term, term.en) for term in book.terms]
    assert next(example for example in book.examples if example.id == "9E-EX-09").expect == {"weapon_strength": 12}


def test_what_is_not_there_is_named():
    with pytest.raises(UnknownRule, match="wh40k-9e has no rule '9E-DS-99'"):
        rulebook("wh40k-9e").rule("9E-DS-99")
    with pytest.raises(UnknownRule, match="9E-Q-99"):
        rulebook("wh40k-9e").decision("9E-Q-99")
    with pytest.raises(UnknownRule, match="Chess"):
        rulebook("wh40k-9e").section("Chess")
    with pytest.raises(UnknownSystem, match=r"chess.*there are: aos-1e"):
        rulebook("chess")
    with pytest.raises(UnknownSystem):
        system("../systems/wh40k-9e")


def test_rulebooks_are_the_same_object_and_cannot_be_changed():
    book = rulebook("wh40k-9e")
    assert book is rulebook("wh40k-9e")
    with pytest.raises(dataclasses.FrozenInstanceError):
        book.rule("9E-DS-05").text = ""  # type: ignore[misc]
    with pytest.raises(TypeError):
        book.rule("9E-UNDER-01").numbers["min_models"] = 0  # type: ignore[index]


def test_conversion_keeps_words_and_loses_line_ends():
    ledger = {
        "system": "x",
        "title": "X",
        "language": "en",
        "source": "x.txt",
        "rules": [
            {"id": "X-1", "section": "A", "kind": "list", "severity": "info", "text": "One\n  two.\n", "external": "a book"}
        ],
        "examples": [{"id": "X-EX-1", "origin": "seed", "rules": ["X-1"], "given": {"n": 1}, "expect": "a\nb"}],
        "terms": [{"term": "Ett", "en": "one"}],
        "open_questions": [
            {"id": "X-Q-1", "question": "Why?", "decision": "So.", "recommended_rules": [{"id": "X-R-1", "text": "Do."}]}
        ],
    }
    made = convert(ledger)
    assert made["rules"][0] == {
        "id": "X-1",
        "section": "A",
        "kind": "list",
        "severity": "note",
        "text": "One two.",
        "external": ["a book"],
    }
    assert made["rules"][1]["kind"] == "recommended"
    assert made["rules"][1]["source"] == "X-Q-1"
    assert made["sections"] == ["A", "Recommended rules"]
    assert made["examples"][0]["expect"] == "a b"
