"""What happens in a turn: actions, ports and damage; line of sight; upgrades."""
