"""Tables: opened, joined, played with phones, watched."""
