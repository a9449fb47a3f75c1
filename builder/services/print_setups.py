"""Print set-ups, saved under a name: "club-night", "cards-letter"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from builder.services.errors import Invalid, NotFound
from builder.services.paging import Page, page_of
from builder.store import Store
from builder.store import print_setups as rows
from datasheets.fields import SLUG
from datasheets.problems import DocumentError, Problem
from datasheets.words import Message
from exports.sheet.setup import SETTINGS, Setup, read_setup

LONGEST = 80
NAMING = Message("error.setup-name")


@dataclass(frozen=True, slots=True)
class NamedSetup:
    """A set-up and its name."""

    name: str
    setup: Setup


class PrintSetups:
    """The print set-ups of one database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def page(self, *, start: int = 0, limit: int = 50) -> Page[NamedSetup]:
        """Return the set-ups by name."""
        with self._store.reading() as db:
            found = rows.page(db, start=start, limit=limit + 1)
        return page_of([NamedSetup(name, _read(data)) for name, data in found], limit, lambda _, place: start + place)

    def get(self, name: str) -> Setup:
        """Return a set-up.

        Raises:
            NotFound: there is none of that name.
        """
        with self._store.reading() as db:
            found = rows.get(db, name)
        if found is None:
            raise NotFound(Message("error.no-setup", {"name": repr(name)}))
        return _read(found)

    def save(self, name: str, setup: Setup) -> NamedSetup:
        """Save a set-up under a name, in the place of what was there.

        Raises:
            Invalid: the name is no id.
        """
        if len(name) > LONGEST or not SLUG.fullmatch(name):
            raise Invalid((Problem("?name", NAMING),))
        with self._store.writing() as db:
            rows.put(db, name, setup.to_data())
        return NamedSetup(name, setup)

    def delete(self, name: str) -> None:
        """Forget a set-up; raises `NotFound`."""
        with self._store.writing() as db:
            if not rows.delete(db, name):
                raise NotFound(Message("error.no-setup", {"name": repr(name)}))

    def choose(self, name: str, given: Mapping[str, Any]) -> Setup:
        """Return the set-up of a name ("" is the one that nobody changed), with the settings that are given besides.

        Raises:
            NotFound: there is none of that name.
            Invalid: a setting is none.
        """
        base = self.get(name) if name else Setup()
        try:
            return replace(base, **read_given(given))
        except DocumentError as error:
            raise Invalid(error.problems) from error


def read_given(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return checked settings, those that are given; raises `DocumentError`."""
    setup = read_setup(given)
    return {name: getattr(setup, name) for name in given}


def _read(data: Mapping[str, Any]) -> Setup:
    """A set-up that another Muster saved: what this one has not is left out."""
    return read_setup({name: value for name, value in data.items() if name in SETTINGS})
