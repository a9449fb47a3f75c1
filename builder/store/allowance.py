"""How much one person may keep where many share a machine: rosters, battles, simulations, bytes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from builder.store.database import Database

QUERIES = {
    "rosters": "select count(*) from rosters",
    "battles": "select count(*) from battles",
    "simulations": "select count(*) from simulations",
    "bytes": (
        "select (page_count - freelist_count) * page_size from pragma_page_count, pragma_freelist_count, pragma_page_size"
    ),
}


class OverAllowance(Exception):
    """A write would have left more than a person may keep: more than `most` of `what`. It was undone."""

    def __init__(self, what: str, most: int) -> None:
        super().__init__(f"at most {most} of {what}")
        self.what, self.most = what, most


@dataclass(frozen=True, slots=True)
class Allowance:
    """How much of each a database may hold; 0 is any number."""

    rosters: int = 0
    battles: int = 0
    simulations: int = 0
    bytes: int = 0

    def measure(self, db: Database) -> Mapping[str, int]:
        """Return how much there is of what is limited."""
        return {name: int(db.execute(QUERIES[name]).fetchone()[0]) for name, most in asdict(self).items() if most}

    def refuse(self, before: Mapping[str, int], db: Database) -> None:
        """Raise `OverAllowance` where there is too much and more than before: who has too much may make it less."""
        for name, now in self.measure(db).items():
            if now > getattr(self, name) and now > before[name]:
                raise OverAllowance(name, getattr(self, name))


NO_LIMITS = Allowance()
