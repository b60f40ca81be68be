"""Printing: boxes in millimetres are laid out on paper and drawn as PDF, SVG or pictures."""
