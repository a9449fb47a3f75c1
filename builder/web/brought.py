"""The report on a list that was brought in, in groups: what needs the player first, what was only read otherwise folded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from builder.api.current import services
from builder.api.languages import language
from builder.placing import telling
from builder.placing.report import Report, Total, Why
from builder.rules.verify_fixes import Budget
from builder.store.rosters import RosterRow
from builder.web.rendering import t
from datasheets.evaluation.finding import Finding, Fix, Operation
from datasheets.markup import strip_marks

NEEDING = ("unit.no-datasheet", "unit.foreign-part", "entry.missing", "entry.misplaced", "force.no-catalogue")
"""The findings about what a list names and the data here do not have."""
MOST_TRIED = 600


@dataclass(frozen=True, slots=True)
class Group:
    """Lines of one kind under a heading; `is_grave` ones need the player and stand unfolded."""

    heading: str
    lines: tuple[str, ...]
    is_grave: bool = False


@dataclass(frozen=True, slots=True)
class Needs:
    """What the player has to choose: findings with their ways out, and the edits that leave all of it out.

    `take` are the first ways out that put something in the place of what is missing.
    """

    row: RosterRow
    findings: tuple[Finding, ...]
    leave_out: tuple[Operation, ...]
    take: tuple[Fix, ...]

    @property
    def take_all(self) -> list[Operation]:
        """The edits that take the first suggestion for everything that has one."""
        return [operation for fix in self.take for operation in fix.operations]


def groups_of(report: Report) -> list[Group]:
    """Return what became of a list, what matters first."""
    said = language()
    found = [
        Group(t("lists.unplaced"), tuple(_unit_lines(report)), True),
        Group(t("lists.unread"), tuple(telling.unread(report, said)), True),
        Group(t("lists.forces"), tuple(telling.forces(report, said)), any(not force.found for force in report.forces)),
        *_totals(report.totals),
        Group(t("lists.left-open"), tuple(telling.left_open(report, said))),
        Group(t("lists.read-as"), tuple(telling.read_otherwise(report, said))),
    ]
    return [Group(each.heading, _count_lines(each.lines), each.is_grave) for each in found if each.lines]


def needs_of(roster: str) -> Needs | None:
    """Return what has to be chosen in a roster that was brought in; None where nothing has."""
    found = services().rosters.get(roster)
    budget = Budget(MOST_TRIED)
    judged = services().rosters.judge_answer(found, budget)
    findings = tuple(each for each in judged.judgement.findings if each.code in NEEDING)
    if not findings:
        return None
    there = {node.uid for node in found.roster.walk()}
    uids = dict.fromkeys(str(each.values.get("about") or (each.path or ("",))[-1]) for each in findings)
    leave_out = tuple[Operation, ...]({"op": "remove", "selection": uid} for uid in uids if uid in there)
    return Needs(found.row, findings, leave_out, tuple(each.fixes[0] for each in findings if _is_suggestion(each)))


def _is_suggestion(finding: Finding) -> bool:
    """Whether the first way out of a finding is something instead, not a removal, and brings nothing else."""
    first = finding.fixes[0] if finding.fixes else None
    return first is not None and not first.brings and any(each["op"] != "remove" for each in first.operations)


def _unit_lines(report: Report) -> Iterator[str]:
    """Yield each unit of which something could not be placed, with what that is."""
    of_unit: dict[str, list[str]] = {}
    for match in report.unplaced:
        of_unit.setdefault(strip_marks(match.unit), []).append(strip_marks(match.listed.name))
    for unit, names in of_unit.items():
        parts = _count_lines(name for name in names if name != unit)
        yield f"{unit}: {', '.join(parts)}" if parts else unit


def _totals(totals: Iterable[Total]) -> Iterator[Group]:
    """Yield totals that differ with the causes of each kind together: a new revision changes most of a list at once."""
    for each in totals:
        heading, lines = telling.total(each, language())
        if not each.causes:
            yield Group(t("lists.totals"), (heading,), bool(each.difference))
            continue
        whys: dict[Why, list[str]] = {}
        for cause, line in zip(each.causes, lines, strict=True):
            whys.setdefault(cause.why, []).append(line)
        for why, of_kind in whys.items():
            yield Group(f"{heading}: {t(f'brought.cause.{why}', count=len(of_kind))}", tuple(of_kind))


def _count_lines(lines: Iterable[str]) -> tuple[str, ...]:
    """Return lines once each, with how often they were said."""
    return tuple(line if number == 1 else f"{number} × {line}" for line, number in Counter(lines).items())
