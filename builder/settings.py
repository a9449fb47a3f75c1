"""What can be set from outside: one table of environment variables, each with a default and one sentence.

The fields of `Settings` are the table; `docs/api.md` shows it and a test holds the two equal. `read_settings` is the only
place that reads the environment.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from datasheets.words import languages


class SettingError(ValueError):
    """An environment variable holds something that cannot be used; the message names the variable and what it takes."""


@dataclass(frozen=True, slots=True)
class SettingRow:
    """One line of the table: the variable's name, how its text becomes a value, and what it does."""

    variable: str
    parse: Callable[[str], object]
    sentence: str


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 12 or int(text) == 0:
        raise ValueError("takes a whole number above 0")
    return int(text)


def _port(text: str) -> int:
    number = _count(text)
    if number > 65535:
        raise ValueError("takes a port number from 1 to 65535")
    return number


def _path(text: str) -> Path:
    return Path(text).expanduser()


def _amount(text: str) -> int:
    return 0 if text == "0" else _count(text)


NAME = re.compile(r"(https?://)?([a-z0-9][a-z0-9._-]{0,252}|\[[0-9a-f:]{2,39}\])(?(1)(:[0-9]{1,5})?)")
"""A host name, or where it is reached: `https://name`, with a port where that is not the usual one."""


def _names(text: str) -> tuple[str, ...]:
    names = tuple(name.strip().lower().rstrip("/") for name in text.split(",") if name.strip())
    if not all(NAME.fullmatch(name) for name in names):
        raise ValueError("takes host names such as muster.example or https://muster.example, with commas between")
    return names


ORIGIN = re.compile(r"https?://([a-z0-9][a-z0-9._-]{0,252}|\[[0-9a-f:]{2,39}\])(:[0-9]{1,5})?")
"""A site as browsers name it: scheme, host and the port where that is not the usual one."""


def _origins(text: str) -> tuple[str, ...]:
    origins = tuple(origin.strip().lower().rstrip("/") for origin in text.split(",") if origin.strip())
    if not all(ORIGIN.fullmatch(origin) for origin in origins):
        raise ValueError("takes sites such as https://tools.example, with commas between")
    return origins


def _systems(text: str) -> tuple[Path, ...]:
    folders = tuple(Path(each.strip()).expanduser().absolute() for each in text.split(",") if each.strip())
    if not all((folder / name).is_file() for folder in folders for name in ("system.json", "rulebook.json")):
        raise ValueError("takes folders with a system.json and a rulebook.json, with commas between")
    return folders


def _log(text: str) -> str:
    if text not in ("no", "text", "json"):
        raise ValueError('takes "no", "text" or "json"')
    return text


def _flag(text: str) -> bool:
    if text.lower() not in ("yes", "no"):
        raise ValueError('takes "yes" or "no"')
    return text.lower() == "yes"


def _language(text: str) -> str:
    if text not in languages():
        raise ValueError(f"takes one of {', '.join(languages())}")
    return text


def user_data(environ: Mapping[str, str], platform: str = sys.platform) -> Path:
    """Return the folder in which this platform keeps a user's own data of Muster."""
    home = Path(environ.get("HOME") or Path.home())
    if platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Muster"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "Muster"
    return Path(environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "muster"


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings with their defaults; sizes are in bytes."""

    database: Path = field(
        default=Path("muster.db"),
        metadata={
            "row": SettingRow("MUSTER_DATABASE", _path, "The SQLite file; without it, muster.db in the user's data folder.")
        },
    )
    host: str = field(
        default="127.0.0.1",
        metadata={"row": SettingRow("MUSTER_HOST", str, "The address that `muster serve` listens on.")},
    )
    port: int = field(
        default=8000,
        metadata={"row": SettingRow("MUSTER_PORT", _port, "The port that `muster serve` listens on.")},
    )
    threads: int = field(
        default=8,
        metadata={"row": SettingRow("MUSTER_THREADS", _count, "How many requests are worked on at once.")},
    )
    workers: int = field(
        default=0,
        metadata={
            "row": SettingRow(
                "MUSTER_WORKERS",
                _amount,
                "How many processes of a server print, play and simulate; one for each processor unless you say, 0: itself.",
            )
        },
    )
    connections: int = field(
        default=1000,
        metadata={
            "row": SettingRow(
                "MUSTER_CONNECTIONS", _count, "How many connections may be open at once; who comes then waits."
            )
        },
    )
    idle_seconds: int = field(
        default=30,
        metadata={
            "row": SettingRow(
                "MUSTER_IDLE_SECONDS", _count, "After how many seconds a connection on which nothing comes is closed."
            )
        },
    )
    names: tuple[str, ...] = field(
        default=(),
        metadata={
            "row": SettingRow(
                "MUSTER_NAMES",
                _names,
                "Further host names, with commas between, under which shared rosters and seats of battles may be reached "
                "with their tokens; `https://name` where links are to begin so.",
            )
        },
    )
    proxies: int = field(
        default=0,
        metadata={
            "row": SettingRow(
                "MUSTER_PROXIES",
                _amount,
                "How many proxies stand before the server and are believed (X-Forwarded-For, -Proto, -Host); docs/proxy.md.",
            )
        },
    )
    accounts: bool = field(
        default=False,
        metadata={
            "row": SettingRow(
                "MUSTER_ACCOUNTS",
                _flag,
                "Whether people sign in and everybody has what is theirs; docs/accounts.md.",
            )
        },
    )
    plain_http: bool = field(
        default=False,
        metadata={
            "row": SettingRow(
                "MUSTER_PLAIN_HTTP",
                _flag,
                "Whether people may sign in from other machines without TLS, as at a table without internet.",
            )
        },
    )
    rate: int = field(
        default=1200,
        metadata={
            "row": SettingRow(
                "MUSTER_RATE",
                _amount,
                "How many requests a minute each person may send where there are accounts; 0: any number.",
            )
        },
    )
    origins: tuple[str, ...] = field(
        default=(),
        metadata={
            "row": SettingRow(
                "MUSTER_ORIGINS",
                _origins,
                "Sites, with commas between, whose pages may call the API from a browser (`https://tools.example`).",
            )
        },
    )
    log: str = field(
        default="no",
        metadata={
            "row": SettingRow(
                "MUSTER_LOG",
                _log,
                "A line in the log for each request: `no`, as `text` or as `json`; docs/hosting.md.",
            )
        },
    )
    most_rosters: int = field(
        default=1000,
        metadata={
            "row": SettingRow(
                "MUSTER_MOST_ROSTERS",
                _amount,
                "How many rosters each person with an account may have; 0: any number.",
            )
        },
    )
    most_battles: int = field(
        default=300,
        metadata={
            "row": SettingRow(
                "MUSTER_MOST_BATTLES",
                _amount,
                "How many battles each person with an account may have; 0: any number.",
            )
        },
    )
    most_simulations: int = field(
        default=200,
        metadata={
            "row": SettingRow(
                "MUSTER_MOST_SIMULATIONS",
                _amount,
                "How many simulations each person with an account may have; 0: any number.",
            )
        },
    )
    most_bytes: int = field(
        default=500_000_000,
        metadata={
            "row": SettingRow(
                "MUSTER_MOST_BYTES",
                _amount,
                "How many bytes the database of each person with an account may have; 0: any number.",
            )
        },
    )
    body_limit: int = field(
        default=1_000_000,
        metadata={"row": SettingRow("MUSTER_BODY_LIMIT", _count, "The largest JSON body that is read.")},
    )
    document_limit: int = field(
        default=2_000_000,
        metadata={
            "row": SettingRow("MUSTER_DOCUMENT_LIMIT", _count, "The largest JSON body where it may carry whole armies.")
        },
    )
    sheet_limit: int = field(
        default=20_000_000,
        metadata={"row": SettingRow("MUSTER_SHEET_LIMIT", _count, "The largest PDF, or record of a battle, that is read.")},
    )
    import_limit: int = field(
        default=100_000_000,
        metadata={
            "row": SettingRow(
                "MUSTER_IMPORT_LIMIT", _count, "The largest body of an import: JSON, a form with files, a zip."
            )
        },
    )
    private_imports: bool = field(
        default=False,
        metadata={
            "row": SettingRow(
                "MUSTER_PRIVATE_IMPORTS",
                _flag,
                "Whether the server may load data from addresses of private networks, its own machine among them.",
            )
        },
    )
    language: str = field(
        default="en",
        metadata={
            "row": SettingRow(
                "MUSTER_LANGUAGE",
                _language,
                "The language of the command line, and of pages where a browser asks for none of ours (docs/words.md).",
            )
        },
    )
    systems: tuple[Path, ...] = field(
        default=(),
        metadata={
            "row": SettingRow(
                "MUSTER_SYSTEMS",
                _systems,
                "Folders, with commas between, of game systems that stand outside Muster, each called as the id of its "
                "system; their Python modules are run. CONTRIBUTING.md says what is in one.",
            )
        },
    )
    page: int = field(
        default=50,
        metadata={
            "row": SettingRow("MUSTER_PAGE", _count, "How many items a page of a list has when the asker does not say.")
        },
    )
    busy_seconds: int = field(
        default=10,
        metadata={"row": SettingRow("MUSTER_BUSY_SECONDS", _count, "How long a write waits for another process's write.")},
    )

    @property
    def hosts(self) -> frozenset[str]:
        """The host names of `names`, without scheme and port."""
        return frozenset(found[2] for name in self.names if (found := NAME.fullmatch(name)))

    @property
    def address_on_paper(self) -> str:
        """The address that the QR codes of sheets open: that of the first name, else this machine's."""
        name = self.names[0] if self.names else "127.0.0.1"
        return name if "://" in name else f"http://{name}:{self.port}"


def table() -> tuple[tuple[str, SettingRow], ...]:
    """Return every setting as (field name, row), in order."""
    return tuple((each.name, each.metadata["row"]) for each in fields(Settings))


def language_of(environ: Mapping[str, str] | None = None) -> str:
    """Return the language of an environment, English where it says none of ours (which `read_settings` refuses)."""
    said = (os.environ if environ is None else environ).get("MUSTER_LANGUAGE", "")
    return said if said in languages() else "en"


def systems_of(environ: Mapping[str, str] | None = None) -> tuple[Path, ...]:
    """Return the folders of game systems that an environment names; raises `SettingError` where they are none."""
    row = dict(table())["systems"]
    text = (os.environ if environ is None else environ).get(row.variable, "")
    found: tuple[Path, ...] = _value(row, text) if text else ()
    return found


def _value(row: SettingRow, text: str) -> Any:
    try:
        return row.parse(text)
    except ValueError as error:
        raise SettingError(f"{row.variable} {error}, not {text[:40]!r}") from error


def read_settings(environ: Mapping[str, str] | None = None) -> Settings:
    """Return the settings of an environment (the process's own if none is given).

    Raises:
        SettingError: a variable holds something that it cannot take.
    """
    environ = os.environ if environ is None else environ
    values: dict[str, object] = {"database": user_data(environ) / "muster.db", "workers": os.cpu_count() or 1}
    for name, row in table():
        if text := environ.get(row.variable, ""):
            values[name] = _value(row, text)
    return Settings(**values)  # type: ignore[arg-type]
