"""Pages over a database of the test's own."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from tests.web.pages import Page, visit


@pytest.fixture
def at(client: FlaskClient) -> Callable[[str], Page]:
    """Open an address."""
    return lambda address: visit(client, address)


@pytest.fixture
def roster(client: FlaskClient) -> Page:
    """The page of a new roster with a force of the Sunward Host and no unit."""
    written = {"name": "Trial", "army": "wh40k-9e/sunward-host"}
    return Page(client, client.post("/rosters", data=written, follow_redirects=True))
