"""The battle engine: decisions, events and their one gate, battles, records, views. It knows no edition."""
