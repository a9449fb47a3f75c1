"""The stylesheet: letters stand out from their ground in light and in dark, and nothing comes from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import builder

STYLE = (Path(builder.__file__).parent / "static/web/muster.css").read_text(encoding="utf-8")
SCRIPTS = list((Path(builder.__file__).parent / "static/web").glob("*.js"))
PAIRS = [
    *((ink, ground) for ink in ("ink", "soft-ink", "link") for ground in ("paper", "sheet")),
    ("ink", "sunken"),
    ("soft-ink", "sunken"),
    ("accent-ink", "accent"),
    ("band-ink", "band"),
    *((f"{each}", f"{each}-soft") for each in ("error", "warning", "note", "good")),
    *(("ink", f"{each}-soft") for each in ("error", "warning", "note", "good", "accent")),
    *(("link", f"{each}-soft") for each in ("error", "warning", "note")),
    *(("soft-ink", f"{each}-soft") for each in ("error", "warning", "note")),
    ("error", "sheet"),
]


def colours(dark: bool) -> dict[str, str]:
    light, rest = STYLE.split("@media (prefers-color-scheme: dark)", 1)
    found = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", light))
    return found | (dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", rest.split("\n}\n")[0])) if dark else {})


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(("ink", "ground"), PAIRS)
def test_contrast(dark: bool, ink: str, ground: str) -> None:
    found = colours(dark)
    light, deep = sorted((luminance(found[ink]), luminance(found[ground])), reverse=True)
    assert (light + 0.05) / (deep + 0.05) >= 4.5


def test_nothing_comes_from_elsewhere() -> None:
    assert SCRIPTS
    for text in (STYLE, *(script.read_text(encoding="utf-8") for script in SCRIPTS)):
        assert not re.search(r"https?:|//[a-z]|@import|url\(", text.replace("// ", ""))
