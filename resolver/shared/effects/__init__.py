"""What abilities do: where effects come from, when they hold, what they do at a moment."""
