"""The sheet of a roster of 40 units, all printed apart: each layout, read back, verified; the document is the baseline."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bench.rosters import UNITS, large, make_judging
from bench.timing import Measurement, measure
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
    document = make_judging().document(make_judging().judge(large(), fixes=False))
    pdf = print_sheet(document, SETUPS["full roster"])
    yield (
        f"The sheet of {UNITS} units, {len(pdf) // 1024} KiB",
        [
            measure("digest of the document", "sheets/s", lambda: digest_of(document.data)),
            *(measure(name, "sheets/s", partial(print_sheet, document, setup)) for name, setup in SETUPS.items()),
            measure("read back", "sheets/s", lambda: read_sheet(pdf)),
            measure("verified", "sheets/s", lambda: verify(pdf, None)),
        ],
    )
