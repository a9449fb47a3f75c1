"""Zips read in memory: bounded, strict, and never unpacked to a disk.

One that no honest program writes (paths that lead out, encrypted or doubled members, links, sizes that lie) is refused as a
whole, before anything in it is unpacked.
"""

from __future__ import annotations

import io
import re
import stat
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from datasheets.problems import document_error, escape
from datasheets.words import Message

MARKS = (b"PK\x03\x04", b"PK\x05\x06")
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
UTF8_FLAG, ENCRYPTED_FLAG = 0x800, 0x1
CONTROL = re.compile(r"[\x00-\x1f\x7f]")
NESTED = ".zip"
SMALL = 100_000  # below this nobody is harmed, however well it is compressed
LONGEST_SHOWN = 100


@dataclass(frozen=True, slots=True)
class Limits:
    """What a zip may hold, and one import (`total` bytes in `files` files).

    The largest real repository has 62 files of 35 MB together, the largest file 3.2 MB.
    """

    archive: int = 100_000_000
    file: int = 32_000_000
    total: int = 400_000_000
    files: int = 1_000
    members: int = 20_000
    ratio: int = 200


LIMITS = Limits()


def is_zip(data: bytes) -> bool:
    """Say whether a file is a zip, by its first bytes."""
    return data.startswith(MARKS)


class Zip:
    """A zip under the name that the user knows it by. Everything here raises `DocumentError` with that name as its path."""

    def __init__(self, name: str, data: bytes, limits: Limits = LIMITS) -> None:
        self.name, self._limits = name, limits
        if len(data) > limits.archive:
            raise document_error(name, Message("file.archive-large", {"size": megabytes(limits.archive)}))
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, EOFError, IndexError, UnicodeError) as error:
            raise document_error(name, Message("file.no-zip")) from error
        self._infos = self._zip.infolist()
        self._check(len(data))

    @cached_property
    def members(self) -> Mapping[str, zipfile.ZipInfo]:
        """The files of an archive by their paths, which lead nowhere else and stand there once."""
        found: dict[str, zipfile.ZipInfo] = {}
        seen: set[str] = set()
        for info in self._infos:
            name = self._path(info)
            if name.casefold() in seen:
                raise document_error(self.name, Message("file.member-twice", {"name": escape(name)}))
            seen.add(name.casefold())
            if not info.is_dir():
                found[name] = info
        return found

    def read(self, member: str) -> bytes:
        """Return a file of an archive."""
        return self._read(self.members[member])

    def only(self, endings: tuple[str, ...]) -> tuple[str, bytes]:
        """Return name and bytes of the only file with one of these endings; the name is only shown, cut and cleaned."""
        found = [info for info in self._infos if not info.is_dir() and info.filename.lower().endswith(endings)]
        seen = [info for info in found if not is_hidden(info.filename)]
        if len(seen) != 1:
            raise document_error(self.name, Message("file.only-one", {"endings": endings, "number": len(seen)}))
        return _printable(seen[0].filename), self._read(seen[0])

    def _check(self, size: int) -> None:
        """Refuse what no honest program writes, whatever its members are called."""
        if len(self._infos) > self._limits.members:
            raise document_error(self.name, Message("file.members-most", {"most": self._limits.members}))
        if sum(info.compress_size for info in self._infos) > size:
            raise document_error(self.name, Message("file.overlap"))
        for sentence in (sentence for info in self._infos for sentence in self._wrong(info)):
            raise document_error(self.name, sentence)

    def _wrong(self, info: zipfile.ZipInfo) -> Iterator[str]:
        shown = escape(info.filename)[:LONGEST_SHOWN]
        if info.flag_bits & ENCRYPTED_FLAG:
            yield Message("file.encrypted", {"name": shown})
        if stat.S_ISLNK(info.external_attr >> 16):
            yield Message("file.linked", {"name": shown})
        if info.compress_type not in METHODS:
            yield Message("file.compression", {"name": shown})
        if info.filename.lower().endswith(NESTED):
            yield Message("file.nested", {"name": shown})
        if info.file_size > SMALL and info.file_size > self._limits.ratio * max(info.compress_size, 1):
            yield Message("file.bomb", {"name": shown, "ratio": self._limits.ratio})

    def _path(self, info: zipfile.ZipInfo) -> str:
        """Return a member's path; some programs write UTF-8 without saying so."""
        name = info.orig_filename
        if not (info.flag_bits & UTF8_FLAG or name.isascii()):
            try:
                name = name.encode("cp437").decode("utf-8")
            except UnicodeError as error:
                shown = escape(name)[:LONGEST_SHOWN]
                raise document_error(self.name, Message("file.name-encoding", {"name": shown})) from error
        shown = escape(name)[:LONGEST_SHOWN]
        if name.startswith("/") or re.match(r"[A-Za-z]:", name) or ".." in name.split("/") or "\\" in name:
            raise document_error(self.name, Message("file.leads-out", {"name": shown}))
        if CONTROL.search(name):
            raise document_error(self.name, Message("file.name-control", {"name": shown}))
        return name

    def _read(self, info: zipfile.ZipInfo) -> bytes:
        shown = escape(info.filename)[:LONGEST_SHOWN]
        if info.file_size > self._limits.file:
            raise document_error(
                self.name, Message("file.member-large", {"name": shown, "size": megabytes(self._limits.file)})
            )
        try:
            with self._zip.open(info) as member:
                return member.read(self._limits.file + 1)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, NotImplementedError, ValueError) as error:
            raise document_error(self.name, Message("file.member-damaged", {"name": shown})) from error


def is_hidden(path: str) -> bool:
    """Say whether a file is nobody's data: it or a folder of it begins with a dot or with "__"."""
    return any(part.startswith((".", "__")) for part in path.split("/"))


def megabytes(size: int) -> float:
    """Return a number of bytes in MB, as a person says it."""
    return size / 1_000_000


def _printable(name: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in name[-LONGEST_SHOWN:])
