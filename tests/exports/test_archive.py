"""The digest of what pages draw tells a sheet that another version printed from a forged one."""

from __future__ import annotations

import pytest

from exports.sheet import identity
from exports.sheet.printing import print_sheet
from exports.sheet.verifying import verify
from tests.exports.armies import pair


def test_a_sheet_whose_qr_code_another_library_drew_is_not_called_forged(monkeypatch: pytest.MonkeyPatch) -> None:
    bars = identity._bars
    with monkeypatch.context() as patch:
        patch.setattr(identity, "_bars", lambda text: bars(text)[::-1])
        sheet = print_sheet(pair(), address="https://muster.example")
    found = verify(sheet)
    assert found.consistent is None
    assert found.differences[0].startswith("Another version of Muster printed this sheet")
