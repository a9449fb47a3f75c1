"""Warhammer 40,000, 9th edition: one module per phase, after the ledger `wh40k-9e`."""
