"""A migrated database in a folder of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.store import Store, migrate


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "muster.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    migrate(path)
    store = Store(path)
    yield store
    store.close()
