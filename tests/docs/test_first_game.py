"""The folder that docs/first-game.md tells to write is a game: judged, printed, played, replayed, with odds, and shown."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.docs.shell import ROOT, Shell, shell, template
from tests.servers import Server, serve

__all__ = ["serve", "shell", "template"]

PAGE = (ROOT / "docs/first-game.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(sh|json|python)\n(.*?)^```", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"(?:: |, |is )`([\w/.-]+\.(?:json|py))`(?=:?$)", re.MULTILINE)


def follow(folder: Path) -> list[str]:
    """Write the files of the page, each under the last name before it, and return its commands in order."""
    commands = []
    for found in BLOCK.finditer(PAGE):
        language, text = found.groups()
        if language == "sh":
            commands.append(text)
            continue
        path = folder.parent / FILE.findall(PAGE, 0, found.start())[-1]
        assert not path.exists(), path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return commands


@pytest.mark.slow
def test_the_page_makes_a_game(shell: Shell, serve: Callable[..., Server], monkeypatch: pytest.MonkeyPatch) -> None:
    folder = shell.folder / "puddle-war"
    _, first, play = follow(folder)
    monkeypatch.setitem(shell.environment, "MUSTER_SYSTEMS", str(folder))
    assert "2 units, 8 models, not judged" in shell.run("sh", first)
    assert (shell.folder / "left.pdf").read_bytes().startswith(b"%PDF")
    told = shell.run("sh", play.replace("greedy,random", "random,random").replace("--games 4", "--games 2 --jobs 1"))
    assert told.count("wins: more birds are left.") + told.count("Nobody wins.") == 2
    server = serve(MUSTER_SYSTEMS=str(folder))
    asked = {"a": "left-bank", "b": "right-bank", "player_a": "random", "player_b": "random", "seed": "3"}
    page: Any = requests.post(f"{server.url}/battles", data=asked, timeout=60)
    assert page.status_code == 200
    assert "Left Bank – Right Bank" in page.text


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("file", "was", "now", "said"),
    [
        ("descriptor.py", "def victor(", "def winner(", "puddle-war/descriptor.py, line 49: name 'victor' is not defined"),
        ("descriptor.py", "victor=victor,", "victor=victor", "puddle-war/descriptor.py, line 49: invalid syntax"),
        ("rules.py", "", "import pond\n", "puddle-war/rules.py, line 1: No module named 'pond'"),
        ("rules.py", "", "STEPS = ()\n", "puddle-war/rules.py: it has no RULES"),
        ("descriptor.py", "DESCRIPTOR =", "DESCRIBED =", "puddle-war/descriptor.py: it has no DESCRIPTOR"),
    ],
)
def test_what_is_wrong_in_a_module_of_ones_own_is_said_with_its_line(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, file: str, was: str, now: str, said: str
) -> None:
    """It is no error of Muster's, and nobody is told to report it."""
    folder = shell.folder / "puddle-war"
    follow(folder)
    text = (folder / file).read_text(encoding="utf-8") if was else ""
    (folder / file).write_text(text.replace(was, now) if was else now, encoding="utf-8")
    monkeypatch.setitem(shell.environment, "MUSTER_SYSTEMS", str(folder))
    assert said in shell.run("sh", "muster list systems 2>&1 || true")
