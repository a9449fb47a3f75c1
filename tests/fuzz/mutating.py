"""Good JSON documents with a few values spoiled: what a careless program or a clever stranger would send."""

import copy
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

STRANGE: list[Any] = [
    *(None, True, False, [], {}, [[]], [None], {"": None}, {"x": {"x": []}}, ["a", "a"]),
    *(0, 1, -1, 7, 999, 10**6, 10**9, 10**20, 0.5, -0.0, 1e300),
    *("", " ", "x", "x" * 5000, "\x00", "\u202e", "☃", "*", "D6", "2D6+1", "3+", '6"', "-", "<CHAPTER>"),
    *("s1", "s2", "f1", "wh40k-9e", "aos-1e", "core-9e"),
]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value inside."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*path, key)
        yield from places(inner, (*path, key))


def at(value: Any, path: tuple[Any, ...]) -> Any:
    """Return the value at a path."""
    for key in path:
        value = value[key]
    return value


@st.composite
def spoiled_documents(draw: st.DrawFn, documents: list[Any]) -> Any:
    """Return one of the documents with up to four values removed, doubled, replaced or exchanged."""
    document = copy.deepcopy(draw(st.sampled_from(documents)))
    for _ in range(draw(st.integers(1, 4))):
        known = list(places(document))
        if not known:
            break
        *outer, key = draw(st.sampled_from(known))
        parent = at(document, tuple(outer))
        match draw(st.sampled_from(["remove", "replace", "replace", "exchange", "double"])):
            case "remove":
                del parent[key]
            case "replace":
                parent[key] = copy.deepcopy(draw(st.sampled_from(STRANGE)))
            case "exchange":
                parent[key] = copy.deepcopy(at(document, draw(st.sampled_from(known))))
            case "double" if isinstance(parent, list):
                parent.insert(key, copy.deepcopy(parent[key]))
    return document
