"""An application over a database with the bundled data, and its pages. Tests share it; each makes rosters of its own."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from builder.api.current import KEY
from builder.app import create_app
from builder.settings import Settings
from tests.databases import prepared
from tests.web.pages import Page, visit

__all__ = ["prepared"]


@pytest.fixture(scope="session")
def app(prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = create_app(Settings(database=Path(shutil.copy(prepared, tmp_path_factory.mktemp("web")))))
    yield app
    app.extensions[KEY].close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def at(client: FlaskClient) -> Callable[[str], Page]:
    """Open an address."""
    return lambda address: visit(client, address)


@pytest.fixture
def roster(at: Callable[[str], Page]) -> Page:
    """The page of a new roster with a force of the Sunward Host and no unit."""
    return at("/").press("Create", name="Trial", army="wh40k-9e/sunward-host")
