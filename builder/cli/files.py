"""Files that commands write: never over the database, nor over a file of another kind than what is written."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from builder.cli.words import say
from builder.settings import Settings, read_settings

KINDS = ((b"%PDF-", "pdf"), (b"PK", "zip"), (b"SQLite format 3", "database"), (b"<", "xml"), (b"{", "json"))
"""How the contents of a file begin that say what they are; all others are text."""
ENDINGS = {
    "pdf": (".pdf",),
    "json": (".json", ".jsonl"),
    "xml": (".ros", ".xml"),
    "zip": (".rosz", ".zip"),
    "text": (".txt", ".csv"),
}
"""How the name of a file ends whose contents are of a kind."""
HEAD = 1000
COMPANIONS = ("-wal", "-shm", "-journal", "-reserve", ".people")
"""What stands beside a database, by the ends of the names."""


class OutFile(click.Path):
    """The name of a file to write. As "-" is standard input where armies are read, it is refused here.

    Args:
        kind: what will be written there, where every call writes the same.
        endings: how its name may end, where it has an ending at all; empty: in any way.
    """

    def __init__(self, kind: str = "", *endings: str) -> None:
        super().__init__(dir_okay=False, path_type=Path)
        self.kind = kind
        self.endings = endings

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path."""
        if value == "-":
            self.fail(say("cli.output.dash"), param, ctx)
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        if why := refusal(path, self.kind) or _foreign_ending(path, self.endings) or closed_to_us(path):
            self.fail(why, param, ctx)
        return path


def refusal(path: Path, kind: str) -> str:
    """Return why nothing of this kind is written to a file; "" where it is."""
    if is_of_database(path, read_settings()):
        return say("cli.output.database", {"file": path})
    if kind in ENDINGS and _ending_kind(path) not in ("", kind):
        return _foreign_ending(path, ENDINGS[kind])
    if found := other_kind(path, kind):
        names = {"found": say(f"cli.output.kind.{found}"), "wanted": say(f"cli.output.kind.{kind}")}
        return say("cli.output.other-kind", {"file": path, **names})
    return ""


def _ending_kind(path: Path) -> str:
    return next((kind for kind, endings in ENDINGS.items() if path.suffix.lower() in endings), "")


def _foreign_ending(path: Path, endings: tuple[str, ...]) -> str:
    """Return that a name ends otherwise than such a file's; "" where it does not, has no ending, or is a device."""
    if not endings or path.suffix.lower() in ("", *endings) or _is_device(path):
        return ""
    return say("cli.output.foreign-ending", {"file": path, "ending": path.suffix, "known": endings})


def _is_device(path: Path) -> bool:
    return path.exists() and not path.is_file()  # a pipe is one, too


def closed_to_us(path: Path) -> str:
    """Return why no file of that name can be written, before work is done for it; "" where it can."""
    folder = path.absolute().parent
    if _is_device(path):
        return "" if os.access(path, os.W_OK) else say("cli.output.closed", {"file": path})
    if not folder.is_dir():
        return say("cli.output.no-folder", {"folder": folder})
    return "" if os.access(folder, os.W_OK | os.X_OK) else say("cli.output.closed", {"file": folder})


def is_of_database(path: Path, settings: Settings) -> bool:
    """Say whether a file is the database or belongs to it, whatever it is called by."""
    return any(_is_same(each, part) for part in _parts(settings.database) for each in (path, *path.absolute().parents))


def _parts(database: Path) -> Iterator[Path]:
    yield database
    yield from (database.with_name(database.name + end) for end in COMPANIONS)


def _is_same(path: Path, part: Path) -> bool:
    if path.exists() and part.exists():
        return path.samefile(part)
    return path.resolve() == part.resolve()


def other_kind(path: Path, kind: str) -> str:
    """Return what an existing file is, where that is something else than a known kind; else ""."""
    if not kind or not path.is_file():
        return ""
    with path.open("rb") as file:
        found = kind_of(file.read(HEAD))
    return found if found not in ("", kind) else ""


def kind_of(data: bytes) -> str:
    """Return what contents are by how they begin; "" where there are none."""
    head = data[:HEAD].removeprefix(b"\xef\xbb\xbf").lstrip()
    return next((kind for start, kind in KINDS if head.startswith(start)), _plain(data)) if data else ""


def _plain(data: bytes) -> str:
    return "other" if b"\0" in data[:HEAD] else "text"


def write_file(path: Path, data: bytes) -> None:
    """Write a file, whole or not at all; one of that name and of the same kind is replaced.

    Raises:
        click.ClickException: the database or a file of another kind stands there.
        OSError: it cannot be written.
    """
    if why := refusal(path, kind_of(data)):
        raise click.ClickException(why)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        if _is_device(path):
            path.write_bytes(data)
        else:
            part.write_bytes(data)
            part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from error
