"""The game: what happens at the table. It sees armies only as roster documents."""
