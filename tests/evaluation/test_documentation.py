"""docs/evaluation.md: every code of a raw finding is listed there and has words, and every module is on its map."""

import re
from pathlib import Path

from datasheets.words import codes, has_words

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "evaluation.md").read_text(encoding="utf-8")
SOURCES = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "datasheets" / "evaluation").glob("*.py")))
KINDS = "catalogue|category|cost|entry|force|model|unit"


def documented_codes() -> set[str]:
    table = DOCUMENT.split("## Findings")[1].split("## Wargear")[0]
    return set(re.findall(r"`([a-z]+\.[a-z-]+)`", table))


def test_listed_codes_are_those_in_the_code_and_have_words():
    written = set(re.findall(rf'"((?:{KINDS})\.(?:too|missing|misplaced|hidden|over)[a-z-]*)"', SOURCES))
    assert documented_codes() == written
    assert all(has_words(f"finding.{code}") for code in written)
    assert {f"fix.{name}" for name in ("add", "remove", "set-size", "take-away")} <= codes()


def test_every_module_is_on_the_map():
    named = set(re.findall(r"([a-z]+)\.py", DOCUMENT.split("## Modules")[1].split("## Steps")[0]))
    modules = {path.stem for path in (ROOT / "datasheets" / "evaluation").glob("*.py")} - {"__init__"}
    assert modules <= named
