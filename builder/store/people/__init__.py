"""The database of people: who they are, their sessions, invitations and keys. `schema` holds its migrations.

Of passwords, sessions, invitations and keys only digests are stored: enough to know them again, not to use them.
"""
