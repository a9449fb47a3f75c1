"""A budget of steps for work on data of strangers, whose links can multiply without end.

Whoever answers a request or a command sets it once; all walks over imported data spend of it. Where it is used up, the data
are refused with one sentence. Without one, as in a program of one's own, nothing is counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from datasheets.problems import DocumentError, document_error
from datasheets.words import Message

MOST_STEPS, MOST_OF_IMPORT = 1_000_000, 10_000_000
"""Of one request, some ten seconds; the heaviest page of a real roster takes 200,000, importing a whole edition 800,000."""


@dataclass(slots=True)
class _Budget:
    most: int
    left: int


_budget: ContextVar[_Budget | None] = ContextVar("steps", default=None)


@contextmanager
def limited_steps(most: int | None = MOST_STEPS) -> Iterator[None]:
    """Give what is done within it a budget of its own, in place of the one around it; None: no limit."""
    around = _budget.set(None if most is None else _Budget(most, most))
    try:
        yield
    finally:
        _budget.reset(around)


def spend(steps: int, data: str) -> None:
    """Count steps; nothing where there is no budget.

    Args:
        steps: entries and groups that a walk came across, conditions that were asked.
        data: the catalogue or roster, for the sentence.

    Raises:
        DocumentError: no steps are left. So does every further call.
    """
    budget = _budget.get()
    if budget is None:
        return
    budget.left -= steps
    if budget.left < 0:
        raise endless(data, budget.most)


def endless(data: str, most: int) -> DocumentError:
    """Return the refusal of data that take more than so many steps."""
    return document_error(data, Message("data.endless", {"most": most}))
