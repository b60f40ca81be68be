"""Dice: throws, the resolvers that ask for them, and exact odds over all of them."""
