"""The stylesheets: letters and edges stand out in light and dark, every value is a token, nothing comes from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import builder

HOME = Path(builder.__file__).parent
SHEETS = {path.stem: path.read_text(encoding="utf-8") for path in (HOME / "static/web").glob("*.css")}
SCRIPTS = list((HOME / "static/web").glob("*.js"))
COLOUR = re.compile(r"--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);")
STATES = ("error", "warn", "note", "good")
GROUNDS = ("ground", "sheet", "raised", "sunken")
TEXT = [
    *((ink, ground) for ink in ("ink", "soft", "action", "signal", *STATES) for ground in GROUNDS),
    *((ink, f"{state}-soft") for state in (*STATES, "action", "signal") for ink in ("ink", "soft")),
    *(("action", f"{state}-soft") for state in ("error", "warn", "note")),
    *((state, f"{state}-soft") for state in (*STATES, "action")),
    *((f"{side}", f"{side}-soft") for side in "ab"),
    *(("ink", ground) for ground in ("a-soft", "b-soft", "field", "terrain")),
    *((ink, "band") for ink in ("band-ink", "band-soft", "on-band")),
    ("action-ink", "action"),
    ("on-band-ink", "on-band"),
]
EDGES = [
    *(("edge", ground) for ground in (*GROUNDS, "field")),
    *((side, ground) for side in ("a", "b", "terrain-edge") for ground in ("field",)),
    *(("signal", ground) for ground in GROUNDS),
]
"""Borders of controls, the focus, and what stands on the battlefield."""


def colours(dark: bool) -> dict[str, str]:
    return {name: deep if dark else light for name, light, deep in COLOUR.findall(SHEETS["tokens"])}


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, deep = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (deep + 0.05)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(("pairs", "least"), [(TEXT, 4.5), (EDGES, 3.0)])
def test_contrast(dark: bool, pairs: list[tuple[str, str]], least: float) -> None:
    found = colours(dark)
    too_little = {pair: round(contrast(found[pair[0]], found[pair[1]]), 2) for pair in pairs}
    assert not {pair: value for pair, value in too_little.items() if value < least}


def test_every_value_is_a_token() -> None:
    """A colour or a face that is written down in a room of its own is one that no theme changes."""
    made = set(re.findall(r"(--[a-z0-9-]+):", "".join(SHEETS.values())))
    for name, text in SHEETS.items():
        assert set(re.findall(r"var\((--[a-z0-9-]+)", text)) <= made, name
        if name != "tokens":
            assert not re.findall(r"#[0-9a-fA-F]{3,8}\b(?=[;, )])", text), name


def test_nothing_comes_from_elsewhere() -> None:
    assert SCRIPTS
    for text in (*SHEETS.values(), *(script.read_text(encoding="utf-8") for script in SCRIPTS)):
        assert not re.search(r"https?:|//[a-z]|@import|url\(", text.replace("// ", ""))


def test_every_icon_is_drawn() -> None:
    """An icon that has no drawing is a hole in a page."""
    from builder.web.icons import ROLES, SYMBOLS

    texts = [path.read_text(encoding="utf-8") for path in (HOME / "templates/web").glob("*.html")]
    used = {name for text in texts for name in re.findall(r"\bicon\(\"([a-z]+)\"", text)}
    assert used | set(ROLES.values()) | {"other", "error", "warning", "note"} <= set(SYMBOLS)
