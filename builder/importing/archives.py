"""Files and zips as named bytes, in memory: bounded, strict, and never unpacked to a disk.

A `.gstz` or `.catz` is a zip of one data file; a `.zip` is an archive of a repository. One that no honest program writes
(paths that lead out, encrypted or doubled members, links, sizes that lie) is refused as a whole.
"""

from __future__ import annotations

import io
import re
import stat
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from datasheets.problems import DocumentError, Problem, escape

PLAIN = (".gst", ".cat")
ZIPPED = (".gstz", ".catz")
DATA = (*PLAIN, *ZIPPED)
ARCHIVE = ".zip"
ZIP_MARK = b"PK\x03\x04"
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
UTF8_FLAG, ENCRYPTED_FLAG = 0x800, 0x1
CONTROL = re.compile(r"[\x00-\x1f\x7f]")
SMALL = 100_000  # below this nobody is harmed, however well it is compressed


@dataclass(frozen=True, slots=True)
class Named:
    """A file: the name that the user knows it by, and its bytes."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Limits:
    """What one import may hold. The largest real repository has 62 files of 35 MB together, the largest file 3.2 MB."""

    archive: int = 100_000_000
    file: int = 32_000_000
    total: int = 400_000_000
    files: int = 1_000
    members: int = 20_000
    ratio: int = 200


LIMITS = Limits()


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
        with _opened(given) as archive:
            members = self._members(given, archive)
            wanted = chosen(list(members))
            if not wanted:
                raise refused(
                    given.name, "The archive holds no data file (.gst, .cat, .gstz, .catz) and no document (.json)."
                )
            for name in wanted:
                yield self._one(Named(f"{given.name}/{name}", self._read(given, archive, members[name])))

    def _one(self, given: Named) -> Named:
        if given.name.lower().endswith(DATA) and given.data.startswith(ZIP_MARK):
            given = Named(given.name, self.only_member(given, PLAIN))
        self._files += 1
        if self._files > self._limits.files:
            raise refused(given.name, f"There are more than {self._limits.files} files; import them in parts.")
        self._count(given.name, len(given.data))
        return given

    def only_member(self, given: Named, endings: tuple[str, ...]) -> bytes:
        """Return what is in a zip of one file, whose name must have one of these endings; raises `DocumentError`."""
        with _opened(given) as archive:
            members = self._members(given, archive)
            if len(members) != 1 or not all(name.lower().endswith(endings) for name in members):
                raise refused(
                    given.name, f"This must be the zip of one file ({' or '.join(endings)}) and hold nothing else."
                )
            (member,) = members.values()
            return self._read(given, archive, member)

    def _count(self, name: str, size: int) -> None:
        if size > self._limits.file:
            raise refused(name, f"The file is larger than {_megabytes(self._limits.file)}.")
        self._total += size
        if self._total > self._limits.total:
            raise refused(
                name, f"All files together are larger than {_megabytes(self._limits.total)}; import them in parts."
            )

    def _members(self, given: Named, archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
        """Return the files of a zip by name, all of them looked at.

        Raises:
            DocumentError: one of them is none that an honest program writes.
        """
        if len(given.data) > self._limits.archive:
            raise refused(given.name, f"The archive is larger than {_megabytes(self._limits.archive)}.")
        infos = archive.infolist()
        if len(infos) > self._limits.members:
            raise refused(given.name, f"The archive has more than {self._limits.members} members.")
        if sum(info.compress_size for info in infos) > len(given.data):
            raise refused(given.name, "The members of the archive overlap; make it again.")
        found: dict[str, zipfile.ZipInfo] = {}
        seen: set[str] = set()
        for info in infos:
            name = _member_name(given, info)
            self._check(given, info, name)
            if name.casefold() in seen:
                raise refused(given.name, f'"{escape(name)}" stands in the archive twice.')
            seen.add(name.casefold())
            if not info.is_dir():
                found[name] = info
        return found

    def _check(self, given: Named, info: zipfile.ZipInfo, name: str) -> None:
        shown = escape(name)[:100]
        if name.startswith("/") or re.match(r"[A-Za-z]:", name) or ".." in name.split("/") or "\\" in name:
            raise refused(given.name, f'"{shown}" leads out of the archive; make it again.')
        if CONTROL.search(name):
            raise refused(given.name, f'The name "{shown}" holds control characters.')
        if info.flag_bits & ENCRYPTED_FLAG:
            raise refused(given.name, f'"{shown}" is encrypted; make the archive without a password.')
        if stat.S_ISLNK(info.external_attr >> 16):
            raise refused(given.name, f'"{shown}" is a link; put the file itself into the archive.')
        if info.compress_type not in METHODS:
            raise refused(given.name, f'"{shown}" is compressed in an unusual way; make the archive with plain "deflate".')
        if name.lower().endswith(ARCHIVE):
            raise refused(given.name, f'"{shown}" is an archive in the archive; import it by itself.')
        if info.file_size > SMALL and info.file_size > self._limits.ratio * max(info.compress_size, 1):
            raise refused(given.name, f'"{shown}" is compressed more than {self._limits.ratio} times; it may be a zip bomb.')

    def _read(self, given: Named, archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
        if info.file_size > self._limits.file:
            raise refused(given.name, f'"{escape(info.filename)}" is larger than {_megabytes(self._limits.file)}.')
        try:
            with archive.open(info) as member:
                return member.read(self._limits.file + 1)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, NotImplementedError, ValueError) as error:
            raise refused(given.name, f'"{escape(info.filename)}" is damaged; load the archive again.') from error


def chosen(names: Sequence[str]) -> list[str]:
    """Return which files of a folder or archive are meant: its data files, or where it has none its documents (.json).

    Files and folders whose names begin with a dot or with "__" are nobody's data.
    """
    seen = sorted(name for name in names if not any(part.startswith((".", "__")) for part in name.split("/")))
    data = [name for name in seen if name.lower().endswith(DATA)]
    return data or [name for name in seen if name.lower().endswith(".json")]


def refused(name: str, sentence: str) -> DocumentError:
    """Return the refusal of a file."""
    return DocumentError((Problem(name, sentence),))


def _opened(given: Named) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(io.BytesIO(given.data))
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, EOFError, IndexError, UnicodeError) as error:
        raise refused(given.name, "This is no zip, or it is damaged; load it again from where it came from.") from error


def _member_name(given: Named, info: zipfile.ZipInfo) -> str:
    """Return a member's name; some programs write UTF-8 without saying so."""
    written = info.orig_filename
    if info.flag_bits & UTF8_FLAG or written.isascii():
        return written
    try:
        return written.encode("cp437").decode("utf-8")
    except UnicodeError as error:
        raise refused(
            given.name, f'The name "{escape(written)[:100]}" is not written in UTF-8; make the archive again.'
        ) from error


def _megabytes(size: int) -> str:
    return f"{size / 1_000_000:g} MB"
