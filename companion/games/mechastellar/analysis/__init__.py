"""What can be worked out about two units: modifiers, charges, matchups."""
