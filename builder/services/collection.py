"""The player's collection: how many models of each datasheet are owned, and what an army lacks. It forbids nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate

from builder.rules.army import ArmyUnit
from builder.services.catalogues import Catalogues
from builder.services.errors import Invalid
from builder.services.judging import Judged
from builder.services.unit_sizes import unit_sizes
from builder.store import Store, datasheets
from builder.store import collection as rows
from datasheets.markup import strip_marks
from datasheets.problems import Problem
from datasheets.words import Message

MOST_OWNED = 10_000
MOST_AT_ONCE = 1000
LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Need:
    """A datasheet of an army: how many models each of its units has there, and how many models are owned.

    `is_datasheet`: the data of the game have one of that name. `size`: the models of its smallest unit, 0 where that is
    not known.
    """

    name: str
    sizes: tuple[int, ...]
    owned: int
    is_datasheet: bool = True
    size: int = 0

    @property
    def units_owned(self) -> int:
        """How many units, as small as they may be, what is owned makes."""
        return self.owned // self.size if self.size else 0

    @property
    def models_beside(self) -> int:
        """How many owned models are left beside these units."""
        return self.owned - self.units_owned * self.size

    @property
    def models(self) -> int:
        """How many models of it the army has."""
        return sum(self.sizes)

    @property
    def units(self) -> int:
        """How many units of it the army has."""
        return len(self.sizes)

    @property
    def buildable(self) -> int:
        """How many of these units can be built of what is owned, the smallest first."""
        return sum(all_before <= self.owned for all_before in accumulate(sorted(self.sizes)))

    @property
    def missing(self) -> int:
        """How many models the army has that are not owned."""
        return max(0, self.models - self.owned)


class Collection:
    """What is owned, by game system and name of the datasheet."""

    def __init__(self, store: Store, catalogues: Catalogues) -> None:
        self._store, self._catalogues = store, catalogues

    def owned_models(self, system: str) -> Mapping[str, int]:
        """Return how many models of each datasheet of a system are owned, by name."""
        with self._store.reading() as db:
            return rows.owned_models(db, system)

    def unit_sizes(self, system: str, names: Iterable[str]) -> Mapping[str, int]:
        """Return how many models the smallest unit of each datasheet has, by name, where the data say."""
        return unit_sizes(self._store, self._catalogues, system, frozenset(names))

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
        sizes: dict[str, list[int]] = {}
        for unit in judged.judgement.units.values():
            sizes.setdefault(_datasheet(unit), []).append(unit.count)
        owned = self.owned_models(judged.system.id)
        return [Need(name, tuple(each), owned.get(name, 0)) for name, each in sizes.items()]

    def lacking(self, judged: Judged) -> int:
        """Return how many models an army has that are not owned; 0 where nobody keeps count of what is owned of its game."""
        return sum(each.missing for each in self.needs(judged)) if self.owned_models(judged.system.id) else 0

    def models_left(self, judged: Judged) -> dict[str, int]:
        """Return how many owned models of each datasheet an army leaves to build more of, 0 at least; by name."""
        used: Counter[str] = Counter()
        for unit in judged.judgement.units.values():
            used[_datasheet(unit)] += unit.count
        return {name: max(0, number - used[name]) for name, number in self.owned_models(judged.system.id).items()}

    def datasheet_names(self, system: str) -> list[str]:
        """Return what the datasheets of a system are called."""
        with self._store.reading() as db:
            return list(dict.fromkeys(strip_marks(name) for name in datasheets.names(db, system)))

    def known_as(self, system: str, name: str) -> str:
        """Return how the data write the name of a datasheet; "" where they have datasheets, and none of that name."""
        names = self.datasheet_names(system)
        return next((each for each in names if each.casefold() == name.casefold()), "" if names else name)


def _datasheet(unit: ArmyUnit) -> str:
    return strip_marks(unit.effective.name or unit.selection.name)


def _wrong(name: str, number: int) -> str:
    if not (0 < len(name) <= LONGEST_NAME and name.isprintable()):
        return Message("error.name-longest", {"most": LONGEST_NAME})
    return "" if 0 <= number <= MOST_OWNED else Message("error.number-most", {"most": MOST_OWNED})
