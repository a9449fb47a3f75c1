"""The sheet of a roster of 40 units, all printed apart: each layout, read back, verified; the document is the baseline."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bench.rosters import UNITS, judging, large
from bench.timing import Measurement, measured
from datasheets.canonical import digest_of
from exports.sheet.parse_sheet import read_sheet
from exports.sheet.printing import print_sheet
from exports.sheet.setup import Setup
from exports.sheet.verifying import verify

SETUPS = {
    "summary": Setup(layout="summary", merge=False),
    "event sheet": Setup(layout="event", merge=False),
    "full roster": Setup(merge=False),
    "cards, 4 a page": Setup(layout="cards", merge=False),
    "cards, 8 a page": Setup(layout="cards", per_page=8, merge=False),
}


def tables() -> Iterator[tuple[str, list[Measurement]]]:
    """Measure."""
    document = judging().document(judging().judge(large(), fixes=False))
    pdf = print_sheet(document, SETUPS["full roster"])
    yield (
        f"The sheet of {UNITS} units, {len(pdf) // 1024} KiB",
        [
            measured("digest of the document", "sheets/s", lambda: digest_of(document.data)),
            *(measured(name, "sheets/s", partial(print_sheet, document, setup)) for name, setup in SETUPS.items()),
            measured("read back", "sheets/s", lambda: read_sheet(pdf)),
            measured("verified", "sheets/s", lambda: verify(pdf, None)),
        ],
    )
