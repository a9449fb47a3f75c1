"""The program around the commands: help, bad calls, and failures that nobody foresaw."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import pytest

from builder.cli import COMMANDS, main
from builder.cli.context import CliContext
from builder.services import errors
from builder.settings import Settings
from datasheets.problems import DocumentError, Problem
from tests.cli.conftest import Muster, run, sentence

NAMES = [row.name for row in COMMANDS]


def test_the_table_names_the_commands_of_every_module():
    for row in COMMANDS:
        assert import_module(f"builder.cli.{row.module}").COMMANDS[row.name].name == row.name


@pytest.mark.parametrize(("asked", "same"), [("list", "list"), ("people invite", "people invite"), ("", "")])
def test_help_says_how_a_command_is_called(asked: str, same: str):
    result = run("help", *asked.split())
    assert (result.exit_code, result.stdout) == (0, run(*same.split(), "--help").stdout)


def test_help_knows_no_other_commands():
    assert "no command lst (did you mean list?)" in run("help", "lst").stderr


def test_help_lists_the_commands():
    result = run("--help")
    assert result.exit_code == 0
    for row in COMMANDS:
        assert f"  {row.name} " in result.stdout


@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_help_with_an_example(name: str):
    result = run(name, "-h")
    assert result.exit_code == 0
    assert f"\n    muster {name}" in result.stdout
    command = main.get_command(click.Context(main), name)
    assert command
    assert all(option.help for option in command.params if isinstance(option, click.Option))


def test_the_version_is_told():
    assert run("--version").stdout.startswith("muster ")


def test_without_a_command_there_is_help_and_status_2():
    result = run()
    assert result.exit_code == 2
    assert "Commands:" in result.stderr


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (["lst"], "no command lst (did you mean list?)"),
        (["nothing-like-it"], "no command nothing-like-it"),
        (["--bogus"], "no option --bogus"),
        (["check"], "ROSTER is missing"),
        (["check", "a", "b"], "words too many: b"),
        (["check", "a", "--jsn"], "no option --jsn (did you mean --json?)"),
        (["print", "sunward-host"], "--out is missing"),
        (["print", "sunward-host", "--out", "a.pdf", "--paper", "a9"], "--paper takes one of a4, letter"),
        (["list", "armies"], "KIND takes one of systems, catalogues"),
        (["serve", "--port", "99999"], "--port takes a whole number from 0 to 65535"),
        (["odds", "a:b", "c:d", "--range", "x"], "--range takes a number from 0 to 1000"),
        (["battle", "--at", "x"], "--at takes a whole number from 0"),
        (["battle", "--at"], "--at needs a value"),
        (["list", "rosters", "--json=1"], "--json takes no value"),
        (["print", "sunward-host", "--out", "-"], "--out: "),
    ],
)
def test_a_bad_call_is_one_sentence_and_status_2(call: list[str], told: str):
    assert told in sentence(run(*call))


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (
            errors.Stale("roster", "x", 3),
            "muster: roster x was changed since version 3; read it again and repeat your change.\n",
        ),
        (DocumentError((Problem("/a", "Write b."),)), "muster: /a: Write b.\n"),
        (errors.Invalid((Problem("", "One."), Problem("/b", "Two."))), "muster: One (and 1 more problem).\n"),
        (
            PermissionError(13, "Permission denied", "x"),
            "muster: x may not be read or written; change its rights, or name a file of yours.\n",
        ),
    ],
)
def test_what_services_refuse_is_one_sentence(muster: Muster, monkeypatch: pytest.MonkeyPatch, error: Exception, told: str):
    monkeypatch.setattr(CliContext, "prepare", _raising(error))
    result = muster("migrate")
    assert (result.exit_code, result.stderr) == (2, told)


def test_what_nobody_foresaw_is_one_sentence_that_says_where_the_details_are(
    muster: Muster, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(CliContext, "prepare", _raising(ZeroDivisionError("a detail")))
    told = sentence(muster("migrate"))
    (kept,) = tmp_path.glob("muster-*.txt")
    assert told.startswith("An error of Muster's own happened (ZeroDivisionError)")
    assert str(kept) in told
    assert "ZeroDivisionError: a detail" in kept.read_text()


def test_ctrl_c_is_no_answer(muster: Muster, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(CliContext, "prepare", _raising(KeyboardInterrupt()))
    result = muster("migrate")
    assert result.exit_code == 130


def _raising(error: BaseException):
    def raise_it(*_: object):
        raise error

    return raise_it


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_closed_stream_leads_nowhere(muster: Muster, settings: Settings, closed: str):
    """What is printed is lost; the status is the command's, and the database does not get the stream's number."""
    call = f"{sys.executable} -c 'from builder.cli import main; main()' rename sunward-host Quiet"
    environment = {**os.environ, "MUSTER_DATABASE": str(settings.database)}
    done = subprocess.run(["sh", "-c", f"{call} {closed}"], env=environment, check=False, capture_output=True, text=True)
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
    assert muster("rename", "sunward-host", "Loud").exit_code == 0
