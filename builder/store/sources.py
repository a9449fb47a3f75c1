"""Data files (.gst, .cat) as they came, by digest, and what each of them is.

A file stays for ever: closures that rosters pin are made of files. Of several revisions of one catalogue the highest
counts, of several of one revision the last one imported.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from builder.store.database import Database

Kind = Literal["game-system", "catalogue"]


@dataclass(frozen=True, slots=True)
class SourceRow:
    """A data file. `system` is the system that it is for Muster, `game_system` BattleScribe's id of it; `links` are the ids
    of the catalogues that it links to. `number` counts imports; 0 before it is stored."""

    system: str
    kind: Kind
    id: str
    name: str
    revision: int
    game_system: str
    library: bool
    links: tuple[str, ...]
    file: str
    digest: str
    number: int = 0


COLUMNS = "system, kind, id, name, revision, game_system, library, links, file, digest"


def add(db: Database, row: SourceRow, data: bytes) -> None:
    """Keep a file; one that is there already counts as imported again."""
    db.execute("insert into files (digest, body) values (?, ?) on conflict do nothing", [row.digest, zlib.compress(data)])
    db.execute(
        f"insert into sources (number, {COLUMNS})"
        " values ((select coalesce(max(number), 0) + 1 from sources), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " on conflict (system, id, digest) do update set number = excluded.number, file = excluded.file",
        [
            *(row.system, row.kind, row.id, row.name, row.revision, row.game_system),
            *(int(row.library), json.dumps(row.links), row.file, row.digest),
        ],
    )


def body(db: Database, digest: str) -> bytes:
    """Return the bytes of a file that is kept."""
    found = db.execute("select body from files where digest = ?", [digest]).fetchone()
    return zlib.decompress(found[0])


def all_of(db: Database, game_systems: Iterable[str]) -> list[SourceRow]:
    """Return all files of some of BattleScribe's game systems, in every revision, the last imported last."""
    rows = db.query(
        f"select number, {COLUMNS} from sources where game_system in (select value from json_each(?)) order by number",
        [json.dumps(sorted(game_systems))],
    )
    return [_row(row) for row in rows]


def by_digest(db: Database, digests: Iterable[str]) -> list[SourceRow]:
    """Return what files of these digests are, the last imported last."""
    rows = db.query(
        f"select number, {COLUMNS} from sources where digest in (select value from json_each(?)) order by number",
        [json.dumps(sorted(digests))],
    )
    return [_row(row) for row in rows]


def add_closure(db: Database, digest: str, catalogue: str, files: Iterable[str]) -> None:
    """Keep which files make up a closure: the catalogue, what it links to, the game system."""
    db.execute(
        "insert into closures (digest, catalogue, documents, kind) values (?, ?, ?, 'imported') on conflict do nothing",
        [digest, catalogue, json.dumps(list(files))],
    )


def closure_files(db: Database, digest: str) -> list[str] | None:
    """Return the digests of the files of an imported closure; None where there is no such closure."""
    found = db.execute("select documents from closures where digest = ? and kind = 'imported'", [digest]).fetchone()
    return list(json.loads(found[0])) if found else None


def closures_with(db: Database, catalogue: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return (digest, digests of its files) of every imported closure of a catalogue."""
    rows = db.query("select digest, documents from closures where catalogue = ? and kind = 'imported'", [catalogue])
    return [(row["digest"], tuple(json.loads(row["documents"]))) for row in rows]


def libraries(db: Database) -> list[tuple[str, str]]:
    """Return (id, last name) of every catalogue that was imported as a library, once for each system."""
    rows = db.query("select id, name, max(number) from sources where library = 1 group by id, system order by name, id")
    return [(row["id"], row["name"]) for row in rows]


def linked_closures(db: Database, library: str) -> list[tuple[str, str]]:
    """Return (id, closure) of every imported catalogue whose newest closure has a library, by name."""
    rows = db.query(
        "select distinct catalogues.id, catalogues.closure, catalogues.name from catalogues"
        " join closures on closures.digest = catalogues.closure and closures.kind = 'imported'"
        " join json_each(closures.documents) as file join sources on sources.digest = file.value"
        " where sources.id = ? and sources.library = 1 order by catalogues.name, catalogues.id",
        [library],
    )
    return [(row["id"], row["closure"]) for row in rows]


def _row(row: Mapping[str, Any]) -> SourceRow:
    return SourceRow(**{**row, "library": bool(row["library"]), "links": tuple(json.loads(row["links"]))})
