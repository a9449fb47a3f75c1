"""A prepared database, made once and copied for each test that needs one."""

import shutil
from pathlib import Path

import pytest

from builder.services import prepare
from builder.settings import Settings

NAMES = ("muster.example",)


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a database that holds the bundled data."""
    path = tmp_path_factory.mktemp("prepared") / "muster.db"
    prepare(Settings(database=path))
    return path


@pytest.fixture
def settings(prepared: Path, tmp_path: Path) -> Settings:
    """Settings with a database of the test's own that holds the bundled data."""
    return Settings(database=Path(shutil.copy(prepared, tmp_path)), names=NAMES)
