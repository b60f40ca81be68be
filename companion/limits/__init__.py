"""What one answer may cost and who waits: budgets, heavy answers, slots, turns, memory."""
