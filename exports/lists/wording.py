"""Text that players wrote in other programs, as a roster can have it: composed, without letters that make it misread."""

from __future__ import annotations

import re
import unicodedata

from datasheets.fields import misleading_letters

BREAKS = re.compile(r"[\t\r\n\v\f\x85\u2028\u2029]+")


def one_line(text: str) -> str:
    """Return a text on one line; invisible letters and those that turn others round are left out."""
    return re.sub(f"[{misleading_letters(False)}]", "", BREAKS.sub(" ", unicodedata.normalize("NFC", text)))


def prose(text: str) -> str:
    """Return a text on several lines, without blanks at their ends and the same letters left out."""
    lines = unicodedata.normalize("NFC", text).splitlines()
    return re.sub(f"[{misleading_letters(True)}]", "", "\n".join(line.replace("\t", " ").rstrip() for line in lines)).strip(
        "\n"
    )
