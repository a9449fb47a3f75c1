"""Real lists and the real catalogues that they were made with, where they lie in the shared folder."""

import gc
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from datasheets.battlescribe.parse_catalogue import read
from datasheets.garbage import collect_seldom
from datasheets.model import Catalogue, GameSystem
from tests.conftest import SHARED
from tests.placing.in_memory import InMemory

ORACLE = SHARED / "oracle"


def oracle() -> list[dict[str, Any]]:
    """Return what the oracle says of its rosters, nothing where it is not here."""
    index = ORACLE / "index.json"
    return list(json.loads(index.read_text("utf-8"))["rosters"]) if index.is_file() else []


@cache
def source_of(path: Path) -> GameSystem | Catalogue:
    """Read a data file, once for all tests of a process: as it stays, the garbage collector never looks through it."""
    with collect_seldom():
        source = read(path.read_bytes(), path.name)
        gc.freeze()
    return source


def shelf_of(row: dict[str, Any]) -> InMemory:
    """Return the catalogues that one of its rosters was made with."""
    return _shelf(
        ORACLE / "data" / f"{row['gameSystem']}.gst", [ORACLE / "data" / f"{blob}.cat" for blob in row["catalogues"]]
    )


@cache
def newest(edition: str, *starts: str) -> InMemory:
    """Return the last catalogues of an edition, those whose names start so."""
    folder = SHARED / "bsdata" / edition
    return _shelf(*folder.glob("*.gst"), sorted(_starting(folder, starts)))  # type: ignore[arg-type]


def _starting(folder: Path, starts: tuple[str, ...]) -> Iterator[Path]:
    return (path for path in folder.glob("*.cat") if path.name.startswith(starts))


def _shelf(system: Path, catalogues: list[Path]) -> InMemory:
    made = source_of(system)
    if not isinstance(made, GameSystem):
        raise TypeError
    return InMemory(made, [each for path in catalogues if isinstance(each := source_of(path), Catalogue)])
