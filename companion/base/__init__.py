"""What everything may use: wording, types of plain data, paths, findings, caches."""
