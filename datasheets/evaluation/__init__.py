"""What a choice amounts to: the selection tree, the evaluator, and findings as values."""
