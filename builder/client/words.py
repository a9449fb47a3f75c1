"""What the client itself says, in the languages of Muster; the server says everything else.

The sentences are `client.json` in each language's folder of words. A wheel of the client carries copies (setup.py). In
Muster's repository they are read where they stand, as files: the client imports nothing of the server.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

COPIES = Path(__file__).parent / "sentences"
WORDS = Path(__file__).parents[2] / "datasheets" / "words"
FALLBACK = "en"


def say(code: str, language: str, **values: object) -> str:
    """Return a sentence in a language ("sv" and "sv-SE" alike), in English where there is none in it."""
    known, code = _sentences(), f"client.{code}"
    sentences = known.get(language.partition("-")[0], {})
    return (sentences.get(code) or known[FALLBACK][code]).format(**values)


@cache
def _sentences() -> dict[str, dict[str, str]]:
    """Return the sentences of each language by their codes."""
    folder = COPIES if COPIES.is_dir() else WORDS
    return {file.parent.name: json.loads(file.read_text(encoding="utf-8")) for file in folder.glob("*/client.json")}
