"""The command line over a database of the test's own, and files of every kind to hand it."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from builder.cli import main
from builder.services.assembly import Services, open_services
from builder.settings import Settings
from exports.document import RosterDocument
from exports.sheet.printing import print_sheet
from tests.exports.pdf import with_attachment
from tests.programs import PROGRAM

Muster = Callable[..., Result]


@pytest.fixture
def muster(settings: Settings, monkeypatch: pytest.MonkeyPatch, quick_sheets: None) -> Muster:
    """Run the program here, on a prepared database."""
    monkeypatch.setenv("MUSTER_DATABASE", str(settings.database))
    return run


def run(*args: object, **given: Any) -> Result:
    result = CliRunner().invoke(main, [str(each) for each in args], prog_name="muster", **given)
    assert "Traceback" not in result.output
    return result


def process(
    *args: object, database: Path, program: Path | None = None, stdout: Any = subprocess.PIPE, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the program in a process of its own: in a new Python where no `program` is given."""
    known = {**os.environ, "MUSTER_DATABASE": str(database), **environment}
    called = [program] if program else [sys.executable, "-c", PROGRAM]
    return subprocess.run([*called, *map(str, args)], env=known, stdout=stdout, stderr=subprocess.PIPE, timeout=600)


def answer(result: Result) -> dict[str, Any]:
    """The one JSON object that a command printed."""
    made = json.loads(result.stdout)
    assert isinstance(made, dict)
    return made


def sentence(result: Result) -> str:
    """The one sentence of a call that failed with status 2, without "muster: "."""
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith("muster: ")
    assert line.endswith((".", "?"))
    return line.removeprefix("muster: ")


class Documents(dict[str, RosterDocument]):
    """The sample rosters as documents, each made when it is first asked for."""

    def __init__(self, services: Services) -> None:
        self.services = services

    def __missing__(self, id: str) -> RosterDocument:
        self[id] = made = self.services.documents.of(id)
        return made


@pytest.fixture(scope="session")
def documents(prepared_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Documents]:
    """The sample rosters, judged in a copy, as the file keeps what was judged."""
    services = open_services(Settings(database=Path(shutil.copy(prepared_database, tmp_path_factory.mktemp("documents")))))
    yield Documents(services)
    services.close()


@pytest.fixture(scope="session")
def pdfs(documents: dict[str, RosterDocument]) -> dict[str, bytes]:
    """The two patrols as sheets."""
    address = Settings().address_on_paper
    return {id: print_sheet(documents[id], address=address) for id in ("sunward-patrol", "gloam-patrol")}


@pytest.fixture
def sheet(pdfs: dict[str, bytes], tmp_path: Path) -> Path:
    """A good sheet."""
    return save_file(tmp_path / "good.pdf", pdfs["sunward-patrol"])


def save_file(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def forge_sheet(pdf: bytes, document: RosterDocument) -> bytes:
    """Return the sheet with another army attached than it shows."""
    data = document.to_bytes().replace(b'"Day rifle"', b'"Sun rifle"')
    assert data != document.to_bytes()
    return with_attachment(pdf, data)


def picture(kind: str) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (80, 60), (200, 180, 90)).save(out, kind)
    return out.getvalue()


def foreign_pdf() -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out)
    canvas.drawString(100, 700, "A list for another game")
    canvas.save()
    return out.getvalue()


HOSTILE = (
    "photo.png",
    "photo.jpg",
    "foreign.pdf",
    "truncated.pdf",
    "altered.pdf",
    "broken.pdf",
    "empty.pdf",
    "note.json",
    "empty.json",
    "bytes.json",
    "missing.pdf",
    "folder.pdf",
)


@pytest.fixture(scope="session")
def hostile_files(pdfs: dict[str, bytes], documents: dict[str, RosterDocument]) -> dict[str, bytes]:
    """Files that are no army; `altered.pdf` carries one that is not on its paper."""
    good = pdfs["sunward-patrol"]
    return {
        "photo.png": picture("PNG"),
        "photo.jpg": picture("JPEG"),
        "foreign.pdf": foreign_pdf(),
        "truncated.pdf": good[: len(good) // 2],
        "altered.pdf": forge_sheet(good, documents["sunward-patrol"]),
        "broken.pdf": with_attachment(good, b'{"schema": "muster.roster/1"}'),
        "empty.pdf": b"",
        "note.json": b'{"schema": "a note to myself"}',
        "empty.json": b"",
        "bytes.json": b"\xff\xfe\x00{",
    }


@pytest.fixture
def hostile(hostile_files: dict[str, bytes], tmp_path: Path) -> Path:
    """A folder of files that are no army."""
    for name, data in hostile_files.items():
        save_file(tmp_path / name, data)
    (tmp_path / "folder.pdf").mkdir()
    return tmp_path
