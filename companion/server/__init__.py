"""The server: connections with deadlines, requests handed to threads, one or several processes, and their end.

The app is WSGI and stays so; uvicorn carries it, so that answers which last (a table's news) need no thread each.
"""
