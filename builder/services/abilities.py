"""How much of the ability texts of a system's catalogues is understood, bundled and imported ones alike."""

from __future__ import annotations

from dataclasses import dataclass

from builder.services import systems
from builder.services.catalogues import Catalogues
from datasheets.effects.recognition.counting import Text, count
from datasheets.model import Source


@dataclass(frozen=True, slots=True)
class Counted:
    """What was counted: ability texts, and in how many data files."""

    files: int
    texts: tuple[Text, ...]


class Abilities:
    """Counts ability texts."""

    def __init__(self, catalogues: Catalogues) -> None:
        self._catalogues = catalogues

    def count(self, id: str) -> Counted:
        """Return every ability text of the newest catalogues of a system and of what they link, each file once.

        Raises:
            NotFound: there is no such system.
        """
        rules, files, start = systems.system(id), dict[tuple[str, str], Source](), 0
        while True:
            page = self._catalogues.page(system=id, start=start)
            for row in page.items:
                for source in self._catalogues.closure(row.id).sources:
                    files.setdefault((source.id, source.digest), source)
            if page.next is None:
                return Counted(len(files), tuple(count(list(files.values()), rules)))
            start = page.next
