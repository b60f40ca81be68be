"""What a spec makes of each level, the army it builds, how dice are aimed, the battlefield."""
