"""Tables and progress bars on a terminal, drawn by rich; elsewhere text is plain (`builder.cli.output`).

rich takes long to load: it is imported where something is drawn.
"""

from __future__ import annotations

import io
import shutil
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


def draws_tables() -> bool:
    """Tell whether answers go to a terminal."""
    return sys.stdout.isatty()


def drawn_table(rows: Sequence[Sequence[str]], right: Sequence[bool]) -> list[str]:
    """Return the lines of a table that fits the terminal; its first row are the heads, `right` are columns of numbers."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    for at, (head, side) in enumerate(zip(rows[0], right, strict=True)):
        table.add_column(Text(head), justify="right" if side else "left", no_wrap=at == 0 or side, overflow="fold")
    for row in rows[1:]:
        table.add_row(*map(Text, row))
    width = shutil.get_terminal_size().columns
    console = Console(file=io.StringIO(), force_terminal=True, width=width, highlight=False)
    with console.capture() as lines:
        console.print(table)
    return lines.get().strip("\n").split("\n")


class Bar:
    """How far something is, on standard error: a bar on a terminal, which `end` takes away; nothing elsewhere."""

    def __init__(self) -> None:
        self.is_drawn = sys.stderr.isatty()
        self._progress: Progress | None = None
        self._task: TaskID | None = None

    def show(self, sentence: str, done: float, total: float | None) -> None:
        """Show what is being done; `total` is None where nobody knows how much there is."""
        if not self.is_drawn:
            return
        if self._progress is None:
            self._progress = _progress()
            self._task = self._progress.add_task(sentence, total=total)
            self._progress.start()
        if self._task is not None:
            self._progress.update(self._task, description=sentence, completed=done, total=total)

    def end(self) -> None:
        """Take it away."""
        if self._progress is not None:
            self._progress.stop()
            self._progress = self._task = None


def _progress() -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = BarColumn(bar_width=20), TextColumn("{task.description}", markup=False), TimeRemainingColumn(compact=True)
    return Progress(*columns, console=Console(stderr=True), transient=True)
