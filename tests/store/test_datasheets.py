"""Datasheets as rows: versions, and search that no query can break."""

import pytest

from builder.store import Store, catalogues, datasheets
from builder.store.catalogues import CatalogueRow
from builder.store.datasheets import DatasheetRow, Index, Search

DIGEST = "sha256:" + "0" * 64


@pytest.fixture
def stocked_store(store: Store) -> Store:
    with store.writing() as db:
        catalogues.add_document(db, DIGEST, "{}")
        catalogues.add_closure(db, DIGEST, "core", [DIGEST])
        catalogues.save(db, CatalogueRow("core", "wh40k-9e", "Core", "homebrew", 1, DIGEST, DIGEST))
        for id, name, power, keywords, words in (
            ("squad", "Assault Squad", (5, 10), ("INFANTRY", "CORE"), "Chainswords and bolt pistols."),
            ("lord", "Förste Herre", (7, 7), ("CHARACTER", "INFANTRY"), "Leads the assault."),
            ("beast", "Beast", (None, None), ("MONSTER",), "Bites."),
        ):
            row = DatasheetRow("core", id, "wh40k-9e", name, "hq" if id == "lord" else None, *power, 1, DIGEST, id)
            datasheets.insert(db, row, Index(keywords, tuple(word.lower() for word in keywords), words))
    return store


def ids(store: Store, search: Search, start: int = 0, limit: int = 10) -> list[str]:
    with store.reading() as db:
        return [row.id for row in datasheets.search(db, search, start, limit)]


@pytest.mark.parametrize(
    ("search", "found"),
    [
        (Search(), ["squad", "beast", "lord"]),
        (Search(words=("assault",)), ["squad", "lord"]),
        (Search(words=("assault", "leads")), ["lord"]),
        (Search(words=("forste",)), ["lord"]),
        (Search(words=("chain",)), ["squad"]),
        (Search(keywords=("infantry",)), ["squad", "lord"]),
        (Search(keywords=("infantry", "character")), ["lord"]),
        (Search(role="hq"), ["lord"]),
        (Search(system="aos-1e"), []),
        (Search(catalogue="core", power_least=6), ["squad", "lord"]),
        (Search(power_most=6), ["squad"]),
        (Search(power_least=8, power_most=9), ["squad"]),
    ],
)
def test_search(stocked_store: Store, search: Search, found: list[str]) -> None:
    assert ids(stocked_store, search) == found


@pytest.mark.parametrize(
    "word", ['"', "*", "NOT", "a AND", "(", "name:", "^", "-", "'", "☃", "%", '"" OR ""', "{x y}", "NEAR(a b)"]
)
def test_no_word_breaks_the_search(stocked_store: Store, word: str) -> None:
    ids(stocked_store, Search(words=(word,)))


def test_pages(stocked_store: Store) -> None:
    assert ids(stocked_store, Search(), 1, 1) == ["beast"]


def test_a_replaced_datasheet_is_found_by_its_new_words_only(stocked_store: Store) -> None:
    row = DatasheetRow("core", "beast", "wh40k-9e", "Wyrm", None, None, None, 2, DIGEST, "beast")
    with stocked_store.writing() as db:
        assert datasheets.replace_if(db, row, Index(("DRAGON",), ("dragon",), "Burns."))
        assert not datasheets.replace_if(db, row, Index((), (), ""))
    assert ids(stocked_store, Search(words=("bites",))) == []
    assert ids(stocked_store, Search(keywords=("monster",))) == []
    assert ids(stocked_store, Search(words=("burns",), keywords=("dragon",))) == ["beast"]


def test_versions_outlive_the_datasheet(stocked_store: Store) -> None:
    with stocked_store.writing() as db:
        assert not datasheets.delete_if(db, "core", "beast", 7)
        assert datasheets.delete_if(db, "core", "beast", 1)
        assert datasheets.get(db, "core", "beast") is None
        assert datasheets.versions(db, "core", "beast") == [(1, DIGEST), (2, None)]
    assert ids(stocked_store, Search(words=("bites",))) == []
