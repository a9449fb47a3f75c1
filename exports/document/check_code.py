"""The short check code of a digest, for reading aloud and typing off paper: nine characters and a check character.

Crockford's base 32: no I, L, O, U; lower case, hyphens and blanks do not matter, I and L are read as 1, O as 0. The check
character is chosen so that the characters, weighted with ten different non-zero elements of the field of 32 elements, add up
to zero: then no one wrong character and no two exchanged characters go unnoticed.
"""

from __future__ import annotations

from collections.abc import Sequence

from datasheets.words import Said

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 10
_MODULUS = 0b100101  # x^5 + x^2 + 1, irreducible over the field of two elements
_MISREAD = str.maketrans("ILO", "110", "- ")


def check_code(digest: str) -> str:
    """Return the check code of a digest such as "sha256:9f86...", e.g. "7K2QH-9XRTM"."""
    number = int(digest.removeprefix("sha256:"), 16) >> 256 - 5 * (LENGTH - 1)
    values = [number >> 5 * place & 31 for place in reversed(range(LENGTH - 1))]
    code = "".join(ALPHABET[value] for value in [*values, _sum(values)])
    return f"{code[:5]}-{code[5:]}"


def read_check_code(text: str) -> str:
    """Return a check code that somebody typed in its printed form.

    Raises:
        ValueError: It has not ten characters of the alphabet, or its check character does not fit.
    """
    code = text.strip().upper().translate(_MISREAD)
    if len(code) != LENGTH or not set(code) <= set(ALPHABET):
        raise ValueError(Said("refused.code.letters", {"text": text[:40]}))
    values = [ALPHABET.index(letter) for letter in code]
    if _sum(values[:-1]) != values[-1]:
        raise ValueError(Said("refused.code.slip", {"text": text[:40]}))
    return f"{code[:5]}-{code[5:]}"


def _sum(values: Sequence[int]) -> int:
    """The check value of the first nine; its own weight is 1, theirs are x, x^2, ..."""
    total = 0
    for value in reversed(values):
        total = _double(total ^ value)
    return total


def _double(value: int) -> int:
    return value << 1 ^ (_MODULUS if value & 16 else 0)
