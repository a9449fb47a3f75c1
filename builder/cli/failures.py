"""Whatever goes wrong as one sentence. What nobody foresaw goes to a file, so that no user sees a traceback."""

from __future__ import annotations

import os
import tempfile
import traceback
from collections.abc import Sequence

import click

from builder.cli.bad_calls import bad_call
from builder.cli.words import file_failed, say, translate, why
from builder.services.errors import ServiceError, quota_message
from builder.settings import SettingError
from builder.store import StoreError
from builder.store.allowance import OverAllowance
from datasheets.problems import DocumentError, Problem

PLAIN = (StoreError, SettingError)


def sentence(error: Exception) -> str:
    """Return what went wrong as one line."""
    line = " ".join(_sentence(error).split())
    return line if line.endswith((".", "!", "?")) else f"{line}."


def _sentence(error: Exception) -> str:
    if isinstance(error, click.UsageError):
        call = error.ctx.command_path if error.ctx else "muster"
        return say("cli.bad-call", {"problem": bad_call(error), "call": call})
    if isinstance(error, click.ClickException):
        return translate(error.format_message())
    if isinstance(error, DocumentError):
        return first_of(error.problems)
    if isinstance(error, ServiceError):  # its paths lead into the body of a request, and there is none here
        return (
            first_of([Problem("", each.message) for each in error.problems]) if error.problems else translate(error.detail)
        )
    if isinstance(error, OverAllowance):
        return translate(quota_message(error))
    if isinstance(error, PLAIN):
        return translate(str(error))
    return _sentence_of_system(error) if isinstance(error, OSError) else _sentence_of_few(error)


def _sentence_of_few(error: Exception) -> str:
    """Return what went wrong where only some commands can fail so: whoever raised it has loaded what these errors need."""
    from builder.operations.error import OperationError
    from exports.sheet.untrusted import NotASheet
    from resolver.engine.compile_armies import NotPlayable

    if isinstance(error, NotASheet | NotPlayable):
        return translate(str(error))
    if isinstance(error, OperationError):
        return f"{error.pointer or '/'}: {translate(error.message)}"
    return _sentence_of_unforeseen(error)


def _sentence_of_system(error: OSError) -> str:
    if error.strerror and error.filename is None:
        return say("cli.output.failed", {"problem": why(error)})
    if error.strerror:
        return file_failed(os.fsdecode(error.filename), error)
    return _sentence_of_unforeseen(error)


def _sentence_of_unforeseen(error: Exception) -> str:
    from resolver.engine.added_systems import blame

    if own := blame(error):
        return say("cli.unforeseen.own-code", {"problem": translate(own), "file": _save_details(error)})
    return say("cli.unforeseen", {"error": type(error).__name__, "file": _save_details(error)})


def line_of(problem: Problem) -> str:
    """Return a problem as one line: where, and what."""
    message = translate(problem.message)
    return f"{problem.path}: {message}" if problem.path else message


def first_of(problems: Sequence[Problem]) -> str:
    """Return the first of several problems, and how many there are besides, as one line."""
    first = line_of(problems[0])
    more = len(problems) - 1
    return say("cli.more-problems", {"first": first.rstrip("."), "count": more}) if more else first


def _save_details(error: Exception) -> str:
    """Write the details to a file of their own and return its name."""
    try:
        with tempfile.NamedTemporaryFile("w", prefix="muster-", suffix=".txt", delete=False, encoding="utf-8") as file:
            file.writelines(traceback.format_exception(error))
    except OSError as failed:
        return say("cli.unforeseen.not-kept", {"problem": why(failed)})
    return file.name
