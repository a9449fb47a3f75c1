"""A referee of its own for the Grundregelwerk: it reads events and roster documents, and imports nothing of the resolver."""
