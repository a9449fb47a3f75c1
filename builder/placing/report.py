"""What became of a foreign list: what matched and how, what could not be placed, and its totals beside ours."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from builder.placing import names
from builder.placing.editions import Edition
from exports.lists.listed import ListedArmy, ListedSelection, Unread

How = Literal["id", "segment", "name", "keyword", "none"]


@dataclass(frozen=True, slots=True)
class Match:
    """What became of one selection of the list.

    `uid` is the roster's selection, `entry` what the catalogue calls it, `unit` the name of the unit that it is in.
    `how`: by the whole id, by a part of it, by name, as a keyword or part of what the unit has anyway, or not at all.
    `other_revision`: the catalogue that is here is another revision than the list's. `others`: how many further entries of
    that name fit what the list states just as well, though not the same is wrong with them.
    """

    uid: str
    listed: ListedSelection
    how: How
    unit: str
    entry: str = ""
    other_revision: bool = False
    others: int = 0

    @property
    def is_same_name(self) -> bool:
        """Whether the catalogue has the list's name, or one that means the same."""
        return names.score(self.listed.name, self.entry) in (names.SAME, names.PLURAL)


@dataclass(frozen=True, slots=True)
class ForceMatch:
    """A force's catalogue: what the list names, and what is here. `found` is "" where none is here; revisions, also those of
    the game system, are 0 where they are not said. `library` is the name of the library that the named catalogue has become,
    where what is found is one of those that link to it. `is_guess`: the list does not say it, but has its units."""

    uid: str
    name: str
    catalogue: str
    wanted: str
    revision: int
    found: str
    found_revision: int
    system_revision: int = 0
    found_system_revision: int = 0
    library: str = ""
    is_guess: bool = False

    @property
    def other_catalogue(self) -> bool:
        """Whether the catalogue that is here is another one than the list's, or of another revision."""
        return bool(self.library or (self.found and self.revision and self.found_revision != self.revision))

    @property
    def other_revision(self) -> bool:
        """Whether the catalogue or the game system that is here is of another revision than the list's."""
        other_system = self.system_revision and self.found_system_revision != self.system_revision
        return self.other_catalogue or bool(self.found and other_system)


Why = Literal["unplaced", "revision", "added", "data", "file"]


@dataclass(frozen=True, slots=True)
class Cause:
    """A selection whose cost in the list is not ours, with the reason.

    - unplaced: it is not in the catalogue, so that it costs nothing here
    - revision: the list was made with another revision of the catalogue
    - added: the list does not name it, and every such unit has it
    - data: the catalogue that is here says another value
    - file: the list's own total is not the sum of its entries
    """

    uid: str
    name: str
    stated: Decimal
    ours: Decimal
    why: Why


@dataclass(frozen=True, slots=True)
class Total:
    """A total that the list states, beside ours; `causes` explain the difference, "" as uid where it is the file's own."""

    cost: str
    name: str
    stated: Decimal
    ours: Decimal
    causes: tuple[Cause, ...] = ()

    @property
    def difference(self) -> Decimal:
        """Ours less the stated one."""
        return self.ours - self.stated


@dataclass(frozen=True, slots=True)
class Report:
    """The report on one list; `listed` is the list as it was read, `unstated` what it says was stated and cannot be here.
    `editions` are those that it may be of where it says none, the first was taken."""

    listed: ListedArmy
    forces: tuple[ForceMatch, ...]
    matches: tuple[Match, ...]
    totals: tuple[Total, ...]
    unstated: tuple[Unread, ...] = ()
    editions: tuple[Edition, ...] = ()

    @property
    def unplaced(self) -> tuple[Match, ...]:
        """The selections that the catalogues do not have; they stand in the roster, marked."""
        return tuple(match for match in self.matches if match.how == "none")

    @property
    def read_otherwise(self) -> tuple[Match, ...]:
        """The selections that the catalogue calls otherwise than the list, which matched by name or a part of their id."""
        return tuple(match for match in self.matches if match.how in ("segment", "name") and not match.is_same_name)

    @property
    def open(self) -> tuple[Match, ...]:
        """The selections of which the list leaves open which of several entries of one name they are."""
        return tuple(match for match in self.matches if match.others)

    @property
    def unread(self) -> tuple[Unread, ...]:
        """The lines of a text that could not be read, or say what cannot be stated here."""
        return (*self.listed.unread, *self.unstated)

    def count(self, how: How) -> int:
        """Return how many selections matched in one way."""
        return sum(match.how == how for match in self.matches)
