"""The language of the command line: `--language`, else MUSTER_LANGUAGE, else English. Commands say all their words here."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from contextvars import ContextVar

from builder.reasons import reason
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
    return translate(reason(error))


def file_failed(file: object, error: OSError) -> str:
    """Return that a file cannot be used, and what to do where its rights forbid it."""
    if error.errno in (errno.EACCES, errno.EPERM):
        return say("cli.file.denied", {"file": file})
    return say("cli.file.failed", {"file": file, "problem": why(error)})
