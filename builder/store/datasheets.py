"""Datasheets: the newest of each, every version, and search by words, keywords, role, system and costs."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from builder.store.database import Database
from builder.store.versions import last_gone


@dataclass(frozen=True, slots=True)
class DatasheetRow:
    """A datasheet as it is found in lists. Power goes from the smallest unit's to the largest one's, None without any.

    `entry` is what `add-unit` takes.
    """

    catalogue: str
    id: str
    system: str
    name: str
    role: str | None
    power_least: float | None
    power_most: float | None
    version: int
    document: str
    entry: str


@dataclass(frozen=True, slots=True)
class Index:
    """What search goes by: keywords as they are shown and as they are compared, all other words, and what the unit costs.

    `costs` are the least and the most, by the cost's id, or its name where it has none here.
    """

    shown: tuple[str, ...]
    compared: tuple[str, ...]
    words: str
    costs: Mapping[str, tuple[float, float]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Search:
    """What is searched for; empty fields do not narrow. `keywords` must all be there.

    `power_least` and `power_most` are of the cost that measures armies; `systems` says of which systems' armies.
    """

    words: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    system: str = ""
    catalogue: str = ""
    role: str = ""
    power_least: float | None = None
    power_most: float | None = None
    cost: str = ""
    cost_least: float | None = None
    cost_most: float | None = None
    systems: tuple[str, ...] = ()


MOST_COST = 1e9
COLUMNS = "catalogue, id, system, name, role, power_least, power_most, version, document, entry"


def insert(db: Database, row: DatasheetRow, index: Index) -> None:
    """Add a datasheet."""
    number = db.execute(
        f"insert into datasheets ({COLUMNS}, keywords, words) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [*_values(row), " ".join(index.shown), index.words],
    ).lastrowid
    _keep(db, row, index, number)


def replace_if(db: Database, row: DatasheetRow, index: Index) -> bool:
    """Replace a datasheet if nobody has changed it since `row.version - 1`; say whether it was so."""
    found = db.execute("select number from datasheets where catalogue = ? and id = ?", [row.catalogue, row.id]).fetchone()
    cursor = db.execute(
        "update datasheets set system = ?, name = ?, role = ?, power_least = ?, power_most = ?, version = ?, document = ?,"
        " entry = ?, keywords = ?, words = ? where catalogue = ? and id = ? and version = ?",
        [*_values(row)[2:], " ".join(index.shown), index.words, row.catalogue, row.id, row.version - 1],
    )
    if cursor.rowcount != 1:
        return False
    _keep(db, row, index, found[0])
    return True


def delete_if(db: Database, catalogue: str, id: str, version: int) -> bool:
    """Delete a datasheet if nobody has changed it since `version`; say whether it was so. Its versions stay."""
    cursor = db.execute("delete from datasheets where catalogue = ? and id = ? and version = ?", [catalogue, id, version])
    if cursor.rowcount == 1:
        db.execute("insert into datasheet_versions values (?, ?, ?, null)", [catalogue, id, version + 1])
    return cursor.rowcount == 1


def get(db: Database, catalogue: str, id: str) -> DatasheetRow | None:
    """Return a datasheet, None where there is none."""
    rows = db.query(f"select {COLUMNS} from datasheets where catalogue = ? and id = ?", [catalogue, id])
    return next((DatasheetRow(**row) for row in rows), None)


def of_catalogue(db: Database, catalogue: str) -> list[DatasheetRow]:
    """Return all datasheets of a catalogue, by id."""
    rows = db.query(f"select {COLUMNS} from datasheets where catalogue = ? order by id", [catalogue])
    return [DatasheetRow(**row) for row in rows]


def of_system(db: Database, system: str) -> list[DatasheetRow]:
    """Return all datasheets of a system, by name."""
    rows = db.query(f"select {COLUMNS} from datasheets where system = ? order by name, catalogue, id", [system])
    return [DatasheetRow(**row) for row in rows]


def names(db: Database, system: str) -> list[str]:
    """Return what the datasheets of a system are called, each name once, in order."""
    rows = db.query("select distinct name from datasheets where system = ? order by name", [system])
    return [row["name"] for row in rows]


def counts(db: Database) -> dict[str, int]:
    """Return how many datasheets each catalogue has that has any."""
    rows = db.query("select catalogue, count(*) as number from datasheets group by catalogue")
    return {row["catalogue"]: row["number"] for row in rows}


def counts_named(db: Database, names: Collection[str], system: str = "") -> dict[str, int]:
    """Return how many of these names each catalogue has a datasheet of, where it has any; of one system if given."""
    rows = db.query(
        "select catalogue, count(distinct name) as number from datasheets where name in (select value from json_each(?))"
        " and ? in ('', system) group by catalogue order by catalogue",
        [json.dumps(sorted(names)), system],
    )
    return {row["catalogue"]: row["number"] for row in rows}


def versions(db: Database, catalogue: str, id: str) -> list[tuple[int, str | None]]:
    """Return (version, document digest) of every version, in order; the digest is None where it was deleted."""
    rows = db.query(
        "select version, document from datasheet_versions where catalogue = ? and id = ? order by version", [catalogue, id]
    )
    return [(row["version"], row["document"]) for row in rows]


def next_version(db: Database, catalogue: str, id: str) -> int:
    """Return the version that a datasheet of this id has next: one that it never had, even where it was deleted since."""
    before = versions(db, catalogue, id)
    return max(before[-1][0] if before else 0, last_gone(db, "datasheet", f"{catalogue}/{id}")) + 1


def search_as_added(db: Database, wanted: Search, start: int, limit: int) -> list[tuple[int, DatasheetRow]]:
    """Return the datasheets that fit in the order in which they came in, each with its number, from number `start` on."""
    tests, values = _tests(wanted)
    if wanted.words:
        tests.append("number in (select rowid from datasheet_search where datasheet_search match ?)")
        values.append(" ".join(_quote(word) for word in wanted.words))
    rows = db.query(
        f"select number, {COLUMNS} from datasheets where {' and '.join([*tests, 'number >= ?'])} order by number limit ?",
        [*values, start, limit],
    )
    return [(row.pop("number"), DatasheetRow(**row)) for row in rows]


def search(db: Database, wanted: Search, start: int, limit: int) -> list[DatasheetRow]:
    """Return the datasheets that fit, from the `start`-th on: the best match first, without words by name."""
    tests, values = _tests(wanted)
    source, order = "datasheets", "name, catalogue, id"
    if wanted.words:
        source = "datasheets join datasheet_search on datasheet_search.rowid = number"
        tests.append("datasheet_search match ?")
        values.append(" ".join(_quote(word) for word in wanted.words))
        # A hit in the name weighs more than one in the keywords, and that more than one in the text.
        order = "bm25(datasheet_search, 8.0, 4.0, 1.0), datasheets.name, catalogue, id"
    columns = ", ".join(f"datasheets.{column}" for column in COLUMNS.split(", "))
    rows = db.query(
        f"select {columns} from {source} where {' and '.join(tests) or 'true'} order by {order} limit ? offset ?",
        [*values, limit, start],
    )
    return [DatasheetRow(**row) for row in rows]


def _tests(wanted: Search) -> tuple[list[str], list[object]]:
    choices: Iterable[tuple[str, object]] = (
        ("system = ?", wanted.system or None),
        ("catalogue = ?", wanted.catalogue or None),
        ("role = ?", wanted.role or None),
        ("power_most >= ?", wanted.power_least),
        ("power_least <= ?", wanted.power_most),
        *(("number in (select datasheet from datasheet_keywords where keyword = ?)", word) for word in wanted.keywords),
    )
    used = [(test, value) for test, value in choices if value is not None]
    tests, values = [test for test, _ in used], [value for _, value in used]
    if wanted.systems:
        tests.append(f"system in ({', '.join('?' * len(wanted.systems))})")
        values += wanted.systems
    if wanted.cost and (wanted.cost_least, wanted.cost_most) != (None, None):
        tests.append("number in (select datasheet from datasheet_costs where cost = ? and most >= ? and least <= ?)")
        most = MOST_COST if wanted.cost_most is None else wanted.cost_most
        values += [wanted.cost, wanted.cost_least or 0, most]
    return tests, values


def roles(db: Database) -> list[str]:
    """Return all roles that some datasheet has."""
    return [row["role"] for row in db.query("select distinct role from datasheets where role is not null order by role")]


def costs(db: Database, system: str = "") -> list[str]:
    """Return the ids, or names, of all costs that some datasheet has, of one system or ("") of any."""
    source, where = "datasheet_costs join datasheets on number = datasheet", "? in ('', system)"
    return [row["cost"] for row in db.query(f"select distinct cost from {source} where {where} order by cost", [system])]


def costs_of(db: Database, cost: str, rows: Iterable[DatasheetRow]) -> dict[tuple[str, str], tuple[float, float]]:
    """Return what datasheets cost of one kind, by catalogue and id; those that have none of it are left out."""
    found: dict[tuple[str, str], tuple[float, float]] = {}
    for each in rows:
        source = "datasheet_costs join datasheets on number = datasheet"
        where = "cost = ? and catalogue = ? and id = ?"
        for row in db.query(f"select least, most from {source} where {where}", [cost, each.catalogue, each.id]):
            found[each.catalogue, each.id] = row["least"], row["most"]
    return found


def prices(db: Database, catalogue: str) -> dict[str, dict[str, tuple[float, float]]]:
    """Return what the datasheets of a catalogue cost, by id and cost; what is free is left out."""
    found: dict[str, dict[str, tuple[float, float]]] = {}
    source = "datasheets join datasheet_costs on datasheet = number"
    for row in db.query(f"select id, cost, least, most from {source} where catalogue = ? and most > 0", [catalogue]):
        found.setdefault(row["id"], {})[row["cost"]] = row["least"], row["most"]
    return found


def _quote(word: str) -> str:
    doubled = word.replace('"', '""')
    return f'"{doubled}"*'


def _values(row: DatasheetRow) -> list[object]:
    return [getattr(row, column) for column in COLUMNS.split(", ")]


def _keep(db: Database, row: DatasheetRow, index: Index, number: int | None) -> None:
    db.execute("delete from datasheet_keywords where datasheet = ?", [number])
    for keyword in sorted(set(index.compared)):
        db.execute("insert into datasheet_keywords (keyword, datasheet) values (?, ?)", [keyword, number])
    db.execute("delete from datasheet_costs where datasheet = ?", [number])
    for cost, span in index.costs.items():
        db.execute("insert into datasheet_costs (cost, datasheet, least, most) values (?, ?, ?, ?)", [cost, number, *span])
    db.execute("insert into datasheet_versions values (?, ?, ?, ?)", [row.catalogue, row.id, row.version, row.document])
