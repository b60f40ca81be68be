"""A Mech put together, damage through its layers, and what play does to it."""
