"""What may be chosen and what a choice amounts to: systems, entries, native datasheets, selection trees, evaluation."""
