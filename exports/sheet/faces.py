"""What the faces of the sheet are called."""

REGULAR, BOLD, ITALIC, BOLD_ITALIC = "Sheet", "Sheet-Bold", "Sheet-Italic", "Sheet-BoldItalic"
NARROW, NARROW_BOLD = "Sheet-Narrow", "Sheet-NarrowBold"
TEXT, TEXT_BOLD, TEXT_ITALIC = "Sheet-Text", "Sheet-TextBold", "Sheet-TextItalic"
