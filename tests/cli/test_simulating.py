"""`muster simulate`: the same answer wherever it is played, kept and gone on with; bad calls are one sentence."""

from __future__ import annotations

import csv
import gc
import json
import os
import signal
import socket
import sqlite3
import subprocess
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from builder.services.assembly import open_services
from builder.settings import Settings
from tests.armies import army
from tests.cli.conftest import Muster, answer, forge_sheet, save_file, sentence
from tests.simulation.armies import armies

QUICK = ("--players", "greedy,random", "--seed", "1", "--json")
SAME = ("games", "wins", "interval_95", "by_round", "units", "margin", "decides")


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    """Two armies of very few models."""
    paths = [tmp_path / "a.json", tmp_path / "b.json"]
    for path, document in zip(paths, armies(), strict=True):
        path.write_bytes(document.to_bytes())
    return str(paths[0]), str(paths[1])


@pytest.mark.slow
def test_it_says_who_wins_and_goes_on_where_it_stopped(muster: Muster, files: tuple[str, str], tmp_path: Path):
    sheet = tmp_path / "all.csv"
    whole = answer(muster("simulate", *files, "--games", 3, "--jobs", 1, "--block", 2, *QUICK, "--csv", sheet))
    assert sum(whole["wins"]) == whole["games"] == 3
    assert whole["state"] == "done"
    assert {"id", "seconds", "unresolved", *SAME} <= whole.keys()
    part = answer(muster("simulate", *files, "--games", 1, "--jobs", 1, *QUICK))
    more = answer(muster("simulate", "--resume", part["id"], "--games", 3, "--jobs", 1, "--json"))
    assert {name: more[name] for name in SAME} == {name: whole[name] for name in SAME}
    rows = list(csv.reader(sheet.open()))
    assert ["result", "a", "games", str(whole["wins"][0])] in rows
    assert sum(float(number) for about, _, _, number in rows[1:] if about.startswith("margin")) == 3


@pytest.mark.slow
def test_it_tells_people(muster: Muster, files: tuple[str, str]):
    told = muster("simulate", *files, "--games", 2, "--jobs", 1, "--players", "greedy,random", "--seed", "1")
    assert told.exit_code == 0
    assert "Too early to tell: 2 battles" in told.stdout
    assert "battle rounds on average" in told.stdout
    assert "UNIT" in told.stdout


@pytest.mark.slow
def test_ctrl_c_keeps_what_is_done(program: Path, files: tuple[str, str], settings: Settings):
    call = [program, "simulate", *files, "--games", "5000", "--jobs", "1", "--block", "1", *QUICK]
    known = {**os.environ, "MUSTER_DATABASE": str(settings.database)}
    with subprocess.Popen(call, env=known, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stderr
        assert running.stdout
        told = running.stderr.readline()
        while not kept_blocks(settings):
            time.sleep(0.01)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    found = json.loads(out)
    assert running.returncode == 130
    assert b"Traceback" not in err
    assert found["state"] == "stopped"
    assert 0 < found["games"] < 5000
    assert found["id"].encode() in told
    assert found["id"].encode() in err


def kept_blocks(settings: Settings) -> int:
    """How many blocks were played and kept so far."""
    with closing(sqlite3.connect(settings.database)) as db:
        return int(db.execute("select count(*) from simulation_blocks").fetchone()[0])


def stored_simulations(settings: Settings) -> list[str]:
    """Return the ids of the simulations in the database."""
    services = open_services(settings)
    ids = [row.id for row in services.simulations.page().items]
    services.close()
    return ids


@pytest.mark.slow
def test_any_game_is_told_as_it_was_played(muster: Muster, files: tuple[str, str]):
    found = answer(muster("simulate", *files, "--games", 2, "--jobs", 1, *QUICK))
    wins = {"a": 0, "b": 0, None: 0}
    for game in (0, 1):
        told = answer(muster("simulate", "--resume", found["id"], "--game", game, "--json"))
        winner = told["winner"]
        wins[winner if winner is None or game == 0 else {"a": "b", "b": "a"}[winner]] += 1
        assert told["players"] == (["greedy", "random"] if game == 0 else ["random", "greedy"])
    assert found["wins"] == [wins["a"], wins["b"], wins[None]]
    assert "numbered from 0" in sentence(muster("simulate", "--resume", found["id"], "--game", 2))


def test_a_sheet_that_was_altered_is_refused(
    muster: Muster, files: tuple[str, str], settings: Settings, pdfs: dict[str, bytes], documents: Any, tmp_path: Path
):
    sheet = save_file(tmp_path / "other.pdf", forge_sheet(pdfs["sunward-patrol"], documents["sunward-patrol"]))
    assert "other.pdf" in sentence(muster("simulate", files[0], sheet))
    assert stored_simulations(settings) == []


def no_scheduler() -> str:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return f"tcp://127.0.0.1:{free.getsockname()[1]}"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--games", "0"), "Name a number of games from 1"),
        (("--players", "greedy,grandmaster"), "grandmaster"),
        (("--mission", "peace"), "peace"),
        (("--precision", "0"), "Name a precision"),
        (("--jobs", "2", "--scheduler", "tcp://127.0.0.1:1"), "not both"),
        (("--seed", "-1"), "whole number"),
        (("--game", "3"), "Name the simulation with --resume"),
    ],
)
def test_a_bad_call_is_one_sentence_and_keeps_nothing(
    muster: Muster, files: tuple[str, str], settings: Settings, given: tuple[str, ...], said: str
):
    assert said in sentence(muster("simulate", *files, *given))
    assert "there is no simulation" in sentence(muster("simulate", "--resume", "nothing"))
    assert stored_simulations(settings) == []


@pytest.mark.slow
def test_a_dead_scheduler_is_one_sentence(
    muster: Muster, files: tuple[str, str], settings: Settings, monkeypatch: pytest.MonkeyPatch
):
    pytest.importorskip("distributed")
    from resolver.simulation import pools

    monkeypatch.setattr(pools.Cluster.__init__, "__defaults__", (0.5,))
    address = no_scheduler()
    assert f"No Dask scheduler answers at {address}" in sentence(muster("simulate", *files, "--scheduler", address))
    assert stored_simulations(settings) == []


def answer_rubbish(server: socket.socket) -> None:
    while True:
        try:
            peer, _ = server.accept()
            with peer:
                peer.recv(1000)
                peer.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 3\r\n\r\nabc")
        except OSError:
            if server.fileno() < 0:
                return


def test_an_address_that_answers_rubbish_or_is_none_is_one_sentence_at_once(
    muster: Muster, files: tuple[str, str], settings: Settings
):
    """A client of Dask left behind would raise after 20 seconds of waiting, as the program ends."""
    distributed = pytest.importorskip("distributed")
    before = set(threading.enumerate())
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=answer_rubbish, args=(server,), daemon=True, name="rubbish").start()
        for address in (f"tcp://127.0.0.1:{server.getsockname()[1]}", "rubbish", "ftp://127.0.0.1:1"):
            said = sentence(muster("simulate", *files, "--scheduler", address))
            assert f"No Dask scheduler answers at {address}" in said
    gc.collect()
    assert not [each for each in gc.get_objects() if isinstance(each, distributed.Client)]
    assert not [each.name for each in set(threading.enumerate()) - before if "IO loop" in each.name]
    assert stored_simulations(settings) == []


def test_armies_of_two_games_are_refused(muster: Muster, files: tuple[str, str], settings: Settings, tmp_path: Path):
    other = tmp_path / "other.json"
    document = army("sunward-host")
    document["army"]["system"] = "wh40k-8e"
    other.write_text(json.dumps(document))
    assert "8" in sentence(muster("simulate", files[0], other))
    assert stored_simulations(settings) == []
