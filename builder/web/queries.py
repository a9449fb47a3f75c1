"""What stands in an address behind the question mark. What cannot be read counts as not given: an address typed by hand
deserves a page, not an error."""

from __future__ import annotations

from flask import request

LONGEST = 200


def query_text(name: str) -> str:
    """Return a text of the query without control characters, "" where it is not given."""
    return "".join(letter for letter in request.args.get(name, "")[:LONGEST] if letter.isprintable()).strip()


def query_whole(name: str) -> int:
    """Return a whole number of the query, 0 where it is not given."""
    return whole(request.args.get(name, ""))


def query_amount(name: str) -> float | None:
    """Return a number of the query in plain digits, with a point or a comma, None where it is not given."""
    return amount(request.args.get(name, ""))


def amount(text: str) -> float | None:
    """Return a number in plain digits, with a point or a comma, None for anything else."""
    text = text.strip().replace(",", ".", 1)
    plain = text.isascii() and text.replace(".", "", 1).isdigit() and len(text) < 10
    return float(text) if plain else None


def whole(text: str) -> int:
    """Return a whole number written in digits, 0 for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
