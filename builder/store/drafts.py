"""Drafts: datasheets as they are being written, right or not, until they are saved or given up."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from builder.store.database import Database

COLUMNS = "number, catalogue, datasheet, version, document"


@dataclass(frozen=True, slots=True)
class DraftRow:
    """A draft of a catalogue: of its `datasheet` in a `version`, or of a new one ("", 0)."""

    number: int
    catalogue: str
    datasheet: str
    version: int
    document: Mapping[str, Any]


def insert(db: Database, catalogue: str, datasheet: str, version: int, document: Mapping[str, Any]) -> int:
    """Keep a new draft and return its number."""
    made = db.execute(
        "insert into drafts (catalogue, datasheet, version, document) values (?, ?, ?, ?)",
        [catalogue, datasheet, version, _text(document)],
    )
    return made.lastrowid or 0


def update(db: Database, number: int, version: int, document: Mapping[str, Any]) -> bool:
    """Replace what a draft says; say whether it was there."""
    changed = db.execute("update drafts set version = ?, document = ? where number = ?", [version, _text(document), number])
    return changed.rowcount == 1


def get(db: Database, number: int) -> DraftRow | None:
    """Return a draft, None where there is none of that number."""
    return next(_rows(db, "number = ?", [number]), None)


def of_datasheet(db: Database, catalogue: str, datasheet: str) -> DraftRow | None:
    """Return the draft of a datasheet, None where it has none."""
    return next(_rows(db, "catalogue = ? and datasheet = ?", [catalogue, datasheet]), None)


def of_catalogue(db: Database, catalogue: str) -> list[DraftRow]:
    """Return the drafts of a catalogue, oldest first."""
    return list(_rows(db, "catalogue = ?", [catalogue]))


def delete(db: Database, number: int) -> bool:
    """Forget a draft; say whether it was there."""
    return db.execute("delete from drafts where number = ?", [number]).rowcount == 1


def delete_of(db: Database, catalogue: str, datasheet: str) -> None:
    """Forget the draft of a datasheet."""
    db.execute("delete from drafts where catalogue = ? and datasheet = ?", [catalogue, datasheet])


def _rows(db: Database, where: str, values: list[Any]) -> Any:
    for row in db.query(f"select {COLUMNS} from drafts where {where} order by number", values):
        yield DraftRow(**{**row, "document": json.loads(row["document"])})


def _text(document: Mapping[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))
