"""The one byte form of JSON data, and the digest of it."""

from __future__ import annotations

import hashlib
import json


def canonical(data: object) -> bytes:
    """Return canonical JSON: UTF-8, keys sorted by code point, no blanks, no escapes but those that JSON demands.

    The data are expected as `strict_json` leaves them: NFC text, whole numbers as integers.
    """
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()


def digest_of(data: object) -> str:
    """Return `sha256:` and the hex digest of the canonical bytes."""
    return f"sha256:{hashlib.sha256(canonical(data)).hexdigest()}"
