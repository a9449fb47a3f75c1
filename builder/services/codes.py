"""Which roster a check code on paper is of: searched among all rosters, as they stand and as they ever stood.

The code of a step is worked out when somebody asks for one, and kept. A search takes a few seconds at most and says how much
is left; asked again, it goes on.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import builder
from builder.operations.roster_json import roster_from_json
from builder.services.errors import Invalid
from builder.services.judging import Judging
from builder.store import Store, step_codes
from builder.store import rosters as rows
from builder.store.step_codes import CodeRow
from datasheets.evaluation.tree import Roster
from datasheets.problems import Problem
from exports.document import check_code, read_code

SECONDS = 4.0
AT_ONCE = 20


@dataclass(frozen=True, slots=True)
class CodeSearch:
    """What was found. `searched` states of rosters were looked at, `left` were not yet; more may be found among these."""

    code: str
    found: tuple[CodeRow, ...]
    searched: int
    left: int


class Codes:
    """Finds rosters by the codes on paper."""

    def __init__(self, store: Store, judging: Judging) -> None:
        self._store = store
        self._judging = judging

    def find(self, text: str, seconds: float = SECONDS) -> CodeSearch:
        """Return the rosters that have, or once had, this check code or digest; searches until one is found.

        Raises:
            Invalid: the text is neither a check code nor a digest; the message says if it is a slip of the pen.
        """
        try:
            wanted = read_code(text)
        except ValueError as error:
            raise Invalid((Problem("?code", str(error)),)) from error
        digest = wanted if wanted.startswith("sha256:") else ""
        code = check_code(digest) if digest else wanted
        until = time.monotonic() + seconds
        while True:
            search = self._search(code, digest)
            if search.found or not search.left or time.monotonic() >= until:
                return search
            self._work_out(until)

    def _search(self, code: str, digest: str) -> CodeSearch:
        with self._store.reading() as db:
            found = step_codes.find_steps(db, code, digest, builder.__version__)
            known, steps = step_codes.counts(db, builder.__version__)
        return CodeSearch(code, tuple(found), known, max(steps - known, 0))

    def _work_out(self, until: float) -> None:
        """Work out the codes of some steps; at least of one."""
        with self._store.reading() as db:
            missing = step_codes.steps_to_code(db, builder.__version__, AT_ONCE)
        made = []
        for roster, step in missing:
            made.append((roster, step, self._digest(roster, step)))
            if time.monotonic() >= until:
                break
        with self._store.writing() as db:
            for roster, step, digest in made:
                step_codes.put(db, roster, step, digest, check_code(digest) if digest else "", builder.__version__)

    def _digest(self, roster: str, step: int) -> str:
        """Return the digest of the army of a step, "" where it is gone or no longer makes one."""
        with self._store.reading() as db:
            tree = rows.tree(db, roster, step)
        if tree is None:
            return ""
        try:
            read: Roster = roster_from_json(tree)
            return self._judging.document(self._judging.judge(read, fixes=False)).digest
        except (ValueError, LookupError):  # a tree of another Muster, or of data that are gone: no paper is of it
            return ""
