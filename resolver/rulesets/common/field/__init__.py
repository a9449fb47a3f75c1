"""The battlefield: terrain and objective markers."""
