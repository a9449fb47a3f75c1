"""The application over a database of the test's own, and a client for it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from builder.api.current import KEY
from builder.app import create_app
from builder.services import open_services
from builder.settings import Settings
from tests.databases import NAMES, prepared, settings

__all__ = ["app", "client", "one_app", "prepared", "settings"]


@pytest.fixture(scope="session")
def one_app(prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The application, made once; `app` gives it a new database for each test."""
    path = Path(shutil.copy(prepared, tmp_path_factory.mktemp("app")))
    app = create_app(Settings(database=path, names=NAMES))
    yield app
    app.extensions[KEY].close()


@pytest.fixture
def app(one_app: Flask, settings: Settings) -> Iterator[Flask]:
    first = one_app.extensions[KEY]
    one_app.extensions[KEY] = open_services(settings)
    yield one_app
    one_app.extensions[KEY].close()
    one_app.extensions[KEY] = first


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()
