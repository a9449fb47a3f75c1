"""Pages over a database of the test's own."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.databases import over_copy
from tests.web.filling import press
from tests.web.pages import Page, visit


@pytest.fixture
def at(client: FlaskClient) -> Callable[[str], Page]:
    """Open an address."""
    return lambda address: visit(client, address)


@pytest.fixture(scope="session")
def trial(one_app: Flask, prepared_database: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, TestResponse]:
    """A database with a new roster of the Sunward Host, and the answer that is the roster's page."""
    path = Path(shutil.copy(prepared_database, tmp_path_factory.mktemp("trial")))
    with over_copy(one_app, path):
        written = {"name": "Trial", "army": "wh40k-9e/sunward-host"}
        return path, one_app.test_client().post("/rosters", data=written, follow_redirects=True)


@pytest.fixture(scope="session")
def draft_answer(
    one_app: Flask, prepared_database: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, TestResponse]:
    """A database with the draft of a datasheet in a new catalogue, and the answer that is its page."""
    path = Path(shutil.copy(prepared_database, tmp_path_factory.mktemp("draft")))
    with over_copy(one_app, path):
        catalogue = visit(one_app.test_client(), "/homebrew").press("Create", name="Mine", system="wh40k-9e")
        return path, press(catalogue.press("Begin: One model"), "json").answer


BEGUN = {"roster": "trial", "draft": "draft_answer"}
"""What a test begins with that asks for the page of it: who asks for neither finds a database without."""


@pytest.fixture
def template(request: pytest.FixtureRequest, prepared_database: Path) -> Path:
    """What the database of a test is a copy of."""
    begun = next((fixture for name, fixture in BEGUN.items() if name in request.fixturenames), "")
    path: Path = request.getfixturevalue(begun)[0] if begun else prepared_database
    return path


@pytest.fixture
def draft(client: FlaskClient, draft_answer: tuple[Path, TestResponse]) -> Page:
    """The page of a new datasheet of one model in a new catalogue, as JSON."""
    return Page(client, draft_answer[1])


@pytest.fixture
def roster(client: FlaskClient, trial: tuple[Path, TestResponse]) -> Page:
    """The page of a new roster with a force of the Sunward Host and no unit."""
    return Page(client, trial[1])
