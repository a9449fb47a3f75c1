"""Kinds of misuse of a Muster with accounts, each a function that fails where the misuse works."""
