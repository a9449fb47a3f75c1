"""Systems that stand outside Muster: folders that a user names, each with the data of a system, its words and its rules.

A folder is called as its system's id. Its modules are found as `muster_systems.<id>.<module>`, wherever it stands.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from traceback import format_exception
from types import ModuleType

from datasheets import systems, words
from datasheets.systems.citations import unknown_citations
from datasheets.words import Message
from resolver.engine.registry import register, ruleset
from resolver.engine.unknown_data import unknown_data

ROOM = "muster_systems"
"""The package in which the modules of all such folders are found."""
FRAME = re.compile(r'File "([^"\n]++)", line ([0-9]++)')
"""A line of a traceback: what was run."""
CAUGHT = "During handling of the above exception, another exception occurred:"
"""A line of a traceback: the errors before it were caught."""
_ADDED: list[Path] = []
_REFUSED: dict[Path, str] = {}
"""What was wrong in a folder, which this process refuses from then on."""


def add_systems(folders: Iterable[Path]) -> None:
    """Know the systems of these folders, and play those that have a `descriptor.py`. What is known already stays.

    Raises:
        ValueError: there is another system of that id, or what stands in a folder is wrong.
    """
    for folder in folders:
        if folder in _REFUSED:
            raise ValueError(_REFUSED[folder])
        if folder not in _ADDED:
            systems.add_folder(folder)
            _open_room(folder.parent)
            _ADDED.append(folder)
            try:
                _check(folder)
                if module := load(folder, "descriptor", "DESCRIPTOR", "ruleset"):
                    register({folder.name: module})
                    check_ruleset(folder.name)
            except ValueError as error:
                _ADDED.remove(folder)
                _REFUSED[folder] = str(error)
                raise


def added_systems() -> tuple[Path, ...]:
    """Return the folders that were added to this process; a process that it starts adds them, too."""
    return tuple(_ADDED)


def load(folder: Path, name: str, offers: str, part: str) -> str:
    """Import a module of an added folder; return what it is imported by, "" where there is none of that name.

    Its one object is known by a part that it has.

    Raises:
        ValueError: it cannot be imported, or does not offer its one object.
    """
    file, module = folder / f"{name}.py", f"{ROOM}.{folder.name}.{name}"
    if not file.is_file():
        return ""
    try:
        offered = hasattr(getattr(import_module(module), offers, None), part)
    except Exception as error:
        said = error.msg if isinstance(error, SyntaxError) else error
        found = blame(error)
        place = f"{found.values['file']}, line {found.values['line']}" if found else f"{folder.name}/{file.name}"
        raise ValueError(f"{place}: {said}") from error
    if not offered:
        raise ValueError(f"{folder.name}/{file.name}: it has no {offers} with {part}")
    return module


def blame(error: BaseException, *, details: bool = True) -> Message | None:
    """Say that the code of an added folder failed and where, if an error came through it, in this process or a worker."""
    for file, line in reversed(FRAME.findall(_traceback(error))):
        for folder in _ADDED:
            if Path(file).is_relative_to(folder):
                told = f"{type(error).__name__}: {error}" if details else type(error).__name__
                place = {"file": f"{folder.name}/{Path(file).relative_to(folder)}", "line": line}
                return Message("error.own-code", {**place, "error": told})
    return None


def _traceback(error: BaseException) -> str:
    """Return the tracebacks of an error and of what caused it, without those of errors that were caught before it.

    What a worker process sends of an error is text, so this is cut out of the text here, too.
    """
    return "".join(format_exception(error)).rpartition(CAUGHT)[2]


def _check(folder: Path) -> None:
    """Read the words and data of a system now, so that what is wrong is said before anything is done."""
    id = folder.name
    try:
        for language in sorted((folder / "words").glob("*/")):
            if language.name not in words.languages():
                raise ValueError(f"{id}/words/{language.name}: there is no such language: remove the folder, or rename it")
            words.read(language, language.name)
    except words.BadWords as error:
        raise ValueError(f"{id}/words/{error}") from error
    if systems.system(id).id != id:
        raise ValueError(f"{id}/system.json: the id is {systems.system(id).id!r}: call the folder so")
    if unknown := unknown_citations(id):
        raise ValueError(f"{id}/system.json: it cites {', '.join(unknown)}: write that in rulebook.json, or cite another")


def check_ruleset(id: str) -> None:
    """Hold a ruleset against the data of its system."""
    rules = ruleset(id)
    if rules.id != id:
        raise ValueError(f"{id}/descriptor.py: its ruleset is called {rules.id!r}: call it as the folder")
    if wrong := next(unknown_data(rules), ""):
        raise ValueError(f"{id}/descriptor.py: {wrong}")


def _open_room(parent: Path) -> None:
    room = sys.modules.setdefault(ROOM, ModuleType(ROOM))
    room.__path__ = [*getattr(room, "__path__", ()), str(parent)]
