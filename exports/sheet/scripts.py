"""Scripts beyond Latin, Greek and Cyrillic: the face of each, and the order of what is written from right to left."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import arabic_reshaper  # type: ignore[import-untyped]
from bidi import get_display  # type: ignore[import-untyped]

_NOTO, _CJK = "manimgx_fonts", "paperang_p2_fonts_cjk"
RIGHT_TO_LEFT = ((0x0590, 0x08FF), (0xFB1D, 0xFDFF), (0xFE70, 0xFEFF))


class Script(NamedTuple):
    """A face with the ranges of letters that it draws."""

    name: str
    package: str
    path: str
    ranges: tuple[tuple[int, int], ...]


SCRIPTS = (
    Script("Sheet-Hebrew", _NOTO, "NotoSansHebrew[wght].ttf", ((0x0590, 0x05FF), (0xFB1D, 0xFB4F))),
    Script("Sheet-Arabic", _NOTO, "NotoSansArabic[wght].ttf", ((0x0600, 0x08FF), (0xFB50, 0xFDFF), (0xFE70, 0xFEFF))),
    Script("Sheet-Armenian", _NOTO, "NotoSansArmenian[wght].ttf", ((0x0530, 0x058F),)),
    Script("Sheet-Georgian", _NOTO, "NotoSansGeorgian[wght].ttf", ((0x10A0, 0x10FF), (0x1C90, 0x1CBF))),
    Script("Sheet-Thai", _NOTO, "NotoSansThai[wght].ttf", ((0x0E00, 0x0E7F),)),
    Script(
        "Sheet-CJK", _CJK, "fonts/wqy-microhei.ttc", ((0x2E80, 0x9FFF), (0xAC00, 0xD7A3), (0xF900, 0xFAFF), (0xFF00, 0xFFEF))
    ),
    Script("Sheet-Emoji", _NOTO, "NotoEmoji[wght].ttf", ((0x2190, 0x2BFF), (0x1F000, 0x1FAFF))),
)
"""Scripts whose letters stand beside one another as they are; those of India need more, and their letters are reported."""


def script_of(letter: str) -> Script | None:
    """Return the script of a letter, None where no face is for it."""
    code = ord(letter)
    return next((one for one in SCRIPTS if any(first <= code <= last for first, last in one.ranges)), None)


def is_reordered(text: str) -> bool:
    """Say whether some of a text is written from right to left."""
    return any(map(_is_from_right, text))


def _is_from_right(letter: str) -> bool:
    return any(first <= ord(letter) <= last for first, last in RIGHT_TO_LEFT)


@lru_cache(maxsize=4096)
def reorder(text: str) -> str:
    """Return a line of text in the order in which it is drawn from the left, Arabic letters in the forms that join.

    Blanks at its ends stay there, and what is mostly written from the left goes on so behind a name that is not.
    """
    inner = text.strip(" ")
    before, _, after = text.partition(inner)
    from_right = sum(map(_is_from_right, inner))
    direction = "L" if sum(map(str.isalpha, inner)) > 2 * from_right else None
    return f"{before}{get_display(arabic_reshaper.reshape(inner), base_dir=direction)}{after}"
