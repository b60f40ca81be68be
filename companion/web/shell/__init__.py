"""Around every request: who sent it, its session and limits, errors, headers, compression, the log."""
