"""Rule coverage: what it counts, what it refuses, and an honest list of rules that no program can obey."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests import rule_coverage
from tests.rule_coverage import bar, ledgers, proved_ids, report, unobeyable, wrong


@dataclass
class Test:
    """As much of a pytest item as the plugin reads."""

    __test__ = False
    marks: tuple[pytest.Mark, ...]
    nodeid: str = "tests/test_x.py::test_x"

    def iter_markers(self, name: str = "") -> Iterator[pytest.Mark]:
        return (mark for mark in self.marks if not name or mark.name == name)


def test(*marks: pytest.MarkDecorator) -> Test:
    return Test(tuple(mark.mark for mark in marks))


test.__test__ = False  # type: ignore[attr-defined]
RULE = pytest.mark.rule("9E-DS-05")


def test_marks_are_collected_by_kind():
    covered = proved_ids([test(RULE, pytest.mark.example("9E-EX-35"), pytest.mark.slow)])
    assert covered == {"rule": {"9E-DS-05"}, "example": {"9E-EX-35"}}


@pytest.mark.parametrize("mark", [pytest.mark.skip(reason="later"), pytest.mark.xfail])
def test_a_test_that_cannot_fail_proves_nothing(mark: pytest.MarkDecorator):
    assert proved_ids([test(RULE, mark)])["rule"] == set()


@pytest.mark.parametrize(
    ("mark", "is_wrong"),
    [
        (pytest.mark.rule("9E-DS-05"), False),
        (pytest.mark.rule("9E-Q-20"), False),
        (pytest.mark.rule("2E-R-SHOOT-05"), False),
        (pytest.mark.example("9E-EX-35"), False),
        (pytest.mark.rule("9E-DS-99"), True),
        (pytest.mark.rule("9E-EX-35"), True),
        (pytest.mark.example("9E-DS-05"), True),
    ],
)
def test_a_mark_names_something_in_a_rulebook(mark: pytest.MarkDecorator, is_wrong: bool):
    assert bool(wrong([test(mark)])) == is_wrong


def test_a_rule_that_is_proved_is_not_called_unobeyable(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rule_coverage, "unobeyable", lambda: {"9E-DS-05": "a test proves it"})
    assert "remove it there" in wrong([test(RULE)])[0]


def test_the_report_counts_per_system():
    before = list(report({"rule": frozenset(), "example": frozenset()}))
    after = list(report({"rule": frozenset({"9E-DS-05"}), "example": frozenset({"9E-EX-35"})}))
    obeyable = len(next(ledger for ledger in ledgers() if ledger.system == "wh40k-9e").obeyable())
    assert f"wh40k-9e 0/{obeyable}" in before
    assert f"wh40k-9e 1/{obeyable}" in after
    assert "wh40k-9e examples 1/68" in after
    assert any("9E-DS-05" in line for line in before)
    assert not any("9E-DS-05" in line for line in after)


def test_a_bar_is_reached_when_all_of_it_is_covered():
    nothing = {"rule": frozenset[str](), "example": frozenset[str]()}
    everything = {
        "rule": frozenset(id for ledger in ledgers() for id in ledger.rules),
        "example": frozenset(id for ledger in ledgers() for id in ledger.examples),
    }
    assert bar("lists-and-attacks", everything)[1]
    lines, reached = bar("lists-and-attacks", nothing)
    assert not reached
    assert any("9E-MWPN-06" in line for line in lines)
    assert not any("9E-PILEIN-04" in line or "9E-MORALE" in line for line in lines)


def test_an_unknown_bar_is_refused():
    with pytest.raises(pytest.UsageError, match="lists-and-attacks"):
        bar("everything", {"rule": frozenset(), "example": frozenset()})


def test_what_no_program_can_obey_is_little_and_has_reasons():
    known = {id for ledger in ledgers() for id in ledger.rules}
    assert set(unobeyable()) <= known
    assert all(len(reason.split()) >= 4 for reason in unobeyable().values())
    for ledger in ledgers():
        assert len(ledger.rules) - len(ledger.obeyable()) < len(ledger.rules) / 10, ledger.system
