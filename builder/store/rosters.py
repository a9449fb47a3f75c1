"""Rosters and their steps. A roster's row says which step it stands at; the tree is the step's.

Trees are kept compressed: every edit keeps a whole one, and they are much alike.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from builder.store.database import Database
from builder.store.versions import last_gone

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class RosterRow:
    """A roster without its tree. `changed` is its place in the order of edits of all rosters; the highest is the latest."""

    id: str
    system: str
    name: str
    origin: str
    version: int
    step: int
    tip: int
    summary: Json
    changed: int
    tags: tuple[str, ...]
    archived: bool
    locked: bool


@dataclass(frozen=True, slots=True)
class StepRow:
    """A step without its tree. `name` is what the player called it, "" for most."""

    n: int
    parent: int | None
    operations: list[Json]
    muster: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a roster's row holds about the step it stands at; `tip` is the end of the branch that redo follows."""

    step: int
    tip: int
    name: str
    summary: Mapping[str, Any]


COLUMNS = "id, system, name, origin, version, step, tip, summary, changed, tags, archived, locked"
LATEST = "(select coalesce(max(changed), 0) + 1 from rosters)"


def insert(db: Database, id: str, system: str, origin: str, now: Standing) -> None:
    """Add a roster, in a version that its id never had; its first step must follow in the same transaction."""
    version = last_gone(db, "roster", id) + 1
    db.execute(
        "insert into rosters (id, system, name, origin, version, step, tip, summary, changed)"
        f" values (?, ?, ?, ?, ?, ?, ?, ?, {LATEST})",
        [id, system, now.name, origin, version, now.step, now.tip, _dump(now.summary)],
    )


def get(db: Database, id: str) -> RosterRow | None:
    """Return a roster, None where there is none."""
    return next((_row(row) for row in db.query(f"select {COLUMNS} from rosters where id = ?", [id])), None)


def find_same(db: Database, system: str, name: str, tree: Json) -> str | None:
    """Return the id of the roster that stands at exactly this tree, the first made of several; None where there is none."""
    wanted = _dump(tree).encode()
    for row in db.query(
        "select id, tree from rosters join roster_steps on roster = id and n = step"
        " where system = ? and rosters.name = ? order by rosters.rowid",
        [system, name],
    ):
        if zlib.decompress(row["tree"]) == wanted:
            return str(row["id"])
    return None


@dataclass(frozen=True, slots=True)
class Sought:
    """Which rosters are sought: by system, part of the name, tag; `archived`: those that were put away (None: all)."""

    system: str = ""
    text: str = ""
    tag: str = ""
    archived: bool | None = None


def page(db: Database, sought: Sought, start: int | None, limit: int, *, oldest: bool = False) -> list[RosterRow]:
    """Return rosters, the last changed first, or the `oldest` change, from `changed == start` on."""
    beyond, order = (">=", "asc") if oldest else ("<=", "desc")
    rows = db.query(
        f"select {COLUMNS} from rosters where (:system = '' or system = :system)"
        " and (:text = '' or instr(lower(name), lower(:text)) > 0)"
        " and (:tag = '' or exists (select 1 from json_each(tags) where value = :tag))"
        f" and (:archived is null or archived = :archived) and (:start is null or changed {beyond} :start)"
        f" order by changed {order} limit :limit",
        {**asdict(sought), "start": start, "limit": limit},
    )
    return [_row(row) for row in rows]


def names(db: Database, beginning: str) -> set[str]:
    """Return the names of rosters that begin so."""
    rows = db.query("select name from rosters where substr(name, 1, ?) = ?", [len(beginning), beginning])
    return {str(row["name"]) for row in rows}


def tags(db: Database) -> list[str]:
    """Return every tag that some roster has."""
    rows = db.query("select distinct value from rosters, json_each(tags) order by value collate nocase")
    return [str(row["value"]) for row in rows]


def by_catalogue(db: Database) -> dict[str, int]:
    """Return how many rosters have a force of each catalogue, of those that players made and did not put away."""
    rows = db.query(
        "select value, count(*) as number from rosters, json_each(summary, '$.catalogues')"
        " where not archived and origin <> 'bundled' group by value"
    )
    return {str(row["value"]): int(row["number"]) for row in rows}


def shelve_if(db: Database, id: str, version: int, tags: Sequence[str], archived: bool, locked: bool) -> bool:
    """File a roster if nobody has changed it since `version`; say whether it was so. Its place in the order stays."""
    cursor = db.execute(
        "update rosters set tags = ?, archived = ?, locked = ?, version = version + 1 where id = ? and version = ?",
        [_dump(list(tags)), archived, locked, id, version],
    )
    return cursor.rowcount == 1


def name_step(db: Database, id: str, n: int, name: str) -> bool:
    """Give a step a name, or take it with ""; say whether there is such a step."""
    return db.execute("update roster_steps set name = ? where roster = ? and n = ?", [name, id, n]).rowcount == 1


def named_steps(db: Database, id: str) -> dict[int, str]:
    """Return the steps that have names, oldest first."""
    rows = db.query("select n, name from roster_steps where roster = ? and name <> '' order by n", [id])
    return {row["n"]: row["name"] for row in rows}


def stand_if(db: Database, id: str, version: int, now: Standing) -> bool:
    """Let the roster stand at another step if nobody has changed it since `version`; say whether it was so."""
    cursor = db.execute(
        f"update rosters set name = ?, step = ?, tip = ?, summary = ?, version = version + 1, changed = {LATEST}"
        " where id = ? and version = ?",
        [now.name, now.step, now.tip, _dump(now.summary), id, version],
    )
    return cursor.rowcount == 1


def delete_if(db: Database, id: str, version: int) -> bool:
    """Delete the roster with its history if nobody has changed it since `version`; say whether it was so."""
    return db.execute("delete from rosters where id = ? and version = ?", [id, version]).rowcount == 1


def add_step(db: Database, id: str, step: StepRow, tree: Json) -> None:
    """Add a step with its tree."""
    db.execute(
        "insert into roster_steps (roster, n, parent, operations, muster, tree) values (?, ?, ?, ?, ?, ?)",
        [id, step.n, step.parent, _dump(step.operations), step.muster, zlib.compress(_dump(tree).encode())],
    )


def parents(db: Database, id: str) -> dict[int, int | None]:
    """Return the step that each step was made on, None for the first."""
    rows = db.query("select n, parent from roster_steps where roster = ? order by n", [id])
    return {row["n"]: row["parent"] for row in rows}


def steps(db: Database, id: str, start: int, limit: int) -> list[StepRow]:
    """Return steps from number `start` on, in order."""
    rows = db.query(
        "select n, parent, operations, muster, name from roster_steps where roster = ? and n >= ? order by n limit ?",
        [id, start, limit],
    )
    return [StepRow(row["n"], row["parent"], json.loads(row["operations"]), row["muster"], row["name"]) for row in rows]


def tree(db: Database, id: str, n: int) -> Json | None:
    """Return the tree of one step, None where there is no such step."""
    rows = db.query("select tree from roster_steps where roster = ? and n = ?", [id, n])
    for row in rows:
        made: Json = json.loads(zlib.decompress(row["tree"]))
        return made
    return None


def _row(row: Mapping[str, Any]) -> RosterRow:
    read = {"summary": json.loads(row["summary"]), "tags": tuple(json.loads(row["tags"]))}
    return RosterRow(**{**row, **read, "archived": bool(row["archived"]), "locked": bool(row["locked"])})


def _dump(value: Mapping[str, Any] | Sequence[Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
