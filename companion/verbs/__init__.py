"""What every verb answers as plain data, a module an area; the command line and HTTP share it.

Each function raises InvalidInput for what cannot be read, and NotThere (an InvalidInput) for a name nothing has; every
answer is made of dicts, lists and strings that JSON can hold.
"""
