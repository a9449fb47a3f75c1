"""Real data of the team's ../shared folder to measure with; None where it is not there."""

from __future__ import annotations

import gc
import json
import zipfile
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from builder.adapter.files import roster_of
from datasheets.battlescribe.parse_catalogue import read
from datasheets.closure import CatalogueSet
from datasheets.evaluation.tree import Roster
from datasheets.model import Catalogue, GameSystem

SHARED = Path(__file__).parents[2] / "shared"
NINTH = SHARED / "bsdata" / "wh40k-9e"
ORACLE = SHARED / "oracle"


def with_linked(name: str) -> dict[str, bytes] | None:
    """Return the bytes of a 9th edition catalogue, of all that it links to, and of the game system, by file name."""
    if not NINTH.is_dir():
        return None
    sources = _ninth()
    names = [name]
    for each in names:
        links = sources[each].catalogue_links
        by_id = {source.id: file for file, source in sources.items()}
        names += [by_id[link.target] for link in links if link.target in by_id and by_id[link.target] not in names]
    system = next(NINTH.glob("*.gst")).name
    return {each: (NINTH / each).read_bytes() for each in (*names, system)}


def largest_roster() -> tuple[Roster, CatalogueSet] | None:
    """Return the roster of the oracle with the most selections, and its catalogues."""
    if not ORACLE.is_dir():
        return None
    index = json.loads((ORACLE / "index.json").read_text(encoding="utf-8"))
    row = _largest(index)
    files = {blob: index["files"][blob] for blob in (row["gameSystem"], *row["catalogues"])}
    sources = [read((ORACLE / each["file"]).read_bytes(), each["name"]) for each in files.values()]
    system = next(each for each in sources if isinstance(each, GameSystem))
    catalogues = CatalogueSet(system, [each for each in sources if isinstance(each, Catalogue)])
    return roster_of(_text(ORACLE / row["file"]), system)[0], catalogues


def largest_files() -> dict[str, bytes] | None:
    """Return the files of what `largest_roster` returns, the list last, by file name."""
    if not ORACLE.is_dir():
        return None
    index = json.loads((ORACLE / "index.json").read_text(encoding="utf-8"))
    row = _largest(index)
    files = {blob: index["files"][blob] for blob in (row["gameSystem"], *row["catalogues"])}
    data = {each["name"]: (ORACLE / each["file"]).read_bytes() for each in files.values()}
    return {**data, Path(row["file"]).name: (ORACLE / row["file"]).read_bytes()}


def _largest(index: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = max(index["rosters"], key=lambda each: _text(ORACLE / each["file"]).count("<selection "))
    return found


@cache
def _ninth() -> dict[str, Catalogue]:
    found = {path.name: read(path.read_bytes(), path.name) for path in sorted(NINTH.glob("*.cat"))}
    gc.freeze()  # as the program does with what it keeps
    return {name: source for name, source in found.items() if isinstance(source, Catalogue)}


def _text(path: Path) -> str:
    data = path.read_bytes()
    if data[:2] == b"PK":
        with zipfile.ZipFile(BytesIO(data)) as archive:
            data = archive.read(archive.namelist()[0])
    return data.decode("utf-8-sig")
