"""Faces as SVG, letter by letter; no PDF library is used here."""
