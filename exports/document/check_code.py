"""The short check code of a digest, for reading aloud and typing off paper: nine characters and a check character.

Crockford's base 32: no I, L, O, U; lower case, hyphens, dashes and blanks do not matter, I and L are read as 1, O as 0.
The check character is chosen so that the characters, weighted with ten different non-zero elements of the field of 32
elements, add up to zero: then no one wrong character and no two exchanged characters go unnoticed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import unquote

from datasheets.words import Message

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 10
_MODULUS = 0b100101  # x^5 + x^2 + 1, irreducible over the field of two elements
MOST_LETTERS = 400
CODE_PAGE = "/sheets/verify?code="
"""The page of a server that says which roster a check code is of, and the beginning of its query."""
_MISREAD = str.maketrans("ILO", "110")
_BETWEEN = re.compile(r"[\s\-\u00ad\u2010-\u2015\u2212]")


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
    code = _letters(text)
    if not _has_shape(code):
        raise ValueError(Message("refused.code.letters", {"text": text[:40]}))
    values = [ALPHABET.index(letter) for letter in code]
    if _sum(values[:-1]) != values[-1]:
        raise ValueError(Message("refused.code.slip", {"text": text[:40]}))
    return f"{code[:5]}-{code[5:]}"


def read_code(text: str) -> str:
    """Return the check code or digest that somebody typed, pasted or scanned off paper, in its printed form.

    It may be a check code, a digest, or all that a QR code says: an address that ends in a check code, or code and digest.

    Raises:
        ValueError: It is none of these; the message is one sentence.
    """
    code = _find_code(text)
    if code.startswith("sha256:"):
        if not re.fullmatch("sha256:[0-9a-f]{64}", code):
            raise ValueError(Message("refused.sheet.digest", {"text": text[:80]}))
        return code
    return read_check_code(code)


def is_like_code(text: str) -> bool:
    """Say whether a text can only be meant as a code or digest, though it may have a slip in it."""
    code = _find_code(text)
    return code.startswith("sha256:") or _has_shape(_letters(code))


def _find_code(text: str) -> str:
    """Return what of a text is the code: of an address what stands behind "code=", of several words the digest."""
    code = text[:MOST_LETTERS].strip()
    if "://" in code:
        return unquote(code.partition("code=")[2].partition("&")[0])
    digests = [word for word in code.lower().split() if word.startswith("sha256:")]
    return digests[0] if digests else code


def _letters(text: str) -> str:
    return _BETWEEN.sub("", text.upper()).translate(_MISREAD)


def _has_shape(code: str) -> bool:
    return len(code) == LENGTH and set(code) <= set(ALPHABET)


def _sum(values: Sequence[int]) -> int:
    """The check value of the first nine; its own weight is 1, theirs are x, x^2, ..."""
    total = 0
    for value in reversed(values):
        total = _double(total ^ value)
    return total


def _double(value: int) -> int:
    return value << 1 ^ (_MODULUS if value & 16 else 0)
