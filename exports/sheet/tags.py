"""The structure of a sheet for screen readers: what is drawn within an element is marked, all else on a page is decoration.

Flowables draw within `element` and `content`; the canvas keeps the tree, which `structure` writes into the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, NamedTuple

from reportlab.lib.rl_accel import fp_str
from reportlab.pdfgen.canvas import Canvas

from exports.sheet.faces import REGULAR

_STATE = itemgetter(*Canvas.STATE_ATTRIBUTES)
_PAINTS = re.compile(r"(?:^|\s)(?:f\*?|S|s|B\*?|b\*?|Tj|TJ|Do)(?:\s|$)")
_BEGIN, _BEGINS, _END = re.compile(r"/\w+ <</MCID \d.*>> BDC"), " BDC", "EMC"


class Marked(NamedTuple):
    """Marked content: the page on which it stands, from 0, and its number there."""

    page: int
    number: int


class Linked(NamedTuple):
    """A link: the page on which it stands, from 0, and its place among the links of that page."""

    page: int
    place: int


@dataclass
class Element:
    """A structure element. `alternative` is read instead of what it shows, `columns` how many columns a cell goes over."""

    kind: str
    alternative: str = ""
    scope: str = ""
    columns: int = 1
    kids: list[Element | Marked | Linked] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is drawn in it; a cell is a place in its row all the same."""
        return all(isinstance(kid, Element) and kid.is_empty for kid in self.kids)


class TaggedCanvas(Canvas):
    """A canvas that keeps which content belongs to which element."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **{**kwargs, "initialFontName": REGULAR})  # type: ignore[arg-type]
        self._code: list[str]
        self._annotationrefs: list[object]
        self._fontname: str
        self._fontsize: float
        self._leading: float
        self._extgstate: Any
        self._doc: Any
        self.tree = Element("Document")
        self._open = [self.tree]
        self._next = 0
        self._drawn: dict[tuple[object, str, float, float], list[str]] = {}

    @property
    def document(self) -> Any:
        """The file as ReportLab keeps it."""
        return self._doc

    @property
    def current(self) -> Element:
        """The innermost element that is open."""
        return self._open[-1]

    def open(self, element: Element) -> None:
        """Begin an element within the one that is open."""
        self.current.kids.append(element)
        self._open.append(element)

    def close(self) -> None:
        """End the innermost element."""
        self._open.pop()

    def begin_content(self) -> None:
        """Mark what is drawn from now on as content of the element that is open."""
        current = self._open[-1]
        current.kids.append(Marked(self.getPageNumber() - 1, self._next))
        self._code.append(f"/{current.kind} <</MCID {self._next}>> BDC")
        self._next += 1

    def end_content(self) -> None:
        """End what is marked as content."""
        self._code.append(_END)

    def push_state_stack(self) -> None:
        """Keep the state; ReportLab goes through its parts one by one."""
        self.state_stack.append(dict(zip(self.STATE_ATTRIBUTES, _STATE(vars(self)), strict=True)))
        self._extgstate = self._extgstate.pushCopy()

    def find_drawn(self, lines: object) -> list[str] | None:
        """Return the operators with which lines of text were drawn in this file, None where they were not.

        What ReportLab writes of them depends on the face that is set, and on no place.
        """
        return self._drawn.get((lines, self._fontname, self._fontsize, self._leading))

    def draw_once(self, lines: object, draw: Callable[[], None]) -> None:
        """Draw lines of text, with the operators that are known of them if there are some."""
        if known := self.find_drawn(lines):
            self._code += known
        else:
            begun = len(self._code)
            draw()
            self._drawn[lines, self._fontname, self._fontsize, self._leading] = self._code[begun:]

    def draw_again(self, known: Sequence[str], x: float, y: float, kind: str) -> None:
        """Draw text of operators that are known at a place, as marked content."""
        self._code += ("q", f"{fp_str(1, 0, 0, 1, x, y)} cm")
        is_own = self.current.kind not in CELLS
        if is_own:
            self.open(Element(kind))
        self.begin_content()
        self._code += known
        self.end_content()
        if is_own:
            self.close()
        self._code.append("Q")

    def linkRect(self, contents: str, destinationname: str, *args: Any, **kwargs: Any) -> None:  # noqa: N802 (its name)
        """Draw a link, as an element of its own within the one that is open: a reader says the number to which it leads."""
        link = Linked(self.getPageNumber() - 1, len(self._annotationrefs))
        self.current.kids.append(Element("Link", destinationname.rpartition("-")[2], kids=[link]))
        super().linkRect(contents, destinationname, *args, **kwargs)

    def showPage(self) -> None:  # noqa: N802 (ReportLab's name)
        """End a page: what stands in no element is decoration."""
        self._code = _with_artifacts(self._code)
        self._next = 0
        super().showPage()
        page = self.document.Pages.pages[-1]
        if page.stream.isascii():  # else ReportLab goes through it letter by letter
            page.stream = page.stream.encode()


@contextmanager
def element(canvas: Canvas, kind: str, *, alternative: str = "", scope: str = "", columns: int = 1) -> Iterator[None]:
    """Open an element while something is drawn; on a canvas without structure do nothing."""
    if not isinstance(canvas, TaggedCanvas):
        yield
        return
    canvas.open(Element(kind, alternative, scope, columns))
    yield
    canvas.close()


@contextmanager
def content(canvas: Canvas, kind: str = "", *, alternative: str = "") -> Iterator[None]:
    """Mark what is drawn meanwhile as content, of an element of its own if a `kind` is given."""
    if not isinstance(canvas, TaggedCanvas):
        yield
        return
    if kind:
        canvas.open(Element(kind, alternative))
    canvas.begin_content()
    yield
    canvas.end_content()
    if kind:
        canvas.close()


CELLS = ("TD", "TH", "LBody")
"""Elements that hold text without a paragraph of its own."""


def text_content(canvas: Canvas, kind: str) -> AbstractContextManager[None]:
    """Mark the text of a paragraph: as an element of its `kind`, in the cell of a table as the cell's."""
    return content(canvas, "" if isinstance(canvas, TaggedCanvas) and canvas.current.kind in CELLS else kind)


def _with_artifacts(code: list[str]) -> list[str]:
    """Return the operators of a page, what paints outside of marked content within artifacts."""
    made: list[str] = []
    at = 0
    for begin in [place for place, line in enumerate(code) if line.endswith(_BEGINS) and _BEGIN.fullmatch(line)]:
        if begin >= at:
            made += _as_artifact(code[at:begin])
            at = code.index(_END, begin) + 1
            made += code[begin:at]
    return made + _as_artifact(code[at:])


def _as_artifact(lines: list[str]) -> list[str]:
    return ["/Artifact BMC", *lines, _END] if _PAINTS.search("\n".join(lines)) else lines
