"""The language of the command line: `--language`, else MUSTER_LANGUAGE, else English. Commands say all their words here."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from contextvars import ContextVar

from datasheets import words

_language: ContextVar[str] = ContextVar("language", default="en")


def set_language(language: str) -> None:
    """Say everything in a language from now on."""
    _language.set(language)


def language() -> str:
    """Return the language of the command line."""
    return _language.get()


def translate(text: str) -> str:
    """Return a sentence in that language if it knows itself, else as it is."""
    return words.translate(text, language())


def say(code: str, values: Mapping[str, object] | None = None) -> str:
    """Return the sentence of a code in that language."""
    return words.say(code, values, language())


def why(error: OSError | ValueError) -> str:
    """Return why a file or a connection cannot be had, in the system's own English where that is rare."""
    number = error.errno if isinstance(error, OSError) else None
    code = f"cli.system.{errno.errorcode.get(number or 0, '')}"
    return say(code) if words.has_words(code) else getattr(error, "strerror", None) or str(error)
