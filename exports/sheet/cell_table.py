"""Tables of ReportLab, without what they do again for every table: styles of cells are made once for tables alike.

Most cells are one text, which is measured and drawn without what ReportLab does for others.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple

from reportlab.platypus import Table, TableStyle
from reportlab.platypus.tables import _ExpandedCellTuple  # type: ignore[attr-defined]

from exports.sheet import faces
from exports.sheet.text import Text

MOST_PATTERNS, MOST_CELLS = 512, 120
"""How many patterns of styles are kept, and of how many cells at most."""
COMMANDS = ("_bkgrndcmds", "_linecmds", "_spanCmds", "_nosplitCmds", "_srflcmds", "_sircmds")
"""Where ReportLab keeps the commands of a style that are about more than one cell."""
_FACE = attrgetter("color", "fontname", "fontsize", "leading")
FACE_OF_FILE = ("FONTNAME", (0, 0), (-1, -1), faces.REGULAR)
"""Without it each table names a face that no file holds."""


class Pattern(NamedTuple):
    """What the commands of a style come to: styles of cells, which nobody changes, and lists of commands."""

    cells: list[list[Any]]
    commands: dict[str, list[Any]]


class Cells(Table):
    """Cells beside and below one another that are no table to who only hears them."""

    def __init__(self, data: Sequence[list[Any]], *, style: Sequence[Any] | TableStyle = (), **kwargs: Any) -> None:
        if "cellStyles" in kwargs:  # a part of a table that was cut
            super().__init__(data, **kwargs)
            return
        rows, columns = len(data), max(map(len, data), default=0)
        make = _kept_pattern if rows * columns <= MOST_CELLS else _pattern
        commands = style.getCommands() if isinstance(style, TableStyle) else style
        pattern = make(rows, columns, tuple(commands))
        super().__init__(data, cellStyles=pattern.cells, **kwargs)
        for name, known in pattern.commands.items():
            setattr(self, name, list(known))

    def _cellListProcess(self, v: Any, aW: float, aH: float | None) -> Any:  # noqa: N802, N803 (ReportLab's names)
        return _ExpandedCellTuple((v,)) if isinstance(v, Text) else super()._cellListProcess(v, aW, aH)  # type: ignore[misc]

    def _listCellGeom(  # noqa: N802 (ReportLab's name)
        self,
        V: Any,  # noqa: N803
        w: float,
        s: Any,
        W: list[float] | None = None,  # noqa: N803
        H: list[float] | None = None,  # noqa: N803
        aH: float = 72000,  # noqa: N803
    ) -> tuple[float, float]:
        """Return the size of what a cell holds."""
        room = w - s.leftPadding - s.rightPadding
        if len(V) != 1 or not isinstance(V[0], Text) or room < 0:
            return super()._listCellGeom(V, w, s, W, H, aH)  # type: ignore[misc,no-any-return]
        text = V[0]
        wide, high = text.wrap(room, aH - s.topPadding - s.bottomPadding)
        if W is not None:
            W.append(wide)
        if H is not None:
            H.append(high)
        before, after = text.getSpaceBefore(), text.getSpaceAfter()
        return wide, (high + after + before) - before - after

    def _drawCell(self, cellval: Any, cellstyle: Any, pos: tuple[float, float], size: tuple[float, float]) -> None:  # noqa: N802
        """Draw a cell; one text at the left, above or below, as most are, without what ReportLab does for others."""
        text = cellval[0] if isinstance(cellval, tuple | list) and len(cellval) == 1 else None
        before, self._curcellstyle = self._curcellstyle, cellstyle  # type: ignore[has-type]
        if before is None or not isinstance(text, Text) or text.spaceBefore or not _is_usual(before, cellstyle):
            self._curcellstyle = before
            super()._drawCell(cellval, cellstyle, pos, size)  # type: ignore[misc]
            return
        room = size[0] - cellstyle.leftPadding - cellstyle.rightPadding
        _, height = text.wrap(room, size[1] - cellstyle.topPadding - cellstyle.bottomPadding)
        x = pos[0] + cellstyle.leftPadding
        if cellstyle.valign == "TOP":
            text.drawOn(self.canv, x, pos[1] + size[1] - cellstyle.topPadding - height)
        else:
            text.drawOn(self.canv, x, pos[1] + cellstyle.bottomPadding + height - height)


def _is_usual(before: Any, style: Any) -> bool:
    """Whether a cell begins at the left, above or below, in the face of the one before."""
    return style.alignment == "LEFT" and style.valign in ("TOP", "BOTTOM") and _FACE(before) == _FACE(style)


def _pattern(rows: int, columns: int, style: tuple[Any, ...]) -> Pattern:
    """Return what a style comes to in a table of so many rows and columns."""
    made: Any = Table([[""] * columns for _ in range(rows)], style=[*style, FACE_OF_FILE])
    return Pattern(made._cellStyles, {name: getattr(made, name) for name in COMMANDS})


_kept_pattern = lru_cache(MOST_PATTERNS)(_pattern)
