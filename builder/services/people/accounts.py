"""All services of accounts over one database of people."""

from __future__ import annotations

from typing import Any

from builder.services.people.clubs import Clubs
from builder.services.people.counts import Counts
from builder.services.people.keys import Keys
from builder.services.people.people import People
from builder.services.people.sessions import Sessions
from builder.services.spaces import Spaces, people_folder
from builder.settings import Settings
from builder.store import Store, migrate
from builder.store.people import schema

FILE = "people.db"
COUNTS = "counts.db"


class Accounts:
    """Who may come in, beside the spaces in which everybody's things are.

    Raises:
        StoreError: the database of people cannot be used.
    """

    def __init__(self, settings: Settings, spaces: Spaces[Any]) -> None:
        path = people_folder(settings) / FILE
        migrate(path, settings.busy_seconds, schema.PEOPLE)
        self.store = Store(path, settings.busy_seconds)
        self.spaces = spaces
        self.people = People(self.store, spaces)
        self.sessions = Sessions(self.store)
        self.keys = Keys(self.store)
        self.clubs = Clubs(self.store, spaces)
        self.counts = Counts(path.with_name(COUNTS), settings.busy_seconds)

    def close(self) -> None:
        """Close the database of people, and what is counted."""
        self.store.close()
        self.counts.close()
