"""The SQLite database. Nobody outside this package says SQL.

`migrations` holds the schema, `connection` the ways to read and to write, and one module per family of tables the
statements: `catalogues`, `datasheets`, `rosters`, `battles`. Their functions take the connection first, return plain
rows, and never commit: `Store.writing()` does.
"""

from sqlite_utils import Database

from builder.store.connection import Store, StoreBusy, StoreError, StoreFull
from builder.store.migrations import migrate

__all__ = ["Database", "Store", "StoreBusy", "StoreError", "StoreFull", "migrate"]
