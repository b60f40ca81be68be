"""The verbs' answers as plain data, one module per area; the command line and HTTP both use them.

Each function raises InvalidInput for what cannot be read, and NotThere (an InvalidInput) for an unknown name; every
answer is made of dicts, lists and strings that JSON can hold.
"""
