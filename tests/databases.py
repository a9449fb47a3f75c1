"""Prepared databases and what stands over them: each test has its own copy, and may do with it what it likes.

The database is made once and copied, the application is made once and given the services of the test's database: both are
quick, and no test sees what another one did. A plugin of pytest (`tests/conftest.py`), so that all directories share them.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import FileSystemBytecodeCache

from builder.api.current import KEY
from builder.app import create_app
from builder.services import assembly, bundled
from builder.services.assembly import Services, open_services, prepare
from builder.services.stamp import stamp
from builder.settings import Settings
from datasheets.system_folders import folders
from exports.document import RosterDocument, check_code
from exports.sheet import isolated, printing
from exports.sheet.setup import Setup

NAMES = ("muster.example",)
NO_CODE = check_code(f"sha256:{'0' * 64}")
"""A check code that no roster has: who looks for it works out those of all that there are."""


@pytest.fixture(scope="session")
def prepared_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a database that holds the bundled data, and its rosters judged; copy it, and leave it as it is."""
    path = tmp_path_factory.mktemp("prepared") / "muster.db"
    prepare(Settings(database=path))
    services = open_services(Settings(database=path))
    assert not services.codes.find(NO_CODE, 60).left
    _judge_all(services)
    services.close()
    return path


def _judge_all(services: Services) -> None:
    """Keep the document of every roster, so that not every test judges it anew."""
    for row in services.rosters.page().items:
        services.documents.of(row.id)


@pytest.fixture(scope="session")
def template(prepared_database: Path) -> Path:
    """What the database of each test is a copy of; a module whose tests look at one long battle puts its own here."""
    return prepared_database


PATROLS = {"sunward-patrol": ("Dawn Marshal", "Host Guard"), "gloam-patrol": ("Pale Regent", "Gloam Guard")}


@pytest.fixture(scope="session")
def few_units(prepared_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of five armies, the patrols of two units each: a `template` where battles are played, but not looked at."""
    path = Path(shutil.copy(prepared_database, tmp_path_factory.mktemp("few")))
    services = open_services(Settings(database=path))
    for row in services.rosters.page().items:
        if row.id not in (*PATROLS, "sunward-host", "gloam-court", "thornmane-scouts"):
            services.rosters.delete(row.id, row.version)
    shrink_patrols(services)
    _judge_all(services)
    services.close()
    return path


def shrink_patrols(services: Services) -> None:
    """Leave the two patrols two units each: what is shown of a battle is shown with these, and the battle is short."""
    for id, names in PATROLS.items():
        units = services.documents.of(id).army.units
        others = [{"op": "remove", "selection": unit.id} for unit in units if unit.name not in names]
        services.rosters.apply(id, services.rosters.get(id).row.version, others)


DRAWN = 7, "0123456789abcdef" * 2
"""The seed and salt of every battle between two people in this process."""


@pytest.fixture
def settings(template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Settings with a database of the test's own that holds the bundled data; what would be drawn is the same each time."""
    monkeypatch.setattr("builder.services.seeds.draw", lambda: DRAWN)
    return Settings(database=Path(shutil.copy(template, tmp_path)), names=NAMES)


@pytest.fixture
def services(settings: Settings) -> Iterator[Services]:
    """The services over the test's own database."""
    services = open_services(settings)
    yield services
    services.close()


@pytest.fixture(scope="session", autouse=True)
def _bundled_files_read_once() -> Iterator[None]:
    """Read the files of bundled data, whose digest each command asks for, once in a process: nobody changes them."""
    digest = cache(lambda systems: stamp())
    with pytest.MonkeyPatch.context() as patch:
        for module in (assembly, bundled):
            patch.setattr(module, "stamp", lambda: digest(tuple(folders())))
        yield


@pytest.fixture(scope="session", autouse=True)
def _templates_compiled_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep compiled templates in a folder that all processes of the tests share: to compile them all takes three seconds."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "templates"
    folder.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(Flask.jinja_options, "bytecode_cache", FileSystemBytecodeCache(str(folder)))
        yield


def _make_app(prepared_database: Path, folder: Path) -> Iterator[Flask]:
    app = create_app(Settings(database=Path(shutil.copy(prepared_database, folder)), names=NAMES))
    yield app
    app.extensions[KEY].close()


@pytest.fixture(scope="session")
def one_app(prepared_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The application, made once; `app` gives it a new database for each test."""
    yield from _make_app(prepared_database, tmp_path_factory.mktemp("app"))


@pytest.fixture
def quick_sheets(monkeypatch: pytest.MonkeyPatch, printed_once: None) -> None:
    """Print and verify equal sheets once, in this process: `tests/exports` verifies in another process."""
    monkeypatch.setattr(isolated, "ask_process", _verify_once)


@pytest.fixture
def printed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Print equal sheets once in all tests of a process: `tests/exports` shows that they have the same bytes each time."""
    monkeypatch.setattr(printing, "_print", print_once)


PRINT = printing._print
_verify_once = lru_cache(100)(isolated.examine)
SHEETS: dict[tuple[bytes, Setup, str, str], bytes] = {}
MOST_SHEETS = 200


def print_once(document: RosterDocument, setup: Setup, language: str, address: str) -> bytes:
    """Return a sheet that was printed before, or print it."""
    key = document.to_bytes(), setup, language, address
    if key not in SHEETS:
        if len(SHEETS) >= MOST_SHEETS:
            del SHEETS[next(iter(SHEETS))]
        SHEETS[key] = PRINT(document, setup, language, address)
    return SHEETS[key]


@pytest.fixture
def app(one_app: Flask, services: Services, quick_sheets: None) -> Iterator[Flask]:
    """The application over the test's own database."""
    with over(one_app, services):
        yield one_app


@pytest.fixture(scope="session")
def one_more_app(prepared_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """A second application, made once; `other_app` gives it a new database for each test."""
    yield from _make_app(prepared_database, tmp_path_factory.mktemp("other"))


@pytest.fixture
def other_app(one_more_app: Flask, prepared_database: Path, tmp_path: Path) -> Iterator[Flask]:
    """Somebody else's Muster, with the same bundled data and nothing else."""
    services = open_services(Settings(database=Path(shutil.copy(prepared_database, tmp_path / "other.db")), names=NAMES))
    with over(one_more_app, services):
        yield one_more_app
    services.close()


@pytest.fixture
def same_app(one_more_app: Flask, app: Flask, settings: Settings) -> Iterator[Flask]:
    """Another process of the same Muster: what it keeps in memory is its own."""
    services = open_services(settings)
    with over(one_more_app, services):
        yield one_more_app
    services.close()


@contextmanager
def over(app: Flask, services: Services) -> Iterator[None]:
    """Give the application other services for a while."""
    first = app.extensions[KEY]
    app.extensions[KEY] = services
    yield
    app.extensions[KEY] = first


@contextmanager
def over_copy(app: Flask, database: Path) -> Iterator[Services]:
    """Give the application the services of a database for a while: to do what the tests of a module all begin with."""
    services = open_services(Settings(database=database, names=NAMES))
    with over(app, services):
        yield services
    services.close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A client of the application over the test's own database."""
    return app.test_client()
