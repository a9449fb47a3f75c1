"""The greys of the sheet, without a tint, so that black ink alone prints them: it is whole in black on white."""

from __future__ import annotations

from reportlab.lib.colors import HexColor, black

INK = black
GREY = HexColor(0x4E4E4E)
HAIR = HexColor(0xABABAB)
