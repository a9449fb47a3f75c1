"""An application over a new database, and clients for it."""

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from builder.api.current import KEY
from builder.app import create_app
from builder.settings import Settings
from tests.databases import prepared, settings

__all__ = ["app", "client", "prepared", "settings"]


@pytest.fixture
def app(settings: Settings) -> Iterator[Flask]:
    app = create_app(settings)
    yield app
    app.extensions[KEY].close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()
