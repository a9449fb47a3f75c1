"""The files of one import as named bytes: those in an archive, what is zipped, and the others as they are.

A `.gstz` or `.catz` is a zip of one data file; a `.zip` is an archive of a repository. How zips are read, and what is
refused in them: `datasheets/archives.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from datasheets.archives import LIMITS, Limits, Zip, is_hidden, is_zip, megabytes
from datasheets.problems import document_error
from datasheets.words import Message

PLAIN = (".gst", ".cat")
ZIPPED = (".gstz", ".catz")
DATA = (*PLAIN, *ZIPPED)
ARCHIVE = ".zip"


@dataclass(frozen=True, slots=True)
class Named:
    """A file: the name that the user knows it by, and its bytes."""

    name: str
    data: bytes


class Unpacker:
    """Unpacks the files of one import, counting them and their bytes together."""

    def __init__(self, limits: Limits = LIMITS) -> None:
        self._limits = limits
        self._files = 0
        self._total = 0

    def unpack(self, given: Iterable[Named]) -> Iterator[Named]:
        """Yield the files themselves: those in an archive, what is zipped, and the others as they are.

        Raises:
            DocumentError: one of them cannot be unpacked, or there is too much; its path is the file's name.
        """
        for each in given:
            if each.name.lower().endswith(ARCHIVE):
                yield from self._archive(each)
            else:
                yield self._one(each)

    def _archive(self, given: Named) -> Iterator[Named]:
        archive = Zip(given.name, given.data, self._limits)
        wanted = choose_files(list(archive.members))
        if not wanted:
            raise document_error(given.name, Message("file.archive-empty"))
        for name in wanted:
            yield self._one(Named(f"{given.name}/{name}", archive.read(name)))

    def _one(self, given: Named) -> Named:
        if given.name.lower().endswith(DATA) and is_zip(given.data):
            _, data = Zip(given.name, given.data, self._limits).only(PLAIN)
            given = Named(given.name, data)
        self._files += 1
        if self._files > self._limits.files:
            raise document_error(given.name, Message("file.files-most", {"most": self._limits.files}))
        self._count(given.name, len(given.data))
        return given

    def _count(self, name: str, size: int) -> None:
        if size > self._limits.file:
            raise document_error(name, Message("file.large", {"size": megabytes(self._limits.file)}))
        self._total += size
        if self._total > self._limits.total:
            raise document_error(name, Message("file.total-large", {"size": megabytes(self._limits.total)}))


def choose_files(names: Sequence[str]) -> list[str]:
    """Return which files of a folder or archive are meant: its data files, or where it has none its documents (.json).

    Hidden ones are nobody's data.
    """
    seen = sorted(name for name in names if not is_hidden(name))
    data = [name for name in seen if name.lower().endswith(DATA)]
    return data or [name for name in seen if name.lower().endswith(".json")]
