"""Spreadsheets as XLSX and ODS have them: the cells of one sheet as a player sees them in it, and the sheets' names.

Only to be run in the process for untrusted files: it needs nothing but Python, and what it reads may be hostile.
"""
