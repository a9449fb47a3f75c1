"""Names that nobody can guess: ids of what users make, and tokens of seats."""

from __future__ import annotations

import hashlib
import secrets

LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's: none of them is taken for another
ID_LENGTH = 12
TOKEN_LENGTH, SHORT_LENGTH = 32, 16
"""Of a token without its space; a short one is 80 bits, which can be typed and not be guessed."""


def new_id() -> str:
    """Return an id: short enough to type, and never the same twice."""
    return "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))


def new_token(space: str = "") -> str:
    """Return a token that opens one thing of a space; it begins with the space, so that the thing can be found."""
    return space + secrets.token_urlsafe(24)


def new_short_token(space: str = "") -> str:
    """Return such a token that is short enough to type."""
    return space + "".join(secrets.choice(LETTERS) for _ in range(SHORT_LENGTH))


def space_of(token: str) -> str:
    """Return the space that a token names, "" for the first one's; whether there is such a space is not known here."""
    return token[:ID_LENGTH] if len(token) > TOKEN_LENGTH or len(token) == ID_LENGTH + SHORT_LENGTH else ""


def token_digest(token: str) -> str:
    """Return what is stored of a token: enough to know it again, not to use it."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_token(token: str, digest: str) -> bool:
    """Say whether a token is the one with this digest, in the same time whatever is wrong."""
    return secrets.compare_digest(token_digest(token), digest)
