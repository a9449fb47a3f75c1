"""Where in the body of an import something stands that is wrong: each file and address has a place there.

Whoever reads files knows them by their names ("Reeds.cat:120", "army.zip/list.json /army/name"). A pointer leads to the
file in the body; what follows in its name goes into the sentence, for a pointer can't lead into a file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from datasheets.problems import Problem
from datasheets.words import Message

WHOLE = "body.zip"
"""What a zip is called that is the whole body: its place is ""."""


def locate_problems(problems: Iterable[Problem], body: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Return problems with their places in the body; what points into the body already stays."""
    return tuple(_locate(each, dict(_places(body))) for each in problems)


def _places(body: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield everything that a body brings by its name, with its place; of one name the first counts."""
    yield from ((url, f"/urls/{at}") for at, url in reversed([*enumerate(body["urls"])]))
    files = reversed([*enumerate(body["files"])])
    yield from ((file.name, "" if file.name == WHOLE else f"/files/{at}") for at, file in files)
    yield from ((given.name, given.place) for given in reversed(body["documents"]))


def _locate(problem: Problem, places: Mapping[str, str]) -> Problem:
    if not problem.path or problem.path.startswith("/documents/"):
        return problem
    named = [name for name in places if problem.path.startswith(name)]
    place = places[max(named, key=len)] if named else ""
    return Problem(place, Message("refused.request.in-file", {"file": problem.path, "message": problem.message}))
