"""Faces as a PDF needs them: outlines and widths, without the programs that fit letters to the pixels of old screens.

These programs take half the room of a face, and no printer and hardly a screen runs them.
"""

from __future__ import annotations

import struct
from itertools import pairwise

from reportlab.pdfbase.ttfonts import TTFontMaker

KEPT = (b"head", b"hhea", b"hmtx", b"maxp", b"cmap")
"""Tables that stay as they are, beside outlines and where each begins."""
DIRECTORY, ENTRY = 12, 16
SHORT_OFFSETS, FORMAT_AT = 0x10000, slice(50, 52)
ON_MANY_POINTS = 10
MORE, WORDS, SCALE, TWO_SCALES, MATRIX, INSTRUCTED = 0x20, 0x01, 0x08, 0x40, 0x80, 0x100


def without_hints(font: bytes) -> bytes:
    """Return a TrueType face without hints, names and other things that a PDF does not use."""
    tables = dict(_tables(font))
    offsets = _offsets(tables)
    outlines, places = bytearray(), [0]
    for first, last in pairwise(offsets):
        outlines += _glyph(tables[b"glyf"][first:last])
        outlines += bytes(-len(outlines) % 4)
        places.append(len(outlines))
    made = TTFontMaker()
    for tag in KEPT:
        made.add(tag.decode(), tables[tag])
    head = bytearray(tables[b"head"])
    short = len(outlines) < 2 * SHORT_OFFSETS
    head[FORMAT_AT] = struct.pack(">h", 0 if short else 1)
    made.tables["head"] = bytes(head)
    made.add("glyf", bytes(outlines))
    packed = [place // 2 for place in places] if short else places
    made.add("loca", struct.pack(f">{len(packed)}{'H' if short else 'L'}", *packed))
    return bytes(made.makeStream())


def _tables(font: bytes) -> list[tuple[bytes, bytes]]:
    count = struct.unpack_from(">H", font, 4)[0]
    entries = (struct.unpack_from(">4sLLL", font, DIRECTORY + place * ENTRY) for place in range(count))
    return [(tag, font[at : at + length]) for tag, _, at, length in entries]


def _offsets(tables: dict[bytes, bytes]) -> list[int]:
    """Return where each outline begins, and where the last one ends."""
    loca = tables[b"loca"]
    if struct.unpack(">h", tables[b"head"][FORMAT_AT])[0]:
        return list(struct.unpack(f">{len(loca) // 4}L", loca))
    return [2 * place for place in struct.unpack(f">{len(loca) // 2}H", loca)]


def _glyph(outline: bytes) -> bytes:
    """Return an outline without its program."""
    if not outline:
        return outline
    contours = struct.unpack_from(">h", outline)[0]
    if contours < 0:
        return _composite(outline)
    at = ON_MANY_POINTS + 2 * contours
    length = struct.unpack_from(">H", outline, at)[0]
    return outline[:at] + b"\0\0" + outline[at + 2 + length :]


def _composite(outline: bytes) -> bytes:
    made, at, flags = bytearray(outline), ON_MANY_POINTS, MORE
    while flags & MORE:
        flags = struct.unpack_from(">H", outline, at)[0]
        struct.pack_into(">H", made, at, flags & ~INSTRUCTED)
        at += 4 + (4 if flags & WORDS else 2)
        at += 2 if flags & SCALE else 4 if flags & TWO_SCALES else 8 if flags & MATRIX else 0
    return bytes(made[:at])
