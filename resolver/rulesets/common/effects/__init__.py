"""What abilities do: where effects come from, when they hold, and what happens at a moment."""
