"""The services over a database that holds the bundled data."""

from collections.abc import Iterator

import pytest

from builder.services import Services, open_services
from builder.settings import Settings
from tests.databases import prepared, settings

__all__ = ["prepared", "services", "settings"]


@pytest.fixture
def services(settings: Settings) -> Iterator[Services]:
    services = open_services(settings)
    yield services
    services.close()
