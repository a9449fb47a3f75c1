"""The services over a database of the test's own, and a short way to import into it."""

from collections.abc import Callable, Iterator, Mapping

import pytest

from builder.importing.archives import Named, Unpacker
from builder.services import Services, open_services
from builder.services.imports import Report
from builder.settings import Settings
from tests.databases import prepared, settings

__all__ = ["prepared", "settings"]

Bring = Callable[..., Report]


@pytest.fixture
def services(settings: Settings) -> Iterator[Services]:
    services = open_services(settings)
    yield services
    services.close()


@pytest.fixture
def bring(services: Services) -> Bring:
    """Import files, by name, into the database."""

    def load(files: Mapping[str, bytes], **options: bool) -> Report:
        given = [Named(name, data) for name, data in files.items()]
        return services.imports.load(files=list(Unpacker().unpack(given)), **options)

    return load
