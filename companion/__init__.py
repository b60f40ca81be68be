"""A print-and-play companion for five tabletop mech games.

findings, documents   what a check says; plain data and the models that read it
columns, rows         records as cells, and files of cards read row by row
cards, packs          the records a game is made of, and a player's own laid over them
rulebook              a game's rules with their rulings
dice                  throws, resolvers, exact odds
printing              boxes in millimetres, laid out and drawn
system, games         what every game answers to, and the games themselves
schema, verbs         builds and packs as JSON Schema; the answers that both shells give
storage, web, cli     the shells around them
"""

__version__ = "0.1.0"
