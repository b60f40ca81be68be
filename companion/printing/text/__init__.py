"""Text: typefaces, hyphens, text fitted into its box, columns of text on pages."""
