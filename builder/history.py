"""Undo and redo: which step of its history a roster stands at. They move between stored trees and never run an edit again.

A step is a row that the store keeps: (n, parent, operations, resulting tree, Muster's version). This is the arithmetic over
their numbers, pure and without trees. An edit after an undo starts a branch; the branch that was left stays reachable.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from datasheets.words import Message


class NoSuchStep(LookupError):
    """There is nothing to undo or redo, or no step of that number; the message says which."""


@dataclass(frozen=True, slots=True)
class History:
    """Steps by number with the step that each was made on (None: the first), and where the roster stands.

    Numbers count up from 1 and are never given twice. `at` is the step that it stands at; `tip`, the end of the branch that
    redo follows, is `at` itself where nobody remembers another.
    """

    parents: Mapping[int, int | None]
    at: int
    tip: int = 0

    def __post_init__(self) -> None:
        if not self.tip:
            object.__setattr__(self, "tip", self.at)

    def record(self) -> History:
        """Return the history with one step more, made on the one that it stands at; it stands at the new step."""
        n = max(self.parents) + 1
        return History({**self.parents, n: self.at}, n)

    def undo(self) -> History:
        """Return the history one step back.

        Raises:
            NoSuchStep: it stands at the first.
        """
        parent = self.parents[self.at]
        if parent is None:
            raise NoSuchStep(Message("error.nothing-to-undo"))
        return replace(self, at=parent)

    def redo(self) -> History:
        """Return the history one step forward: what was undone last, or else the newest edit made here.

        Raises:
            NoSuchStep: no edit was made on the step that it stands at.
        """
        forward = [n for n in self.line(self.tip) if self.parents[n] == self.at] or [*self.branches(self.at)[-1:]]
        if not forward:
            raise NoSuchStep(Message("error.nothing-to-redo"))
        return self.go(forward[0])

    def go(self, n: int) -> History:
        """Return the history standing at any of its steps, in whatever branch.

        Raises:
            NoSuchStep: there is no step of that number.
        """
        if n not in self.parents:
            values = {"step": n, "first": min(self.parents), "last": max(self.parents)}
            raise NoSuchStep(Message("error.step-range", values))
        return replace(self, at=n, tip=self.tip if n in self.line(self.tip) else n)

    def branches(self, n: int) -> tuple[int, ...]:
        """Return the steps that were made on step `n`, oldest first."""
        return tuple(sorted(step for step, parent in self.parents.items() if parent == n))

    def line(self, n: int) -> Iterator[int]:
        """Yield step `n` and those that led to it, newest first."""
        at: int | None = n
        while at is not None:
            yield at
            at = self.parents[at]


def begin() -> History:
    """Return the history of a roster that has just been made."""
    return History({1: None}, 1)
