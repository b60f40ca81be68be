"""Techniconica: Mechs built from part cards on a grid, with weight and power to mind, fought to the last one standing."""
