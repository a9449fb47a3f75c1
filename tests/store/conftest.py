"""A migrated database in a folder of its own: a copy of one that was migrated once, as each new file is written to disk."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.store import Store, migrate


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "muster.db"


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without anything in it; copy it, and leave it as it is."""
    path = tmp_path_factory.mktemp("migrated") / "muster.db"
    migrate(path)
    return path


@pytest.fixture
def store(empty_database: Path, path: Path) -> Iterator[Store]:
    shutil.copy(empty_database, path)
    store = Store(path)
    yield store
    store.close()
