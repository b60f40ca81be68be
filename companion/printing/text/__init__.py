"""Letters: typefaces, hyphens, text fitted into its box, columns of text over pages."""
