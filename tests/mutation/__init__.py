"""Mutation testing over a random sample: change one thing in the code, see whether a test notices."""
