"""The SQLite database. Nobody outside this package says SQL.

`migrations` holds the schema, `schema` brings a file up to date with it, `connection` has the ways to read and to write
(each lends a `database.Database`), and one module per family of tables the statements: `catalogues`, `datasheets`,
`rosters`, `battles`. Their functions take the connection first, return plain rows, and never commit: `Store.writing()`
does.
"""

from builder.store.connection import Store, StoreBusy, StoreError, StoreFull
from builder.store.database import Database
from builder.store.schema import migrate

__all__ = ["Database", "Store", "StoreBusy", "StoreError", "StoreFull", "migrate"]
