"""The player's collection: how many models of each datasheet are owned, and what an army lacks. It forbids nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from builder.services.errors import Invalid
from builder.services.judging import Judged
from builder.store import Store
from builder.store import collection as rows
from datasheets.problems import Problem
from datasheets.words import Message

MOST_OWNED = 10_000
MOST_AT_ONCE = 1000
LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Need:
    """A datasheet of an army: how many models of it the army has, and how many are owned."""

    name: str
    needed: int
    owned: int

    @property
    def missing(self) -> int:
        """How many models the army has that are not owned."""
        return max(0, self.needed - self.owned)


class Collection:
    """What is owned, by game system and name of the datasheet."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def owned_models(self, system: str) -> Mapping[str, int]:
        """Return how many models of each datasheet of a system are owned, by name."""
        with self._store.reading() as db:
            return rows.owned_models(db, system)

    def put(self, system: str, numbers: Mapping[str, int]) -> Mapping[str, int]:
        """Note how many models are owned of some datasheets, 0 for none; return all that is owned.

        Raises:
            Invalid: a name or a number is none that can be kept.
        """
        problems = [
            Problem(f"/owned/{name[:80]}", text) for name, number in numbers.items() if (text := _wrong(name, number))
        ]
        if len(numbers) > MOST_AT_ONCE:
            problems.append(Problem("/owned", Message("error.owned-at-once", {"most": MOST_AT_ONCE})))
        if problems:
            raise Invalid(tuple(problems))
        with self._store.writing() as db:
            rows.put(db, system, numbers)
            return rows.owned_models(db, system)

    def needs(self, judged: Judged) -> list[Need]:
        """Return the datasheets of an army with how many models it has of each and how many are owned, in its order."""
        needed: Counter[str] = Counter()
        for unit in judged.judgement.units.values():
            needed[unit.effective.name or unit.selection.name] += unit.count
        owned = self.owned_models(judged.system.id)
        return [Need(name, number, owned.get(name, 0)) for name, number in needed.items()]


def _wrong(name: str, number: int) -> str:
    if not (0 < len(name) <= LONGEST_NAME and name.isprintable()):
        return Message("error.name-longest", {"most": LONGEST_NAME})
    return "" if 0 <= number <= MOST_OWNED else Message("error.number-most", {"most": MOST_OWNED})
