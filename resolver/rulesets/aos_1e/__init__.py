"""Age of Sigmar, 1st edition: one module per phase, after the ledger `aos-1e`."""
