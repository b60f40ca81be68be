"""Sheets of paper: sizes, options, selection, marks, imposition, layout; `pdf` and `svg` draw them."""
