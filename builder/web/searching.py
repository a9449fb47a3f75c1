"""What somebody means by what they type into the picker: tolerant of plurals, order, half words and typing errors.

"5 intercessors" asks for five models of a name, "captain grav" for names with words that begin so, "<6 fly" for what costs
less than six. What is found stands in groups: by name, by keyword, by what its datasheet says, close to it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from difflib import get_close_matches

from builder.web.offers import Offer

WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
NUMBER = re.compile(r"(?:[x×]?([1-9][0-9]{0,2})[x×]?)", re.IGNORECASE)
AT_MOST = re.compile(r"(<=?|≤)([0-9]{1,5})")
WAYS = ("name", "keyword", "text", "near")
"""How a datasheet can be found, the nearest first."""
LEGENDS = "legends"
ALIKE, MOST_ALIKE, SHORTEST = 0.72, 8, 4
"""How alike words must be for a typing error, how many are taken for one, and from which length words are compared."""


@dataclass(frozen=True, slots=True)
class Request:
    """How a text was read: words to look for, how many models are asked for, and what the smallest unit may cost.

    `text` is what is left of it without the numbers.
    """

    text: str = ""
    words: tuple[str, ...] = ()
    models: int | None = None
    most: Decimal | None = None

    def fits(self, offer: Offer) -> bool:
        """Whether a datasheet may have as many models as are asked for, if that is said."""
        return self.models is None or offer.fits_models(self.models)

    def affords(self, offer: Offer) -> bool:
        """Whether a datasheet costs no more than was said."""
        return self.most is None or (offer.least or Decimal(0)) <= self.most


def read_request(text: str) -> Request:
    """Return what a typed text asks for. The first or last number is how many models; one between words is a word."""
    parts, models, most = text.casefold().split(), None, None
    for part in [each for each in parts if AT_MOST.fullmatch(each)]:
        sign, number = AT_MOST.fullmatch(part).groups()  # type: ignore[union-attr]
        most = Decimal(number) - (sign == "<")
        parts.remove(part)
    for at in (0, -1):
        if len(parts) > 1 and (match := NUMBER.fullmatch(parts[at])):
            models = int(match[1])
            parts.pop(at)
            break
    text = " ".join(parts)
    return Request(text, words_of(text), models, most)


def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a text in small letters."""
    return tuple(WORD.findall(text.casefold()))


def search(offers: Sequence[Offer], request: Request, told: Collection[str] = ()) -> Mapping[str, list[Offer]]:
    """Return the datasheets that a request can mean: by "name", "keyword", "text" and "near", none of them twice.

    Where others are found, what is no longer kept up comes last, as "legends".
    `told` are the addresses of those in whose datasheets the words occur (`Datasheets.search`).
    """
    affordable = [each for each in offers if request.affords(each)]
    if not request.words:
        return {"name": affordable} if request.most is not None else {}
    names = {each.id: words_of(each.name) for each in affordable}
    found: dict[str, list[Offer]] = {
        "name": [each for each in affordable if _all_begin(request.words, names[each.id])],
        "keyword": [each for each in affordable if _all_begin(request.words, _all_words(each, names))],
        "text": [each for each in affordable if each.address in told],
    }
    if not any(found.values()):
        found["near"] = _near(affordable, names, request.words)
    found["name"].sort(key=lambda each: (not request.fits(each), _rank(request.words, names[each.id]), len(each.name)))
    return _legends_last(_once(found))


def _legends_last(found: Mapping[str, list[Offer]]) -> Mapping[str, list[Offer]]:
    legends = [each for offers in found.values() for each in offers if each.is_legend]
    others = {how: [each for each in offers if not each.is_legend] for how, offers in found.items()}
    left = {how: offers for how, offers in others.items() if offers}
    return {**left, LEGENDS: legends} if left and legends else found


def has_all(wanted: Iterable[str], name: str) -> bool:
    """Whether all words begin a word of a name, plurals aside."""
    return _all_begin(wanted, words_of(name))


def search_names(names: Iterable[str], text: str) -> list[str]:
    """Return the names in which all words of a text begin one, the best first; without any, names that are much like it."""
    wanted, words = words_of(text), {name: words_of(name) for name in names}
    found = [name for name in words if wanted and _all_begin(wanted, words[name])]
    if not found and wanted:
        known = {word for each in words.values() for word in each}
        alike = [_alike(known, each) for each in wanted]
        found = [name for name in words if all(any(word in one for word in words[name]) for one in alike)]
    return sorted(found, key=lambda name: (_rank(wanted, words[name]), len(name), name))


def _all_begin(wanted: Iterable[str], words: Sequence[str]) -> bool:
    """Whether every wanted word is the beginning of a word, plurals aside."""
    return all(any(_begins(word, each) for word in words) for each in wanted)


def _begins(word: str, wanted: str) -> bool:
    return word.startswith(wanted) or (len(wanted) >= SHORTEST and any(word.startswith(one) for one in _singulars(wanted)))


def _singulars(word: str) -> list[str]:
    """Return what a word may be the plural of."""
    endings = (("ies", "y"), ("ves", "f"), ("men", "man"), ("es", ""), ("s", ""))
    return [word.removesuffix(end) + one for end, one in endings if word.endswith(end)]


def _rank(wanted: Sequence[str], words: Sequence[str]) -> int:
    """Return how well a name fits, the best first: all of it, its beginning, its words in order, its words."""
    firsts = list(zip(words, wanted, strict=False))
    if len(words) == len(wanted) and all(_begins(word, each) for word, each in firsts):
        return 0
    return 1 if all(_begins(word, each) for word, each in firsts) else 2


def _all_words(offer: Offer, names: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    return (*names[offer.id], *words_of(" ".join((offer.role, *offer.keywords))))


def _near(offers: Sequence[Offer], names: Mapping[str, Sequence[str]], wanted: Sequence[str]) -> list[Offer]:
    """Return datasheets whose names have words like those that were typed; half words are compared with half words."""
    known = {word for words in names.values() for word in words}
    alike = [_alike(known, each) for each in wanted]
    return [each for each in offers if all(any(word in one for word in names[each.id]) for one in alike)]


def _alike(known: Collection[str], wanted: str) -> set[str]:
    begun = {word for word in known if _begins(word, wanted)}
    if begun or len(wanted) < SHORTEST:
        return begun
    cut: dict[str, set[str]] = {}
    for word in known:
        for form in {word, word[: len(wanted)]}:
            cut.setdefault(form, set()).add(word)
    forms = {form for one in (wanted, *_singulars(wanted)) for form in get_close_matches(one, cut, MOST_ALIKE, ALIKE)}
    return {word for form in forms for word in cut[form]}


def _once(found: Mapping[str, list[Offer]]) -> dict[str, list[Offer]]:
    seen: set[str] = set()
    left: dict[str, list[Offer]] = {}
    for how, offers in found.items():
        if fresh := [each for each in offers if each.id not in seen]:
            left[how] = fresh
            seen |= {each.id for each in fresh}
    return left
