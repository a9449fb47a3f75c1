"""What pages tell a reader to type is run, in order, and works."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from builder.settings import Settings
from tests.docs.shell import ROOT, Shell, shell, template
from tests.people import keep_template
from tests.servers import Local

__all__ = ["shell", "template"]

PAGES = ("README.md", "docs/players.md", "docs/organisers.md", "docs/tools.md", "docs/api.md", "docs/accounts.md")
BLOCK = re.compile(r"^```(sh|python)\n(.*?)^```", re.DOTALL | re.MULTILINE)
SERVER = re.compile(r"(?:https?://)?(?:127\.0\.0\.1|localhost):8000|https://muster\.example")
KEY = re.compile(r', key="muster_\.\.\."')
BEFORE = {"README.md": "muster export sunward-host --format rosz --out my-army.rosz"}
"""What somebody has who reads a page."""
INSTEAD = {
    "from muster_client import": "from builder.client import",  # tests/api/test_client_distribution.py installs it
    "ROSTER": "sunward-host",
    "--games 400": "--games 2 --players random,random --jobs 1",
    "--games 4 --players random,random --seed 1": "--games 2 --players random,random --seed 1 --jobs 1",
    '["human", "greedy"]': '["human", "random"]',
    "b.pdf --seed 7 ": "b.pdf --seed 7 --players random,random ",
    "print sunward-host --out again.pdf": "print sunward-patrol --out again.pdf",
    "simulate host.pdf court.pdf": "simulate sunward-patrol gloam-patrol",
    "battle host.pdf court.pdf": "battle sunward-patrol gloam-patrol",
}
ELSEWHERE = {
    "make run": "installs",
    "make test": "runs this test",
    ". .venv/bin/activate": "of what `make run` installs",
    "dask ": "tests/simulation has a cluster",
    "muster simulate a.pdf b.pdf --games 10000": "on that cluster",
    "muster import https://github.com": "tests/importing has a repository",
    "muster serve": "tests/cli/test_serving.py",
    "openapi-python-client": "tests/generated/test_clients.py",
    "npx ": "tests/generated/test_clients.py",
}
"""Lines that are tried elsewhere, or by whoever installs Muster."""


def blocks(page: str) -> list[tuple[str, str]]:
    return BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))


def to_run(text: str, address: str) -> str:
    """Return the lines of an example that are run here, at the address of a server without accounts."""
    for before, now in INSTEAD.items():
        text = text.replace(before, now)
    text = KEY.sub("", SERVER.sub(address, text))
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith(tuple(ELSEWHERE)))


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_the_examples_work_in_order(page: str, server: Local, shell: Shell, settings: Settings, template: Path) -> None:
    """All on one database, in one folder, as somebody who follows the page does it."""
    if page == "docs/accounts.md":
        keep_template(settings, template)
    shell.run("sh", BEFORE.get(page, ":"))
    found = blocks(page)
    assert len(found) >= 2
    for language, text in found:
        given = to_run(text, server.url)
        lines = [line for line in given.splitlines() if line.strip() and not line.startswith("#")]
        if language == "sh" and all(line.startswith("muster ") for line in lines):
            for line in lines:
                shell.type(line)
        else:
            shell.run(language, given)


def test_nothing_is_left_out_that_no_page_says() -> None:
    lines = [line for page in PAGES for _, text in blocks(page) for line in text.splitlines()]
    assert [start for start in ELSEWHERE if not any(line.startswith(start) for line in lines)] == []
    assert [word for word in INSTEAD if not any(word in line for line in lines)] == []


def test_each_page_is_found_from_the_first() -> None:
    first = (ROOT / "README.md").read_text(encoding="utf-8")
    assert all(f"({page})" in first for page in (*PAGES[1:], "docs/hosting.md"))
