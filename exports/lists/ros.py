"""`.ros` (XML) and `.rosz` (a zip with one `.ros` in it) of any tool as a listed army."""

from __future__ import annotations

import io
import zipfile
import zlib

from datasheets.battlescribe.xml import MOST_BYTES, parse, refusal
from datasheets.problems import DocumentError
from exports.lists.listed import ListedArmy
from exports.lists.tree import army_from

FORMAT = "ros"
MOST_FILES = 100
ENDINGS = (".ros", ".xml")


def read_ros(data: bytes, file: str) -> ListedArmy:
    """Return the army of a `.ros` or `.rosz` file; what it is is told by its first bytes, not by its name.

    Raises:
        DocumentError: It is no list, or none that is safe to read; with file and line.
    """
    if is_zip(data):
        data, inner = unzipped(data, file)
        file = f"{file}/{inner}"
    return army_from(parse(data, file), file, FORMAT)


def is_zip(data: bytes) -> bool:
    """Say whether a file is a zip."""
    return data.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def unzipped(data: bytes, file: str) -> tuple[bytes, str]:
    """Return the one list in a zip, and its name there.

    Raises:
        DocumentError: It is broken, encrypted, has no list or several, or unpacks to more than is read.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            name = _only_list(archive, file)
            with archive.open(name) as member:
                content = member.read(MOST_BYTES + 1)
    except DocumentError:
        raise
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError) as error:
        raise refusal(f"{file}: The zip cannot be unpacked: {_reason(error)} Save the list again in its program.") from error
    if len(content) > MOST_BYTES:
        raise refusal(f"{file}: The list unpacks to more than {MOST_BYTES // 1_000_000} MB.")
    return content, _shown(name)


def _only_list(archive: zipfile.ZipFile, file: str) -> str:
    files = [info.filename for info in archive.infolist() if not info.is_dir()]
    lists = [name for name in files if name.lower().endswith(ENDINGS)] if len(files) > 1 else files
    if len(lists) != 1 or len(files) > MOST_FILES:
        raise refusal(f"{file}: The zip holds {len(lists) or 'no'} lists; a .rosz holds exactly one .ros file.")
    return lists[0]


def _reason(error: Exception) -> str:
    if isinstance(error, RuntimeError) and "password" in str(error):
        return "it is encrypted."
    return "it is damaged or packed in a way that is not read."


def _shown(name: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in name[-100:])
