"""`.ros` (XML) and `.rosz` (a zip with one `.ros` in it) of any tool as a listed army."""

from __future__ import annotations

from datasheets.archives import Zip, is_zip
from datasheets.battlescribe.xml import parse
from exports.lists.listed import ListedArmy
from exports.lists.tree import army_from

FORMAT = "ros"
ENDINGS = (".ros", ".xml")


def read_ros(data: bytes, file: str) -> ListedArmy:
    """Return the army of a `.ros` or `.rosz` file; what it is is told by its first bytes, not by its name.

    Raises:
        DocumentError: It is no list, or none that is safe to read; with file and line.
    """
    if is_zip(data):
        inner, data = Zip(file, data).only(ENDINGS)
        file = f"{file}/{inner}"
    return army_from(parse(data, file), file, FORMAT)
