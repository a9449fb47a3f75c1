"""The structure of a sheet in its file: the tree of elements, and which content of a page belongs to which."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from pikepdf import Array, Dictionary, Name, Object, Pdf, String

from exports.sheet.tags import Element, Marked


def write_structure(pdf: Pdf, tree: Element) -> None:
    """Put the structure tree into a PDF whose pages hold the content that the tree names."""
    pages = [page.obj for page in pdf.pages]
    parents: defaultdict[int, dict[int, Object]] = defaultdict(dict)
    root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
    root.K = _write(pdf, tree, root, pages, parents)
    numbers = Array()
    for place, page in enumerate(pages):
        page.StructParents = place
        page.Tabs = Name.S
        found = parents[place]
        numbers.append(place)
        numbers.append(pdf.make_indirect(Array([found[number] for number in range(len(found))])))
    root.ParentTree = pdf.make_indirect(Dictionary(Nums=numbers))
    root.ParentTreeNextKey = len(pages)
    pdf.Root.StructTreeRoot = root
    pdf.Root.MarkInfo = Dictionary(Marked=True)


def _write(
    pdf: Pdf, element: Element, parent: Object, pages: list[Any], parents: defaultdict[int, dict[int, Object]]
) -> Object:
    """Return an element with all that is in it, as objects of the file."""
    made = pdf.make_indirect(Dictionary(S=Name(f"/{element.kind}"), P=parent))
    if element.alternative:
        made.Alt = String(element.alternative)
    if attributes := _attributes(element):
        made.A = attributes
    first = next((kid.page for kid in element.kids if isinstance(kid, Marked)), None)
    if first is not None:
        made.Pg = pages[first]
    kids: list[Any] = []
    for kid in element.kids:
        if isinstance(kid, Marked):
            parents[kid.page][kid.number] = made
            elsewhere = Dictionary(Type=Name.MCR, Pg=pages[kid.page], MCID=kid.number)
            kids.append(kid.number if kid.page == first else elsewhere)
        elif not kid.is_empty or kid.kind in ("TD", "TH"):
            kids.append(_write(pdf, kid, made, pages, parents))
    if kids:
        made.K = kids[0] if len(kids) == 1 else Array(kids)
    return made


def _attributes(element: Element) -> Dictionary | None:
    if element.kind not in ("TD", "TH"):
        return None
    made = Dictionary(O=Name.Table)
    if element.scope:
        made.Scope = Name(f"/{element.scope}")
    if element.columns > 1:
        made.ColSpan = element.columns
    return made if len(made) > 1 else None
