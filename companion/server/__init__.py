"""The server: connections with deadlines, requests handed to threads, one or several processes, and their end.

The app is WSGI; it runs inside uvicorn, so that long answers (the news of a table) do not need a thread each.
"""
