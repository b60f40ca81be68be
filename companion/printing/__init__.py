"""Printing: boxes in millimetres, laid out on paper, drawn as PDF, listed as text, shown as pictures."""
