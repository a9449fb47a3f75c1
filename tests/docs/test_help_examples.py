"""The examples of each command's help work, in order, with what docs/cli.md says that you have or make first."""

from __future__ import annotations

import json
import re

import click
import pytest

from builder.cli import COMMANDS, main
from tests.docs.shell import Shell, shell, template

__all__ = ["shell", "template"]

EXAMPLES = re.compile(r"^ *Examples:\n((?: +\S.*\n?)+)", re.MULTILINE)
NO = 1
"""The status of an answer that is "no", as where two armies differ, or a list of another program chooses no keywords."""
ID, CODE = "4m2k9d7p0q1x", "7K2QH-9XRTM"
CATALOGUE = {"schema": "muster.catalogue/1", "system": "wh40k-9e", "id": "my-armies", "name": "My armies"}
QUICKER = {
    "odds sunward-host gloam-court": "odds sunward-patrol gloam-patrol",
    "--seed 7": "--seed 7 --players random,random",
    "--games 400": "--games 2 --players random,random --jobs 1",
    "--precision 3": "--precision 3 --games 2 --players random,random --jobs 1",
    "--game 17": "--game 1 --jobs 1",
}
"""What takes long is made short."""
FIRST = {
    "check": "muster export sunward-host --out list.json; muster export sunward-host --out list.rosz",
    "compare": "muster print sunward-host --out before.pdf; muster rename sunward-host Today",
    "delete": "muster export sunward-host --out list.json",
    "edit": """echo '[{"op": "rename", "name": "Tomorrow"}]' > edits.json""",
    "history": "muster rename sunward-host Today",
    "import": "muster export sunward-host --out list.rosz",
    "print": "muster export sunward-host --out list.json",
    "restore": "muster backup before-the-tournament.db",
    "redo": "muster rename sunward-host Today; muster undo sunward-host",
    "undo": "muster rename sunward-host Today",
    "odds": "muster print sunward-host --out a.pdf; muster print gloam-court --out b.pdf",
    "adapter": """echo '{"cmd": "nothing"}' > messages.ndjson""",
    **dict.fromkeys(
        ("battle", "export", "matchup", "read", "simulate"),
        "muster print sunward-patrol --out a.pdf; muster print gloam-patrol --out b.pdf",
    ),
}
"""What somebody has or makes before the examples of a command."""
ELSEWHERE = {
    "muster serve": "tests/cli/test_serving.py",
    "muster import my-catalogue.json my-unit.json": "tests/importing/test_cli.py",
    "muster import wh40k-9e/": "tests/importing/test_cli.py",
    "muster import https://": "tests/importing/test_download.py",
    "muster simulate --resume 4m2k9d7p0q1x --scheduler": "tests/simulation has a cluster",
    "bs_spec_runner.py": "tests/adapter",
}
"""Examples that need another machine, or more than a folder of small files."""


def examples(name: str) -> list[str]:
    command = main.get_command(click.Context(main), name)
    assert command
    assert command.help
    found = EXAMPLES.search(command.help)
    assert found, name
    return [line.strip() for line in found[1].splitlines()]


@pytest.mark.sample(5)
@pytest.mark.slow
@pytest.mark.parametrize("name", [row.name for row in COMMANDS])
def test_the_examples_of_help_work(name: str, shell: Shell) -> None:
    for line in FIRST.get(name, "").split("; "):
        shell.type(line)
    given = prepare(name, shell)
    for example in examples(name):
        if example.startswith(tuple(ELSEWHERE)):
            continue
        for word, own in (given | QUICKER).items():
            example = example.replace(word, own)
        shell.type(example, (0, NO) if name in ("check", "compare") else (0,))


def prepare(name: str, shell: Shell) -> dict[str, str]:
    """Make what an example names by an id or code that nobody knows beforehand; return what stands for what."""

    def ask(call: str, key: str) -> str:
        return str(json.loads(shell.type(f"{call} --json"))[key])

    if name == "verify":
        return {CODE: ask("muster print sunward-patrol --out a.pdf", "check_code"), "sunward-host": "sunward-patrol"}
    if name == "delete":
        return {ID: json.loads(shell.type("muster import list.json --again --json"))["items"][0]["id"]}
    if name == "simulate":
        return {ID: ask("muster simulate sunward-patrol gloam-patrol --games 2 --players random,random --jobs 1", "id")}
    if name == "export":
        (shell.folder / "my-armies.catalogue.json").write_text(json.dumps(CATALOGUE))
        shell.type("muster import my-armies.catalogue.json")
    if name in ("battle", "export"):
        shell.type("muster battle sunward-patrol gloam-patrol --play a")  # nobody types: it is saved
        return {ID: json.loads(shell.type("muster list battles --json"))["items"][0]["id"]}
    return {}


def test_each_example_that_is_left_out_is_there() -> None:
    every = [example for row in COMMANDS for example in examples(row.name)]
    assert [start for start in ELSEWHERE if not any(example.startswith(start) for example in every)] == []
