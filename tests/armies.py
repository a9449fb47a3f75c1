"""Two armies as roster documents, for tests that need any."""

import json
from pathlib import Path
from typing import Any

GOLDEN = Path(__file__).parent / "golden" / "roster"


def army(name: str = "sunward-host") -> dict[str, Any]:
    """Return a golden roster document."""
    document: dict[str, Any] = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    return document
