"""What a command works at: the services over the user's database, and armies by what the user wrote for them.

The database is opened, and brought up to date before, when a command first asks for it: two printed sheets can be played
without one.
"""

from __future__ import annotations

import difflib
import sys
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import click

from builder.cli.output import tell
from builder.cli.words import file_failed, say
from builder.settings import Settings, read_settings

if TYPE_CHECKING:
    from builder.placing.place import Placed
    from builder.services.armies import Source
    from builder.services.assembly import Prepared, Services
    from builder.services.errors import Invalid
    from builder.services.judging import Judged
    from datasheets.evaluation.tree import Roster
    from exports.document import RosterDocument

STDIN = "-"
NO_PDF = "refused.sheet.no-pdf"
"""What is wrong with a file that nobody called a PDF: there are others that could be read."""
MOST_COMPARED = 1000
"""With so many rosters an id is compared that there is not."""


class Refused(click.ClickException):
    """A call that cannot be answered; the message is one sentence."""


class NoRoster(Refused):
    """There is no roster of that id."""


class CliContext:
    """Services and armies. Nothing is imported or opened before it is needed."""

    @cached_property
    def settings(self) -> Settings:
        """What the environment says; raises `SettingError`."""
        return read_settings()

    @cached_property
    def services(self) -> Services:
        """The services, over a database that is up to date; raises `StoreError`."""
        from builder.services.assembly import open_services

        self.prepare()
        return open_services(self.settings)

    def prepare(self) -> Prepared:
        """Bring the database up to date, saying so where there was something to do; raises `StoreError`."""
        from builder.services.assembly import prepare

        done = prepare(self.settings)
        if done.migrations or done.catalogues or done.rosters:
            counts = {"catalogues": len(done.catalogues), "rosters": len(done.rosters)}
            tell(say("cli.prepared", {"database": self.settings.database, **counts}))
        return done

    def close(self) -> None:
        """Close what was opened."""
        if "services" in self.__dict__:
            self.services.close()

    def source(self, written: str) -> Source:
        """Return where an army is that the user named: by an id, or in a file that is read here.

        Raises:
            Refused: the file cannot be read, or holds no army that can be used.
        """
        from builder.services.armies import Source

        return Source(document=self.read(written)) if is_file(written) else Source(roster=self.roster(written))

    def roster(self, written: str) -> str:
        """Return the id of a stored roster.

        Raises:
            NoRoster: there is none of that id.
        """
        from builder.services.errors import NotFound

        try:
            self.services.rosters.version(written)
        except NotFound as error:
            raise self._no_roster(written) from error
        return written

    def _no_roster(self, written: str) -> NoRoster:
        """Return the refusal of an id, with those that are like it, or of rosters that are called so."""
        from builder.services.pages import roster_page

        rows = roster_page(self.services.store, limit=MOST_COMPARED).items
        called = [row.id for row in rows if row.name.casefold() == written.casefold()]
        near = called or difflib.get_close_matches(written, [row.id for row in rows], 3)
        return NoRoster(say("cli.no-roster.near" if near else "cli.no-roster", {"id": written, "near": near}))

    def document(self, written: str) -> RosterDocument:
        """Return an army as a roster document.

        Raises:
            Refused: there is no such roster, or the file holds no army that can be used.
        """
        from builder.services.errors import NotFound

        if is_file(written):
            return self.read(written)
        try:
            return self.services.documents.of(written)
        except NotFound as error:
            raise self._no_roster(written) from error

    def tree(self, written: str) -> Roster:
        """Return a roster as it is edited.

        Raises:
            Refused: there is no such roster, or the file holds no army that can be used.
        """
        from builder.snapshot.document import roster_from_document
        from exports.file_kind import file_kind

        if not is_file(written):
            return self.services.rosters.get(self.roster(written)).roster
        data = self.contents(written)
        kind = file_kind(data, written)
        if kind == "list":
            return self.place(written, data).roster
        if kind == "tree":
            return self.judge_tree(written, data).roster
        return roster_from_document(self.army_in(written, data))

    def place(self, written: str, data: bytes) -> Placed:
        """Return what a list of another program amounts to.

        Raises:
            Refused: it is none, or its catalogues are not here.
        """
        from builder.services.errors import Invalid

        try:
            return self.services.lists.place(data, written)
        except Invalid as error:
            raise _refusal(error) from error

    def read(self, written: str) -> RosterDocument:
        """Return the army that a file holds.

        Raises:
            Refused: it holds none that can be used.
        """
        return self.army_in(written, self.contents(written))

    def army_in(self, written: str, data: bytes) -> RosterDocument:
        """Return the army that the contents of a file are: a document or tree, a printed sheet, a list of a program.

        Raises:
            Refused: they are none of these, or a list whose catalogues are not here.
        """
        from datasheets.problems import DocumentError
        from exports.document import read_document
        from exports.file_kind import file_kind

        try:
            kind = file_kind(data, written)
            if kind == "list":
                return self.services.lists.document(self.place(written, data))
            if kind == "tree":
                return self.services.validations.tree_document(data)
            if kind == "link":
                return self.services.sharing.open(data.decode()).document
            return read_document(data) if kind in ("document", "json") else _printed_army(written, data)
        except DocumentError as error:
            raise _unusable(written, error) from error

    def judge_tree(self, written: str, data: bytes) -> Judged:
        """Judge the roster's tree that a file holds.

        Raises:
            Refused: it is no sound tree.
        """
        from datasheets.problems import DocumentError

        try:
            return self.services.validations.tree_file(data)
        except DocumentError as error:
            raise _unusable(written, error) from error

    def contents(self, written: str) -> bytes:
        """Return the bytes of a file, or of standard input.

        Raises:
            Refused: it cannot be read, or is larger than any file that is read here.
        """
        most = self.settings.sheet_limit
        try:
            if written == STDIN:
                data = sys.stdin.buffer.read(most + 1)
            else:
                with Path(written).open("rb") as file:
                    data = file.read(most + 1)
        except OSError as error:
            raise Refused(file_failed(written, error)) from error
        except ValueError as error:  # a zero byte in the name
            raise Refused(say("cli.file.failed", {"file": written, "problem": str(error)})) from error
        if len(data) > most:
            raise Refused(say("cli.file.too-large", {"file": written, "most": most}))
        return data


def _printed_army(written: str, data: bytes) -> RosterDocument:
    from exports.sheet.parse_sheet import NotASheet, read_sheet  # with all that reads paper

    try:
        return read_sheet(data)
    except NotASheet as error:
        if getattr(error.args[0], "code", "") == NO_PDF and not written.lower().endswith(".pdf"):
            raise Refused(say("cli.file.unknown", {"file": written})) from error
        raise _unusable(written, error) from error


def _unusable(written: str, error: Exception) -> Refused:
    from builder.cli.failures import sentence

    return Refused(f"{written}: {sentence(error)}")


def _refusal(error: Invalid) -> Refused:
    from builder.cli.failures import first_of

    return Refused(first_of(error.problems))


def is_file(written: str) -> bool:
    """Say whether a word names a file: it is "-", or has a dot or a slash, as no id has."""
    return written == STDIN or any(mark in written for mark in "./\\")
