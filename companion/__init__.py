"""A print-and-play companion for five tabletop mech games.

findings, documents   what a check says; plain data and the models that read it
cards, rulebook       the records a game is made of, and its rules with their rulings
dice                  throws, resolvers, exact odds
printing              boxes in millimetres, laid out and drawn
system, games         the verbs every game answers to, and the games themselves
storage, web, cli     the shell around them
"""

__version__ = "0.1.0"
