"""The QR code is the one that ReportLab makes: sheets that were printed before have the same bytes."""

import pytest
from reportlab.graphics.barcode.qr import QrCodeWidget

from exports.sheet.qr_code import modules_of


@pytest.mark.parametrize("text", [
    "MUSTER.ROSTER/1 7K2QH-9XRTM SHA256:" + "0123456789ABCDEF" * 4,
    "https://muster.example/c/7K2QH-9XRTM",
    "https://a.very.long.address.of.a.club.that.has.its.own.server.example:8443" + "/muster" * 20 + "/c/7K2QH-9XRTM",
    *(f"HTTPS://MUSTER.EXAMPLE/C/{number}" for number in range(3)),
])  # fmt: skip
def test_the_code_is_the_one_of_reportlab(text: str) -> None:
    wanted = QrCodeWidget(text, barLevel="M").qr  # type: ignore[attr-defined]
    wanted.make()
    assert modules_of(text) == wanted.modules
