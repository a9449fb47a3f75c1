"""Where a field of a form stands: in the document, in the names of posted fields, in problems, and among words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from datasheets.problems import escape

Step = str | int
RESTARTS: Mapping[str, str] = {"effects": "effect", "when": "condition"}
"""Parts that occur in several places and have their words once."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a document.

    `steps` lead to it; `name` is the address of posted fields, in which keys that users write are counted instead; `path` is
    the JSON pointer of problems; `pattern` says what stands there, without numbers ("weapons.profiles.name").
    """

    steps: tuple[Step, ...] = ()
    name: str = ""
    path: str = ""
    pattern: str = ""

    def member(self, key: str) -> Place:
        """Return the place of a member that the schema or the system names."""
        step = escape(key)
        pattern = RESTARTS.get(key, f"{self.pattern}.{key}".lstrip("."))
        return Place((*self.steps, key), f"{self.name}/{step}", f"{self.path}/{step}", pattern)

    def at_key(self, key: str) -> Place:
        """Return the place of a key that the system or the document names; it changes nothing about what stands there."""
        return replace(self.member(key), pattern=self.pattern)

    def item(self, index: int) -> Place:
        """Return the place of an item of a list."""
        return Place((*self.steps, index), f"{self.name}/{index}", f"{self.path}/{index}", self.pattern)

    def at_index(self, index: int, key: str) -> Place:
        """Return the place of the value of a key that the user wrote, counted."""
        return replace(self.at_key(key), name=f"{self.name}/{index}", pattern=f"{self.pattern}.value")

    @property
    def id(self) -> str:
        """What stands in the `id` of its element."""
        return "at" + self.name.replace("/", ".").replace(" ", "_")


def at(document: Any, steps: Sequence[Step]) -> Any:
    """Return what stands at a place, None where nothing does."""
    for step in steps:
        if isinstance(document, dict) and isinstance(step, str):
            document = document.get(step)
        elif isinstance(document, list) and isinstance(step, int) and step < len(document):
            document = document[step]
        else:
            return None
    return document


def put(document: dict[str, Any], steps: Sequence[Step], value: Any) -> None:
    """Write a value, with objects on the way to it where there are none; None takes it away."""
    inside: Any = document
    for place, step in enumerate(steps[:-1]):
        inner = inside[step] if isinstance(step, int) else inside.get(step)
        wanted = list if isinstance(steps[place + 1], int) else dict
        if not isinstance(inner, wanted):
            inner = {"name": inner} if isinstance(inner, str) and wanted is dict else wanted()
            inside[step] = inner
        inside = inner
    last = steps[-1]
    if value is not None:
        inside[last] = value
    elif isinstance(last, str):
        inside.pop(last, None)
