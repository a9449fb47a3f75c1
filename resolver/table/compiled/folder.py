"""Where compiled code is kept: the first folder that is ours alone and can be written to."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

OTHERS_WRITE = 0o022


def find_folder(beside: Path, sources: str, environ: Mapping[str, str]) -> Path | None:
    """Return the folder for code compiled from these sources, made if it is not there; None where there can be none.

    Among the temporary files it is used only where nobody else could have made it.

    Args:
        beside: the folder of the modules.
        sources: names the sources, whose code is kept apart from that of others.
        environ: `MUSTER_DATABASE`, `XDG_DATA_HOME` and `HOME` say where Muster's data are.
    """
    for folder in _candidates(beside, environ):
        if _takes_files(folder / sources):
            return folder / sources
    shared = _temporary()
    return shared / sources if shared and _takes_files(shared / sources) and _is_ours(shared) else None


def _candidates(beside: Path, environ: Mapping[str, str]) -> Iterator[Path]:
    """Yield the cache of the modules, and folders below the data."""
    yield beside / "__pycache__"
    if database := environ.get("MUSTER_DATABASE"):
        yield Path(database).absolute().parent / "compiled"
    if home := environ.get("HOME"):
        yield Path(environ.get("XDG_DATA_HOME") or Path(home) / ".local" / "share") / "muster" / "compiled"


def _temporary() -> Path | None:
    """Return a folder of this user's among the temporary files, None where there are none."""
    with suppress(OSError):
        folder = Path(tempfile.gettempdir()) / f"muster-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
        folder.mkdir(mode=0o700, exist_ok=True)
        return folder
    return None


def _takes_files(folder: Path) -> bool:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _is_ours(folder: Path) -> bool:
    """Whether nobody else could have put something into a folder: what is in it is run."""
    found = folder.lstat()
    return not hasattr(os, "getuid") or (found.st_uid == os.getuid() and not found.st_mode & OTHERS_WRITE)
