"""Game data loaded from known places while the pages go on: what is being done, how far it is, and what came in.

A loading is a thread of this process, one at a time; it is kept in memory until the process ends. Nothing is lost with it:
an import happens whole or not at all, and can be begun again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from threading import Lock, Thread

from builder.importing.archives import Named, Unpacker
from builder.services.errors import Conflict, Invalid
from builder.services.imports import Imports, split_files
from datasheets.problems import DocumentError, Problem
from datasheets.words import Message

MOST_KEPT = 20
Fetch = Callable[[str, Callable[[str], None]], Iterable[Named]]


@dataclass(slots=True)
class Loading:
    """One loading. `stage` is fetch, read, list or done; `total` 0 where nobody knows how many files there are."""

    source: str
    name: str
    began: float = field(default_factory=time.monotonic)
    ended: float | None = None
    stage: str = "fetch"
    file: str = ""
    done: int = 0
    total: int = 0
    catalogues: int = 0
    datasheets: int = 0
    problems: tuple[Problem, ...] = ()

    @property
    def seconds(self) -> float:
        """How long it took, or has taken so far."""
        return (self.ended or time.monotonic()) - self.began

    @property
    def is_over(self) -> bool:
        """Whether it ended, well or not."""
        return self.ended is not None

    @property
    def share(self) -> float:
        """How much is done, from 0 to 1: fetching a tenth, reading and listing by files."""
        begins, length = {"fetch": (0.0, 0.1), "read": (0.1, 0.45), "list": (0.55, 0.45)}.get(self.stage, (1.0, 0.0))
        return begins + (length * self.done / self.total if self.total else 0.0)


class Loadings:
    """The loadings of this process, by source.

    Args:
        imports: what brings data in.
        fetch: yields the files of an address, and calls its second argument with the name of each before that.
        sizes: returns how many datasheets each catalogue has.
    """

    def __init__(self, imports: Imports, fetch: Fetch, sizes: Callable[[], Mapping[str, int]]) -> None:
        self._imports, self._fetch, self._sizes = imports, fetch, sizes
        self._all: dict[str, Loading] = {}
        self._lock = Lock()

    def start(self, source: str, name: str, address: str) -> Loading:
        """Begin to load an address.

        Raises:
            Conflict: another loading is not over yet.
        """
        with self._lock:
            if any(not each.is_over for each in self._all.values()):
                raise Conflict(Message("error.loading-busy"))
            self._all.pop(source, None)
            for old in list(self._all)[: len(self._all) - MOST_KEPT + 1]:
                del self._all[old]
            made = self._all[source] = Loading(source, name)
        Thread(target=self._run, args=(made, address), daemon=True, name=f"loading {source}").start()
        return made

    def of(self, source: str) -> Loading | None:
        """Return the last loading of a source, None where there was none."""
        return self._all.get(source)

    def every(self) -> list[Loading]:
        """Return all loadings, the last begun last."""
        return list(self._all.values())

    def _run(self, loading: Loading, address: str) -> None:
        try:
            given, data = split_files(Unpacker().unpack(self._files(loading, address)))
            report = self._imports.load(given, data, progress=lambda *step: self._note(loading, *step))
            sizes, ids = self._sizes(), {each.id for each in report.items}
            loading.catalogues, loading.datasheets = len(ids & sizes.keys()), sum(sizes[id] for id in ids & sizes.keys())
        except (Invalid, DocumentError) as error:
            loading.problems = tuple(error.problems[:MOST_KEPT])
        except Exception:
            loading.problems = (Problem("", Message("refused.loading.failed")),)
            raise
        finally:
            loading.stage, loading.ended = "done", time.monotonic()

    def _files(self, loading: Loading, address: str) -> Iterator[Named]:
        def note(name: str) -> None:
            loading.file = name

        yield from self._fetch(address, note)

    @staticmethod
    def _note(loading: Loading, stage: str, file: str, done: int, total: int) -> None:
        loading.stage, loading.file, loading.done, loading.total = stage if stage != "load" else "fetch", file, done, total
