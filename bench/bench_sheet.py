"""The sheet of a roster of 40 units: printed, read back, verified; the canonical document is the baseline."""

from __future__ import annotations

from collections.abc import Iterator

from bench.rosters import UNITS, judging, large
from bench.timing import Row, measured
from datasheets.canonical import digest_of
from exports.sheet.printing import print_sheet
from exports.sheet.reading import read_sheet
from exports.sheet.verifying import verify


def tables() -> Iterator[tuple[str, list[Row]]]:
    """Measure."""
    document = judging().document(judging().judge(large(), fixes=False))
    pdf = print_sheet(document)
    yield (
        f"The sheet of {UNITS} units, {len(pdf) // 1024} KiB",
        [
            measured("digest of the document", "sheets/s", lambda: digest_of(document.data)),
            measured("printed", "sheets/s", lambda: print_sheet(document)),
            measured("read back", "sheets/s", lambda: read_sheet(pdf)),
            measured("verified", "sheets/s", lambda: verify(pdf, None)),
        ],
    )
