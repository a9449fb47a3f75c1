"""The structure of a sheet in its file: the tree of elements, and which content of a page belongs to which."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from pikepdf import Array, Dictionary, Name, Object, Pdf, String

from exports.sheet.tags import Element, Linked, Marked

RAISED = {"H2": "H1", "H3": "H2"}
"""What headings are called in a file that has no title: the first one is of the first level."""


def write_structure(pdf: Pdf, tree: Element) -> None:
    """Put the structure tree into a PDF whose pages hold the content and the links that the tree names."""
    root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
    structure = _Structure(pdf, {} if _has_title(tree) else RAISED)
    root.K = structure.write(tree, root)
    root.ParentTree = pdf.make_indirect(Dictionary(Nums=structure.parents()))
    root.ParentTreeNextKey = len(structure.pages) + len(structure.links)
    pdf.Root.StructTreeRoot = root
    pdf.Root.MarkInfo = Dictionary(Marked=True)


class _Structure:
    """Elements as objects of a file, some with other `names`.

    `marked` says for each page whose each content is, `links` are the elements of links.
    """

    def __init__(self, pdf: Pdf, names: Mapping[str, str]) -> None:
        self.pdf, self.names = pdf, names
        self.pages: list[Any] = [page.obj for page in pdf.pages]
        self.marked: defaultdict[int, dict[int, Object]] = defaultdict(dict)
        self.links: list[Object] = []

    def write(self, element: Element, parent: Object) -> Object:
        """Return an element with all that is in it."""
        kind = self.names.get(element.kind, element.kind)
        made = self.pdf.make_indirect(Dictionary(S=Name(f"/{kind}"), P=parent))
        if element.alternative:
            made.Alt = String(element.alternative)
        if attributes := _attributes(element):
            made.A = attributes
        first = next((kid.page for kid in element.kids if isinstance(kid, Marked)), None)
        if first is not None:
            made.Pg = self.pages[first]
        kids: list[Any] = []
        for kid in element.kids:
            if isinstance(kid, Marked):
                self.marked[kid.page][kid.number] = made
                elsewhere = Dictionary(Type=Name.MCR, Pg=self.pages[kid.page], MCID=kid.number)
                kids.append(kid.number if kid.page == first else elsewhere)
            elif isinstance(kid, Linked):
                kids.append(self._link(kid, made))
            elif not kid.is_empty or kid.kind in ("TD", "TH"):
                kids.append(self.write(kid, made))
        if kids:
            made.K = kids[0] if len(kids) == 1 else Array(kids)
        return made

    def parents(self) -> Array:
        """Return for each page whose each content is, then for each link its element; pages and links get their numbers."""
        numbers = Array()
        for place, page in enumerate(self.pages):
            page.StructParents = place
            page.Tabs = Name.S
            found = self.marked[place]
            numbers.append(place)
            numbers.append(self.pdf.make_indirect(Array([found[number] for number in range(len(found))])))
        for place, link in enumerate(self.links, len(self.pages)):
            link.K.Obj.StructParent = place
            numbers.append(place)
            numbers.append(link)
        return numbers

    def _link(self, link: Linked, element: Object) -> Dictionary:
        """Return what names a link in its element."""
        self.links.append(element)
        page = self.pages[link.page]
        return Dictionary(Type=Name.OBJR, Pg=page, Obj=page.Annots[link.place])


def _has_title(element: Element) -> bool:
    return element.kind == "H1" or any(_has_title(kid) for kid in element.kids if isinstance(kid, Element))


def _attributes(element: Element) -> Dictionary | None:
    if element.kind not in ("TD", "TH"):
        return None
    made = Dictionary(O=Name.Table)
    if element.scope:
        made.Scope = Name(f"/{element.scope}")
    if element.columns > 1:
        made.ColSpan = element.columns
    return made if len(made) > 1 else None
