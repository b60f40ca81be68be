"""Facts of play as pure functions: actions, ports and damage in `turn`, line of sight, upgrades."""
