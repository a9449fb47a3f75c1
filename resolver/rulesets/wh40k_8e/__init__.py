"""Warhammer 40,000, 8th edition: one module per phase, after the ledger `wh40k-8e`."""
