"""When somebody else changed a roster meanwhile: both changes side by side, and a way on. Nothing is overwritten unasked."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Response

from builder.api.current import services
from builder.operations.error import OperationError
from builder.rules.judgement import system_of
from builder.services.errors import NotFound
from builder.services.judging import Judged
from builder.services.rosters import RosterAnswer
from builder.store.rosters import StepRow
from builder.web.operation_words import in_words
from builder.web.queries import whole
from builder.web.rendering import page
from datasheets.evaluation.finding import Operation

SHOWN = 20
STEPS = 200


@dataclass(frozen=True, slots=True)
class Change:
    """A step of a roster's history in words."""

    step: StepRow
    words: list[str]


def conflict_page(roster: str, wanted: Sequence[Operation], form: Mapping[str, str]) -> Response:
    """Show what was wanted, what happened meanwhile, and what the roster would be with both."""
    found = services().rosters.get(roster)
    seen = whole(form.get("step", ""))
    names = services().rosters.names(roster, found.row.step)
    try:
        preview: Judged | None = services().rosters.preview(roster, wanted, fixes=False) if wanted else None
        refusal = ""
    except OperationError as error:
        preview, refusal = None, error.message
    return page(
        "conflict.html",
        412,
        found=found,
        wanted=in_words(wanted, names, found.roster.forces, system_of(found.roster)),
        operations=json.dumps([dict(each) for each in wanted]),
        changes=changes(found, [step for step in all_steps(roster) if step.n > seen][-SHOWN:]),
        preview=preview,
        refusal=refusal,
        form=form,
    )


def all_steps(roster: str) -> list[StepRow]:
    """Return all steps of a roster, oldest first."""
    found: list[StepRow] = []
    start: int | None = 0
    while start is not None:
        listed = services().rosters.history(roster, start=start, limit=STEPS)
        found += listed.items
        start = listed.next
    return found


def changes(found: RosterAnswer, steps: Sequence[StepRow]) -> list[Change]:
    """Return steps in words; what is gone now is called as it was before it went."""
    return [
        Change(step, in_words(step.operations, _names(found, step), found.roster.forces, system_of(found.roster)))
        for step in steps
    ]


def _names(found: RosterAnswer, step: StepRow) -> dict[str, str]:
    names: dict[str, str] = {}
    for n in filter(None, (step.n, step.parent)):
        try:
            names |= services().rosters.names(found.row.id, n)
        except NotFound:
            continue
    return names
