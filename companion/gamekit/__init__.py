"""What a game is made of: the contract of its rooms, forms, workshop, matchups, losses, house rules, card history."""
