"""What is read and written: cards, packs, documents, rulebooks; input errors where something cannot be read."""
