"""A short way to import into a test's database."""

from collections.abc import Callable, Mapping

import pytest

from builder.importing.archives import Named, Unpacker
from builder.services.assembly import Services
from builder.services.imports import Report

Bring = Callable[..., Report]


@pytest.fixture
def bring(services: Services) -> Bring:
    """Import files, by name, into the database."""

    def load(files: Mapping[str, bytes], **options: bool) -> Report:
        given = [Named(name, data) for name, data in files.items()]
        return services.imports.load(files=list(Unpacker().unpack(given)), **options)

    return load
