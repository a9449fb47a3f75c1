"""What a terminal gets: tables of rich, a bar, ids that are completed; elsewhere text is plain, and a pipe may close."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from builder.cli import first_battle
from builder.cli.words import set_language
from builder.work import compiling
from datasheets.words import languages
from resolver.table.kept_code import uncompiled_loops
from tests.cli.conftest import Muster

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


def on_terminal(program: Path, *words: str, database: Path, columns: int = 100, stream: str = "stdout") -> str:
    """Run the program with one of its streams on a terminal; return what stood there."""
    ours, theirs = pty.openpty()
    given = {**os.environ, "MUSTER_DATABASE": str(database), "COLUMNS": str(columns), "TERM": "xterm"}
    streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, stream: theirs}
    with subprocess.Popen([program, *words], env=given, **streams) as process:  # type: ignore[call-overload]
        os.close(theirs)
        shown = b""
        while part := _read(ours):
            shown += part
        os.close(ours)
    assert process.returncode == 0
    return shown.decode()


def _read(file: int) -> bytes:
    try:
        return os.read(file, 65536)
    except OSError:  # what Linux says where the other end is closed
        return b""


def complete(program: Path, *words: str, database: Path | str, shell: str = "bash") -> list[str]:
    """What a shell is proposed for the last of these words."""
    given: Mapping[str, str] = {
        **os.environ,
        "MUSTER_DATABASE": str(database),
        "_MUSTER_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": " ".join(("muster", *words)),
        "COMP_CWORD": str(len(words)),
    }
    done = subprocess.run([program], env=given, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return [line for line in done.stdout.split("\n") if line]


@pytest.fixture(scope="module")
def template(few_units: Path) -> Path:
    return few_units


@pytest.fixture
def database(muster: Muster) -> Path:
    return Path(os.environ["MUSTER_DATABASE"])


def test_a_terminal_gets_a_table_that_fits_it(program: Path, database: Path) -> None:
    shown = on_terminal(program, "list", "rosters", database=database, columns=90)
    assert "\x1b[1m" in shown
    lines = ESCAPE.sub("", shown).splitlines()
    assert max(map(len, lines)) <= 90
    assert lines[0].split()[:3] == ["ID", "NAME", "SYSTEM"]
    assert any(line.startswith("gloam-court ") for line in lines)


def test_names_are_no_markup(program: Path, database: Path, muster: Muster) -> None:
    assert muster("rename", "sunward-host", "[red]Host[/red]").exit_code == 0
    assert "[red]Host[/red]" in on_terminal(program, "list", "rosters", database=database)


def test_elsewhere_a_table_is_plain(muster: Muster) -> None:
    assert "\x1b" not in muster("list", "rosters").stdout


@pytest.mark.slow
def test_a_terminal_gets_a_bar_that_goes_again(program: Path, database: Path) -> None:
    call = ("simulate", "sunward-patrol", "gloam-patrol", "--games", "2", "--players", "random,random", "--jobs", "1")
    shown = on_terminal(program, *call, "--seed", "1", "--block", "1", database=database, stream="stderr")
    assert "━" in shown
    assert "of at most 2 games" in shown
    assert shown.rindex("\x1b[2K") > shown.rindex("━")


@pytest.mark.sample(1)
@pytest.mark.parametrize("call", [("list", "datasheets"), ("--help",), ("export", "sunward-host")])
def test_a_closed_pipe_is_no_failure(program: Path, database: Path, call: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    known = {**os.environ, "MUSTER_DATABASE": str(database)}
    done = subprocess.run([program, *call], env=known, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_file_that_cannot_be_written_is_one(program: Path, database: Path, tmp_path: Path) -> None:
    out = tmp_path / "none" / "a.json"
    done = subprocess.run([program, "export", "sunward-host", "--out", out], capture_output=True, check=False)
    assert done.returncode == 2


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("check", "gl"), ["plain,gloam-court", "plain,gloam-patrol"]),
        (("matchup", "sunward-host", "gloam-c"), ["plain,gloam-court"]),
        (("print", "a.p"), ["file,a.p"]),
        (("rule", "9e-morale-0"), [f"plain,9E-MORALE-0{number}" for number in range(1, 5)]),
        (("list", "ros"), ["plain,rosters"]),
        (("list", "rosters", "--system", "aos"), ["plain,aos-1e"]),
        (("chec",), ["plain,check"]),
        (("simulate", "--resume", "x"), []),
    ],
)
def test_ids_are_completed(program: Path, database: Path, words: tuple[str, ...], wanted: list[str]) -> None:
    assert sorted(complete(program, *words, database=database)) == wanted


def test_completion_tells_names_and_makes_no_database(program: Path, database: Path, tmp_path: Path) -> None:
    assert complete(program, "check", "gloam-c", database=database, shell="zsh") == ["plain", "gloam-court", "Gloam Court"]
    assert complete(program, "check", "g", database=tmp_path / "none.db") == []
    assert not (tmp_path / "none.db").exists()
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"no database")
    assert complete(program, "check", "g", database=broken) == []


@pytest.mark.parametrize(
    ("call", "near"),
    [
        (("check", "sunward-hst"), "did you mean sunward-host"),
        (("check", "gloam COURT"), "did you mean gloam-court?"),
        (("compare", "sunward-host", "gloam-cort"), "did you mean gloam-court"),
        (("rule", "9E-MORALE-3"), "did you mean 9E-MORALE-03"),
        (("check", "something-else"), "muster list rosters"),
        (("rule", "nothing"), "9E-MORALE-03"),
    ],
)
def test_what_is_nearly_right_is_named(muster: Muster, call: tuple[str, ...], near: str) -> None:
    result = muster(*call)
    assert result.exit_code == 2
    assert near in result.stderr


def test_it_is_said_in_each_language(muster: Muster) -> None:
    said = {language: muster("--language", language, "check", "sunward-hst").stderr for language in languages()}
    assert len(set(said.values())) == len(languages())
    assert all("sunward-host" in each for each in said.values())


COMPILER = """
import os, pathlib, time
from resolver.table.kept_code import uncompiled_loops
for name in uncompiled_loops():
    pathlib.Path(os.environ["NUMBA_CACHE_DIR"], name + "-1.nbi").touch()
    time.sleep(0.002)
"""


@pytest.mark.slow
def test_the_first_battle_says_that_it_compiles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A stand-in for the compiler leaves the same names of files, and not two minutes later."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    set_language("en")
    monkeypatch.setattr(compiling, "COMPILER", [sys.executable, "-c", COMPILER])
    total = len(uncompiled_loops())
    assert total > 20
    first_battle.compile_loops()
    assert f"0 of {total}" in capsys.readouterr().err
    assert uncompiled_loops() == []
    first_battle.compile_loops()
    assert capsys.readouterr().err == ""


@pytest.mark.slow
def test_a_compiler_that_fails_stops_no_battle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(compiling, "COMPILER", [sys.executable, "-c", "raise SystemExit(1)"])
    first_battle.compile_loops()
    assert uncompiled_loops()


def test_a_server_compiles_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And stops with it, whether that is done or not."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(compiling, "COMPILER", [sys.executable, "-c", COMPILER])
    with compiling.compiling_meanwhile():
        ends = time.monotonic() + 60
        while compiling.lacks_loops():
            assert time.monotonic() < ends
            time.sleep(0.05)
    for file in tmp_path.iterdir():
        file.unlink()
    monkeypatch.setattr(compiling, "COMPILER", [sys.executable, "-c", "import time; time.sleep(600)"])
    began = time.monotonic()
    with compiling.compiling_meanwhile():
        pass
    assert time.monotonic() - began < 60
