"""The best Mech for a purpose, by an exact search."""
