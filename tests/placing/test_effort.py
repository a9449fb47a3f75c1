"""Lists of nonsense come in after bounded work: what is evaluated to choose options, and what fixes are proposed."""

from __future__ import annotations

from typing import Any

import pytest

from builder.placing import choosing
from builder.placing.place import place
from builder.rules import leader
from builder.rules.judgement import judge
from datasheets.evaluation.evaluate import evaluate
from datasheets.systems import system
from exports.lists.parse_list import read_list
from tests.placing.world import shelf

MOST = 25_000


def nonsense(units: int) -> str:
    """Return a text whose units are known and whose items are not."""
    items = ", ".join(f"Whatnot {letter * 5}" for letter in "bcdfghjklmnpqrst")
    lines = (f"HQ {number} : Captain (85) {items} [95 pts] [5 PL]" for number in range(units))
    return "\n".join(("== Patrol DETACHMENT : Tin Host (0 CP) [5 PL] ==", *lines))


@pytest.mark.slow
def test_what_is_evaluated_for_one_list_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    spent = []

    def count_and_evaluate(roster: Any, catalogues: Any) -> Any:
        spent.append(sum(1 for _ in roster.walk()))
        return evaluate(roster, catalogues)

    monkeypatch.setattr(choosing, "evaluate", count_and_evaluate)
    placed = place(read_list(nonsense(100).encode(), "list"), shelf(), "list")
    assert len(placed.report.unplaced) == 1600
    assert 0 < sum(spent) <= MOST


def test_who_else_may_be_the_warlord_is_asked_only_where_the_warlord_would_go(monkeypatch: pytest.MonkeyPatch) -> None:
    roster = place(read_list(nonsense(30).encode(), "list"), shelf(), "list").roster
    asked: list[Any] = []
    monkeypatch.setattr(leader, "_candidates", lambda *place, **_: iter(asked.append(place) or ()))
    found = judge(roster, evaluate(roster, shelf()), shelf(), system("wh40k-9e"), fixes=False)
    gone = [each for each in found.findings if each.code == "unit.foreign-part"]
    assert len(gone) == 30 * 16
    assert len(asked) < 1000
