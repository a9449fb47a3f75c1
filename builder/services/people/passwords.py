"""Passwords: hashed by Argon2id, as OWASP's cheat sheet on password storage advises it for servers."""

from __future__ import annotations

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from builder.services.errors import Invalid
from datasheets.problems import Problem
from datasheets.words import Message

SHORTEST, LONGEST = 10, 200
HASHER = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
NOBODYS = HASHER.hash("of nobody")
"""What a password is compared with where nobody has the name, so that the answer takes as long."""


def hash_password(password: str) -> str:
    """Return what is stored of a password.

    Raises:
        Invalid: it is too short or too long, or blanks or one letter alone.
    """
    if not SHORTEST <= len(password) <= LONGEST:
        raise Invalid((Problem("/password", Message("error.password-length", {"least": SHORTEST, "most": LONGEST})),))
    if len(set(password)) == 1 or password.isspace():
        raise Invalid((Problem("/password", Message("error.password-plain")),))
    return HASHER.hash(password)


def is_password(password: str, stored: str) -> bool:
    """Tell whether it is the password; it takes as long where none is `stored`, and then it never is."""
    try:
        return HASHER.verify(stored or NOBODYS, password[: LONGEST + 1]) and bool(stored)
    except (VerificationError, InvalidHashError):
        return False


def is_outdated(stored: str) -> bool:
    """Tell whether a hash was made with other costs than those of today."""
    return HASHER.check_needs_rehash(stored)
