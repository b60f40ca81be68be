"""Cards of no game: read from TOML, JSON or CSV, drawn on any format."""
