"""The balance lab: the computer plays a game against itself many times, and what came of it is counted."""
