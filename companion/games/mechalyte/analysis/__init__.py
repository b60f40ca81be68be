"""What can be worked out about specs: duels and rankings."""
