"""Grundregelwerk: alternating activations of two short actions or a long one, after the ledger `grundregelwerk`."""
