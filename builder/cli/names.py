"""What a word of a call names, and what a shell proposes for one that is not finished: ids of what there is.

Shells ask while somebody types. So the database is read as it stands, nothing is brought up to date and nothing said; where
it cannot be read, nothing is proposed. docs/cli.md says how a shell is told to ask.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from builder.settings import SettingError, read_settings
from datasheets.system_folders import outlines

if TYPE_CHECKING:
    from builder.store import Store

Named = tuple[str, str]
"""An id, and what is said of it."""
MOST = 200
"""So many are proposed; beyond it a shell asks again when more is typed."""


class Name(click.ParamType[str]):
    """The id of something that is in the database, or of a system or rule; `files`: a file will do too."""

    def __init__(self, name: str, known: Callable[[], Iterable[Named]], *, files: bool = False) -> None:
        self.name, self._known, self._files = name, known, files

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the ids that begin so; of what is a file the shell knows more."""
        if self._files and any(mark in incomplete for mark in "./\\"):
            return [CompletionItem(incomplete, type="file")]
        from builder.store import StoreError

        begun = incomplete.casefold()
        try:
            found = (each for each in self._known() if each[0].casefold().startswith(begun))
            return [CompletionItem(id, help=said) for id, said in islice(found, MOST)]
        except (StoreError, SettingError):
            return []


def _rosters() -> Iterator[Named]:
    from builder.services.pages import roster_page

    for store in _stores():
        yield from ((row.id, row.name) for row in roster_page(store, limit=MOST).items)


def _battles() -> Iterator[Named]:
    from builder.services.pages import battle_page

    for store in _stores():
        yield from ((row.id, row.name) for row in battle_page(store, limit=MOST).items)


def _simulations() -> Iterator[Named]:
    from builder.store.simulations import page

    for store in _stores():
        with store.reading() as db:
            yield from ((row.id, row.name) for row in page(db, system="", start=None, limit=MOST))


def _setups() -> Iterator[Named]:
    from builder.store.print_setups import page

    for store in _stores():
        with store.reading() as db:
            yield from ((name, "") for name, _ in page(db, start=0, limit=MOST))


def _systems() -> Iterator[Named]:
    yield from ((each.id, each.name) for each in outlines().values())


def _rules() -> Iterator[Named]:
    from datasheets.systems import rulebook

    yield from ((rule.id, rule.section) for system in outlines() for rule in rulebook(system).rules)


def _stores() -> Iterator[Store]:
    """Lend the user's database, if there is one."""
    from builder.store import Store

    settings = read_settings()
    if settings.database.is_file():
        store = Store(settings.database, 1)
        try:
            yield store
        finally:
            store.close()


ROSTER = Name("roster", _rosters, files=True)
BATTLE = Name("battle", _battles, files=True)
SIMULATION = Name("simulation", _simulations)
SETUP = Name("setup", _setups)
SYSTEM = Name("system", _systems)
RULE = Name("rule", _rules)
