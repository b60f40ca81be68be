"""Line art of parts, Weapons and events."""
