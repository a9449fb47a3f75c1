"""The structure of a sheet in its file: the tree of elements, and which content of a page belongs to which.

Its thousands of small objects are written as text behind the pages, which takes a fraction of making them one by one.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator, Mapping, Sequence

from pikepdf import AccessMode, Dictionary, Name, Pdf, String

from exports.sheet.tags import Element, Linked, Marked

CELLS = ("TD", "TH")
RAISED = {"H2": "H1", "H3": "H2"}
"""What headings are called in a file that has no title: the first one is of the first level."""
LONGEST_END = 2000
"""How many bytes ReportLab takes at most to say what a file is, at its end."""


def open_with_structure(file: bytes, tree: Element) -> Pdf:
    """Return the file that ReportLab made with the structure of what its pages draw and link, as the tree says it."""
    pages = Pdf.open(io.BytesIO(file)).pages
    links = [[link.objgen[0] for link in page.obj.get("/Annots", ())] for page in pages]
    said, _, rest = file[-LONGEST_END:].rpartition(b"trailer\n<<")[2].partition(b"/Size ")
    size, *_, before, _ = rest.split()
    structure = _Structure(int(size), [page.obj.objgen[0] for page in pages], links, tree)
    pdf = _open(file + structure.ending(len(file), said, int(before)))
    structure.name_owners(pdf)
    pdf.Root.StructTreeRoot = pdf.get_object(structure.root, 0)
    pdf.Root.MarkInfo = Dictionary(Marked=True)
    return pdf


def _open(file: bytes) -> Pdf:
    """Open a file from memory, where that can be without asking Python for each object: that takes half the time."""
    if not hasattr(os, "memfd_create"):
        return Pdf.open(io.BytesIO(file))
    with os.fdopen(os.memfd_create("sheet"), "w+b") as kept:
        kept.write(file)
        kept.seek(0)
        return Pdf.open(kept, access_mode=AccessMode.mmap)


class _Structure:
    """Elements as objects of a file, whose numbers begin with `root`.

    `pages` and `links` are the numbers of the pages and of the links of each; `marked` says for each page whose each content
    is, `linked` which link each of some elements has.
    """

    def __init__(self, root: int, pages: Sequence[int], links: Sequence[Sequence[int]], tree: Element) -> None:
        self.root, self.pages, self.links = root, pages, links
        self.names: Mapping[str, str] = {} if _has_title(tree) else RAISED
        self.marked: list[dict[int, int]] = [{} for _ in pages]
        self.linked: list[tuple[int, int]] = []
        self.texts = [""]
        first = self.write(tree, root)
        parents = self._add(f"<</Nums[{' '.join(self._parents())}]>>")
        next_key = len(self.pages) + len(self.linked)
        self.texts[0] = f"<</Type/StructTreeRoot/K {first} 0 R/ParentTree {parents} 0 R/ParentTreeNextKey {next_key}>>"

    def _add(self, text: str) -> int:
        """Add an object and return its number."""
        self.texts.append(text)
        return self.root + len(self.texts) - 1

    def write(self, element: Element, parent: int) -> int:
        """Write an element with all that is in it, and return its number."""
        if len(element.kids) == 1 and isinstance(text := element.kids[0], Marked) and not element.alternative:
            return self._write_text(element, text, parent)
        number = self._add("")
        first = next((kid.page for kid in element.kids if isinstance(kid, Marked)), -1)
        kids = list(self._kids(element, number, first))
        self.texts[number - self.root] = "".join((
            f"<</S/{self.names.get(element.kind, element.kind)}/P {parent} 0 R{_attributes(element)}",
            f"/Alt {String(element.alternative).unparse().decode('latin-1')}" if element.alternative else "",
            f"/Pg {self.pages[first]} 0 R" if first >= 0 else "",
            f"/K {kids[0]}>>" if len(kids) == 1 else f"/K[{' '.join(kids)}]>>" if kids else ">>",
        ))  # fmt: skip
        return number

    def _write_text(self, element: Element, text: Marked, parent: int) -> int:
        """Write an element that holds one text, as most do, and return its number."""
        kind = self.names.get(element.kind, element.kind)
        begin = f"<</S/{kind}/P {parent} 0 R{_attributes(element)}"
        number = self._add(f"{begin}/Pg {self.pages[text.page]} 0 R/K {text.number}>>")
        self.marked[text.page][text.number] = number
        return number

    def _kids(self, element: Element, number: int, first: int) -> Iterator[str]:
        """Yield what is in an element, of which the first content stands on that page."""
        for kid in element.kids:
            if isinstance(kid, Marked):
                self.marked[kid.page][kid.number] = number
                elsewhere = kid.page != first
                yield f"<</Type/MCR/Pg {self.pages[kid.page]} 0 R/MCID {kid.number}>>" if elsewhere else str(kid.number)
            elif isinstance(kid, Linked):
                link = self.links[kid.page][kid.place]
                self.linked.append((link, number))
                yield f"<</Type/OBJR/Pg {self.pages[kid.page]} 0 R/Obj {link} 0 R>>"
            elif not kid.is_empty or kid.kind in CELLS:
                yield f"{self.write(kid, number)} 0 R"

    def _parents(self) -> Iterator[str]:
        """Yield for each page whose each content is, then for each link its element, with their numbers."""
        for place, found in enumerate(self.marked):
            owners = self._add(f"[{' '.join(f'{found[number]} 0 R' for number in range(len(found)))}]")
            yield f"{place} {owners} 0 R"
        for place, (_, element) in enumerate(self.linked, len(self.pages)):
            yield f"{place} {element} 0 R"

    def name_owners(self, pdf: Pdf) -> None:
        """Say of each page and link under which number its elements are found."""
        for place, number in enumerate([*self.pages, *(link for link, _ in self.linked)]):
            named = pdf.get_object(number, 0)
            if place < len(self.pages):
                named.StructParents, named.Tabs = place, Name.S
            else:
                named.StructParent = place

    def ending(self, begin: int, said: bytes, before: int) -> bytes:
        """Return the objects as they follow a file that is so long, whose own table of objects stands `before`."""
        parts, places = [b""], []
        for number, text in enumerate(self.texts, self.root):
            places.append(begin)
            parts.append(f"{number} 0 obj{text}endobj\n".encode("latin-1"))
            begin += len(parts[-1])
        table = "".join(f"{place:010} 00000 n \n" for place in places)
        size = self.root + len(places)
        parts += [f"xref\n{self.root} {len(places)}\n{table}trailer\n<<".encode(), said]
        parts.append(f"/Size {size}/Prev {before}>>\nstartxref\n{begin}\n%%EOF\n".encode())
        return b"".join(parts)


def _has_title(element: Element) -> bool:
    return element.kind == "H1" or any(_has_title(kid) for kid in element.kids if isinstance(kid, Element))


def _attributes(element: Element) -> str:
    if element.kind not in CELLS or not (element.scope or element.columns > 1):
        return ""
    scope = f"/Scope/{element.scope}" if element.scope else ""
    columns = f"/ColSpan {element.columns}" if element.columns > 1 else ""
    return f"/A<</O/Table{scope}{columns}>>"
