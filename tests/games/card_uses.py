"""The cards that a tracker counts as drawn and used between two tables, over every event that lies between them."""

from companion.play.log import OF_GAME


def card_uses(before, after):
    """Return what was drawn and what was used, each as `(seat, card)` in order."""
    state, drawn, used = before.state, [], []
    for event in after.events[len(before.events) :]:
        if event.kind in OF_GAME:
            following = after.tracker.apply(state, event)
            for seat, card, is_use in after.tracker.card_uses(state, event, following):
                (used if is_use else drawn).append((seat, card))
            state = following
    assert state == after.state
    return drawn, used
