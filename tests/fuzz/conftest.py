"""The application over a database of its own, as for the tests of the API."""

from tests.api.conftest import app, client, one_app
from tests.databases import prepared, settings

__all__ = ["app", "client", "one_app", "prepared", "settings"]
