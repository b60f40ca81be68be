"""What can be worked out: the best build, the odds of the next hand."""
