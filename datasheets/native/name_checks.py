"""Checks of names: those that stand beside each other differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from datasheets.fields import document_message
from datasheets.native.naming import slug
from datasheets.problems import Problem


def check_distinct(path: str, names: Iterable[str], before: Iterable[str] = (), key: str = "name") -> Iterator[Problem]:
    """Names must differ in more than case and punctuation, because ids are made from them."""
    seen = {slug(name) for name in before}
    for place, name in enumerate(names):
        if not slug(name):
            yield Problem(f"{path}/{place}/{key}", document_message("name"))
        elif slug(name) in seen:
            yield Problem(f"{path}/{place}/{key}", document_message(f"twice-{key}", name=name))
        seen.add(slug(name))
