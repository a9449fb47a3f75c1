"""What units are now: characteristics, engagement, coherency, strength; and how they are destroyed."""
