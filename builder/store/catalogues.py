"""Source documents by digest, the closures that pins name, catalogues, and what of the bundled data was loaded.

Documents and closures are only ever added: a roster's pin must find what it was built on, whatever happened since.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from builder.store.database import Database
from builder.store.versions import last_gone

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class CatalogueRow:
    """A catalogue: `document` is the digest of its header, `closure` of everything it holds now."""

    id: str
    system: str
    name: str
    origin: str
    version: int
    document: str
    closure: str


COLUMNS = "id, system, name, origin, version, document, closure"


def add_document(db: Database, digest: str, body: str) -> None:
    """Keep a document under its digest."""
    db.execute("insert into documents (digest, body) values (?, ?) on conflict do nothing", [digest, body])


def documents(db: Database, digests: Iterable[str]) -> list[Json]:
    """Return documents by their digests, in the order asked for."""
    wanted = list(digests)
    rows = db.query(
        "select digest, body from documents where digest in (select value from json_each(?))", [json.dumps(wanted)]
    )
    found = {row["digest"]: json.loads(row["body"]) for row in rows}
    return [found[digest] for digest in wanted]


def add_closure(db: Database, digest: str, catalogue: str, documents: list[str]) -> None:
    """Keep which documents make up a closure, the catalogue's header first."""
    db.execute(
        "insert into closures (digest, catalogue, documents) values (?, ?, ?) on conflict do nothing",
        [digest, catalogue, json.dumps(documents)],
    )


def has_closure(db: Database, digest: str) -> bool:
    """Tell whether a closure is here."""
    return db.execute("select 1 from closures where digest = ?", [digest]).fetchone() is not None


def closure_documents(db: Database, digest: str) -> list[Json] | None:
    """Return the documents of a closure, the catalogue's header first; None where no native one has that digest."""
    for row in db.query("select documents from closures where digest = ? and kind = 'native'", [digest]):
        return documents(db, json.loads(row["documents"]))
    return None


def save(db: Database, row: CatalogueRow) -> None:
    """Add a catalogue, or replace the one of that id."""
    db.execute(
        f"insert into catalogues ({COLUMNS}) values (?, ?, ?, ?, ?, ?, ?) on conflict (id) do update set"
        " system = excluded.system, name = excluded.name, origin = excluded.origin, version = excluded.version,"
        " document = excluded.document, closure = excluded.closure",
        [row.id, row.system, row.name, row.origin, row.version, row.document, row.closure],
    )


def replace_if(db: Database, row: CatalogueRow) -> bool:
    """Replace a catalogue's header if nobody has changed it since `row.version`; say whether it was so."""
    cursor = db.execute(
        "update catalogues set name = ?, document = ?, version = version + 1 where id = ? and version = ?",
        [row.name, row.document, row.id, row.version],
    )
    return cursor.rowcount == 1


def set_newest(db: Database, id: str, closure: str, version: int) -> None:
    """Let the catalogue's newest closure be this one. Another closure is another version: readers are told of both."""
    db.execute(
        "update catalogues set closure = ?, version = ? where id = ? and closure <> ?", [closure, version, id, closure]
    )


def delete_if(db: Database, id: str, version: int) -> bool:
    """Delete a catalogue and its datasheets if nobody has changed its header since `version`; say whether it was so."""
    return db.execute("delete from catalogues where id = ? and version = ?", [id, version]).rowcount == 1


def get(db: Database, id: str) -> CatalogueRow | None:
    """Return a catalogue, None where there is none."""
    return next((CatalogueRow(**row) for row in db.query(f"select {COLUMNS} from catalogues where id = ?", [id])), None)


def next_version(db: Database, id: str) -> int:
    """Return the version that a catalogue of this id has next: one that it never had, even where it was deleted since."""
    row = get(db, id)
    return (row.version if row else last_gone(db, "catalogue", id)) + 1


def ids(db: Database) -> list[str]:
    """Return the ids of all catalogues."""
    return [row["id"] for row in db.query("select id from catalogues order by id")]


def systems(db: Database) -> list[str]:
    """Return the systems that some catalogue is of."""
    return [row["system"] for row in db.query("select distinct system from catalogues order by system")]


def page_as_added(db: Database, *, system: str, start: int, limit: int) -> list[tuple[int, CatalogueRow]]:
    """Return catalogues in the order in which they came in, each with its number, from number `start` on."""
    rows = db.query(
        f"select rowid as number, {COLUMNS} from catalogues where (:system = '' or system = :system) and rowid >= :start"
        " order by rowid limit :limit",
        {"system": system, "start": start, "limit": limit},
    )
    return [(row.pop("number"), CatalogueRow(**row)) for row in rows]


def page(db: Database, *, system: str, start: int, limit: int) -> list[CatalogueRow]:
    """Return catalogues by system and name, from the `start`-th on."""
    rows = db.query(
        f"select {COLUMNS} from catalogues where (:system = '' or system = :system)"
        " order by system, name, id limit :limit offset :start",
        {"system": system, "start": start, "limit": limit},
    )
    return [CatalogueRow(**row) for row in rows]


def bundled_stamp(db: Database) -> str:
    """Return the stamp of the bundled data that were looked through last, empty where they must be looked through."""
    found = db.execute("select stamp from bundled_stamp").fetchone()
    return str(found[0]) if found else ""


def set_bundled_stamp(db: Database, stamp: str) -> None:
    """Remember that the bundled data of this stamp were looked through."""
    db.execute("delete from bundled_stamp")
    db.execute("insert into bundled_stamp (stamp) values (?)", [stamp])


def bundled_digests(db: Database, kind: str) -> Mapping[str, str]:
    """Return the digest that each bundled thing of a kind was last loaded with, by id."""
    return {row["id"]: row["digest"] for row in db.query("select id, digest from bundled where kind = ?", [kind])}


def set_bundled(db: Database, kind: str, id: str, digest: str) -> None:
    """Remember the digest that a bundled thing was loaded with."""
    db.execute(
        "insert into bundled (kind, id, digest) values (?, ?, ?)"
        " on conflict (kind, id) do update set digest = excluded.digest",
        [kind, id, digest],
    )
