"""Files and folders of the user's own machine as named bytes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from builder.importing.archives import ARCHIVE, Named, choose_files
from datasheets.archives import LIMITS, Limits, megabytes
from datasheets.problems import document_error
from datasheets.words import Message


def read_folder(folder: Path, limits: Limits = LIMITS) -> Iterator[Named]:
    """Yield the files of a folder and of those below it: its data files, or its documents where it has none.

    Raises:
        DocumentError: there are none, too many, or one is too large.
        OSError: one cannot be read.
    """
    found: list[str] = []
    for path in _walk(folder):
        if path.is_file():
            found.append(path.relative_to(folder).as_posix())
        if len(found) > limits.members:
            raise document_error(str(folder), Message("file.folder-most", {"most": limits.members}))
    wanted = choose_files(found)
    if not wanted:
        raise document_error(str(folder), Message("file.folder-empty"))
    for name in wanted:
        yield read_file(folder / name, limits)


def _walk(folder: Path) -> Iterator[Path]:
    """Yield what is in a folder and in those below it; one that may not be looked into is an error, not left out."""

    def refuse(error: OSError) -> None:
        raise error

    for base, _, names in os.walk(folder, onerror=refuse):
        yield from (Path(base, name) for name in names)


def read_file(path: Path, limits: Limits = LIMITS) -> Named:
    """Return a file.

    Raises:
        DocumentError: it is too large.
        OSError: it cannot be read.
    """
    most = limits.archive if path.suffix.lower() == ARCHIVE else limits.file
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise document_error(str(path), Message("file.large", {"size": megabytes(most)}))
    return Named(str(path), data)
