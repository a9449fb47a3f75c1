"""Why the system could not do something, as sentences in every language where we have them."""

from __future__ import annotations

import errno

from datasheets.words import Message, has_words


def reason(error: Exception) -> str:
    """Return why a file or a connection cannot be had, in the system's own English where that is rare."""
    number = error.errno if isinstance(error, OSError) else None
    code = f"cli.system.{errno.errorcode.get(number or 0, '')}"
    return Message(code) if has_words(code) else getattr(error, "strerror", None) or str(error)
