"""Sheets of paper: sizes, options, selection, marks, imposition, layout; nothing is drawn here."""
