"""Rosters as they were judged last: the bytes of their documents, with the version and the data that these rest on.

A row holds the digest of the bytes and then the bytes, compressed: whoever reads it knows that nobody changed them.
"""

from __future__ import annotations

import zlib
from hashlib import sha256

from builder.store.database import Database

DIGEST_BYTES = sha256().digest_size


def data_digest(db: Database) -> str:
    """Return a digest of what rosters are judged by here: it is another one when catalogues or bases change."""
    total = sha256()
    for query in (
        "select id, version, closure from catalogues order by id",
        "select count(*) from closures",
        "select entry, profile, shape, mm, height from bases order by entry, profile",
    ):
        for row in db.execute(query):
            total.update(repr(row).encode())
    return total.hexdigest()


def get(db: Database, roster: str, version: int, basis: str) -> bytes | None:
    """Return the document of a roster in a version, byte for byte as it was put; None where none rests on this basis."""
    query = "select document from judged_rosters where roster = ? and version = ? and basis = ?"
    row = db.execute(query, [roster, version, basis]).fetchone()
    if row is None:
        return None
    digest, packed = row[0][:DIGEST_BYTES], row[0][DIGEST_BYTES:]
    try:
        document = zlib.decompress(packed)
    except zlib.error:
        return None  # someone changed the file by hand
    return document if sha256(document).digest() == digest else None


def put(db: Database, roster: str, version: int, basis: str, document: bytes) -> None:
    """Keep the document of a roster, instead of an older one; of a roster that changed meanwhile nothing is kept."""
    db.execute(
        "insert or replace into judged_rosters (roster, version, basis, document)"
        " select id, version, ?, ? from rosters where id = ? and version = ?",
        [basis, sha256(document).digest() + zlib.compress(document), roster, version],
    )
