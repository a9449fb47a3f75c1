"""The table, for every edition: dice, bases, distances, board, coherency, sight, movement, and the State in arrays."""
