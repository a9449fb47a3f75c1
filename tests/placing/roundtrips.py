"""Real rosters out as every text that Muster writes and in again: the same units, models, weapons and costs.

New faults are explained by the report: of two entries of one name a text says one name.

`python -m tests.placing.roundtrips [ROSTER ...]`, as in `make sweep`, tries all and says of which that is not so.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from builder.placing.forces import Shelf
from builder.placing.place import place
from builder.placing.report import Report
from builder.rules.judgement import judge, system_of
from builder.snapshot.document import snapshot
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.tree import Roster
from datasheets.markup import strip_marks
from exports.battlescribe.text import plain_text
from exports.document import RosterDocument
from exports.lists.parse_list import read_list
from exports.text import POSTED, listing, post_texts, text_of
from exports.text.choices import settings_of
from tests.placing.real import ORACLE, oracle, shelf_of

FORMATS = ("text", "listing", *POSTED)


@dataclass(frozen=True)
class State:
    """What a roster amounts to, whatever its uids."""

    costs: dict[str, Any]
    models: Counter[tuple[object, ...]]
    faults: Counter[tuple[object, ...]]
    document: RosterDocument


def state_of(roster: Roster, catalogues: Shelf) -> State:
    """Judge a roster."""
    evaluation = evaluate(roster, catalogues)
    judgement = judge(roster, evaluation, catalogues, system_of(roster, catalogues), fixes=False)
    names = {each.uid: each.name for each in roster.walk()} | {each.uid: each.name for each in roster.forces}
    faults = Counter(
        (each.code, each.rule, tuple(names.get(uid, "") for uid in each.path), each.wanted, each.found)
        for each in judgement.findings
        if each.severity != "note"
    )
    document = snapshot(roster, catalogues, judgement)
    return State(dict(evaluation.costs), models_of(document), faults, document)


def models_of(document: RosterDocument) -> Counter[tuple[object, ...]]:
    """Return the units with their models by name and by what each carries, and what is set with what was chosen."""
    found = Counter[tuple[object, ...]]()
    for unit in document.army.units:
        groups = Counter[tuple[object, ...]]()
        for group in unit.models:
            groups[group.name, *sorted(unit.wargear_of(group))] += group.number
        chosen = sorted(settings_of(unit)) if unit.is_setting else []
        found[strip_marks(unit.name), unit.title, frozenset(groups.items()), *chosen] += 1
    return found


def write_roster(roster: Roster, catalogues: Shelf, document: RosterDocument, format: str) -> str:
    """Write a roster as a text."""
    if format == "text":
        return plain_text(roster, evaluate(roster, catalogues), catalogues)
    return listing(document) if format == "listing" else text_of(post_texts(document, format))  # type: ignore[arg-type]


def says_why(report: Report) -> bool:
    """Whether a report says of something that it is not as it was."""
    return bool(report.unplaced or report.open or report.unread or any(total.difference for total in report.totals))


def changes(row: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the formats in which a roster comes back otherwise, or with new faults, which the report explains or not."""
    catalogues = shelf_of(row)
    roster = place(read_list((ORACLE / row["file"]).read_bytes(), row["id"]), catalogues).roster
    before = state_of(roster, catalogues)
    for format in FORMATS:
        text = write_roster(roster, catalogues, before.document, format)
        placed = place(read_list(text.encode(), format), catalogues)
        after = state_of(placed.roster, catalogues)
        if (after.costs, after.models) != (before.costs, before.models):
            yield format, "otherwise"
        elif after.faults - before.faults:
            yield format, "explained" if says_why(placed.report) else "unexplained"


def main(wanted: list[str]) -> int:
    """Try the rosters of these ids, all without any, and say which come back otherwise."""
    found = Counter[str]()
    for row in (each for each in oracle() if not wanted or each["id"] in wanted):
        there = dict(changes(row))
        found.update(there.get(format, "same") for format in FORMATS)
        for format, how in there.items():
            print(f"{row['id']}: {format}: {how}", flush=True)
    print(", ".join(f"{count} {how}" for how, count in found.items()))
    return found["otherwise"] + found["unexplained"]


if __name__ == "__main__":
    sys.exit(bool(main(sys.argv[1:])))
