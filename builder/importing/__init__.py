"""Everything around reading data from outside: from files, folders, archives and addresses to what is stored.

`archives` and `download` turn what a user named into named bytes, bounded and strict; `local` does so for folders.
`planning` says what an import of data files would make of what is stored, `listing` what lists show of an imported unit,
`indexes` keeps what was parsed. `builder/services/imports.py` carries it out. Nothing here knows the database or a page.
"""
