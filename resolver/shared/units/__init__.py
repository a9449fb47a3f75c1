"""Units and their models: characteristics, engagement, coherency, strength, destruction."""
