"""What a user does: rosters and their history, army rules, store, API, web pages, command line."""

__version__ = "0.1.0"
