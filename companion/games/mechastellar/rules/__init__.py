"""What a unit carries and costs, what traits add, and the small sums of play."""
