"""Which check code the army of each step of a roster has, as a version of Muster worked it out."""

from __future__ import annotations

from dataclasses import dataclass

from builder.store.database import Database


@dataclass(frozen=True, slots=True)
class CodeRow:
    """A step whose army has a code. `current`: the roster stands there now."""

    roster: str
    name: str
    step: int
    current: bool
    digest: str


def find_steps(db: Database, code: str, digest: str, muster: str) -> list[CodeRow]:
    """Return the steps with this check code, and this digest if one is given; where rosters stand now comes first."""
    rows = db.query(
        "select rosters.id as roster, name, step_codes.step as step, step_codes.step = rosters.step as current, digest"
        " from step_codes join rosters on rosters.id = step_codes.roster"
        " where code = ? and ? in ('', digest) and muster = ? order by current desc, changed desc, step_codes.step desc",
        [code, digest, muster],
    )
    return [CodeRow(**{**row, "current": bool(row["current"])}) for row in rows]


def steps_to_code(db: Database, muster: str, limit: int) -> list[tuple[str, int]]:
    """Return steps whose code this Muster has not worked out: where rosters stand now, then the latest."""
    rows = db.query(
        "select rosters.id as id, n from roster_steps join rosters on rosters.id = roster_steps.roster"
        " left join step_codes on step_codes.roster = rosters.id and step_codes.step = n and step_codes.muster = ?"
        " where step_codes.roster is null order by n = rosters.step desc, changed desc, n desc limit ?",
        [muster, limit],
    )
    return [(row["id"], row["n"]) for row in rows]


def counts(db: Database, muster: str) -> tuple[int, int]:
    """Return of how many steps the code is known, and how many steps there are."""
    query = "select (select count(*) from step_codes where muster = ?), (select count(*) from roster_steps)"
    known, all_steps = db.execute(query, [muster]).fetchone()
    return known, all_steps


def put(db: Database, roster: str, step: int, digest: str, code: str, muster: str) -> None:
    """Keep the code of a step; one that was deleted meanwhile is left out."""
    db.execute(
        "insert into step_codes (roster, step, digest, code, muster)"
        " select roster, n, ?, ?, ? from roster_steps where roster = ? and n = ?"
        " on conflict (roster, step) do update set digest = excluded.digest, code = excluded.code, muster = excluded.muster",
        [digest, code, muster, roster, step],
    )
