"""A full disk: what is full is said, nothing is changed, and something can still be deleted."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from flask import Flask

from builder.app import create_app
from builder.cli.failures import sentence
from builder.settings import Settings
from builder.store import StoreFull
from builder.store.connection import RESERVE, reserve

HERE = "http://localhost"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 20 MB of its own, where such a one can be had."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=20m", "none", disk], capture_output=True, check=False).returncode:
        pytest.skip("only root may mount a small disk")
    yield disk
    subprocess.run(["umount", "--lazy", disk], check=True)


@pytest.fixture
def full(small_disk: Path, prepared_database: Path) -> Flask:
    """Muster on a disk that another program has filled since it started, with a roster."""
    app = create_app(Settings(database=Path(shutil.copy(prepared_database, small_disk))))
    made = app.test_client().post("/api/v1/rosters", json={"name": "Old", "system": "wh40k-9e"}, base_url=HERE)
    assert made.status_code == 201
    with suppress(OSError), (small_disk / "other").open("wb", buffering=0) as other:
        while True:
            other.write(b"x" * 10_000)
    return app


def test_what_is_full_is_said_and_deleting_still_works(full: Flask) -> None:
    client = full.test_client()
    rosters = client.get("/api/v1/rosters", base_url=HERE).get_json()["items"]
    old = next(each["id"] for each in rosters if each["name"] == "Old")
    note = [{"op": "annotate", "subject": "", "note": "x" * 10_000}]
    answers = []
    for number in range(200):
        body = {"name": f"New {number}", "system": "wh40k-9e", "operations": note}
        answers.append(client.post("/api/v1/rosters", json=body, base_url=HERE))
        if answers[-1].status_code != 201:
            break
    assert (answers[-1].status_code, answers[-1].mimetype) == (507, "application/problem+json")
    assert "is full; nothing was changed" in answers[-1].get_json()["detail"]
    assert f"New {number}" not in client.get("/api/v1/rosters", base_url=HERE).text
    headers = {"If-Match": '"1"'}
    assert client.delete(f"/api/v1/rosters/{old}", headers=headers, base_url=HERE).status_code == 204
    assert client.get(f"/api/v1/rosters/{old}", base_url=HERE).status_code == 404


def test_the_reserve_is_made_at_the_start_and_given_up_when_it_is_needed(full: Flask, small_disk: Path) -> None:
    kept = reserve(next(small_disk.glob("*.db")))
    assert kept.stat().st_size == RESERVE
    client = full.test_client()
    for _ in range(200):
        page = client.post("/rosters", data={"name": "x", "army": "wh40k-9e/core-9e"}, base_url=HERE)
        if page.status_code == 507:
            break
        assert page.status_code < 400, page.text
    assert "is full; nothing was changed" in page.text.replace("&#39;", "'")
    assert not kept.exists()


def test_a_command_says_it_too() -> None:
    told = sentence(StoreFull("the disk with the database x.db is full; make room on it, or delete what you do not need"))
    assert told == "the disk with the database x.db is full; make room on it, or delete what you do not need."
