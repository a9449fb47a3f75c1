"""An army at the table: its cards for a phone, with wounds, boxes and tracks to tap, also without a network."""
