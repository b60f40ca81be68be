"""The key: made and shown once, renewed, entered in another browser; its QR code and its link. *Settings* shows it.

The words stand after the `#` of the link, which browsers send to nobody: not to this server, not to the site that a
link on the page leads to. Opening it changes nothing; a button on the page does.
"""

from dataclasses import dataclass

import segno
from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.base.findings import InputError, InvalidInput
from companion.storage import owners
from companion.web.keys import words
from companion.web.keys.joining import merge_owner
from companion.web.shared.settings_page import describe_belongings, settings_page
from companion.web.shell import browser, site_url
from companion.web.shell.security import limit_route

bp = Blueprint("keys", __name__)
Answer = str | tuple[str, int] | Response


@dataclass(frozen=True)
class NewKey:
    """A key as it is shown, this once: its words, and the link and QR code where the app's own address is known."""

    words: tuple[str, ...]
    link: str = ""
    qr: str = ""


def _new_key(made: tuple[str, ...]) -> NewKey:
    try:
        link = f"{site_url.absolute_url(url_for('settings.show'))}#{'-'.join(made)}"
    except InvalidInput:
        return NewKey(made)
    return NewKey(made, link, segno.make_qr(link, error="m").svg_data_uri(scale=4, border=4, light="#ffffff"))


@bp.post("/key")
@limit_route("10 per minute")
def make() -> Answer:
    """Make this browser's key, or renew it, and show its words this once; a form sent twice makes no second one."""
    owner = browser.current_owner()
    if owner is None:
        return redirect(url_for("settings.show"), 303)
    key_words = words.make_words()
    renewed = owners.set_key(
        browser.store(), owner.name, words.key_digest(key_words), request.form.get("renewals", type=int)
    )
    if renewed is None:
        return settings_page(409, twice=True)
    browser.sign_in(renewed)
    return settings_page(new=_new_key(key_words))


@bp.post("/key/enter")
@limit_route("10 per minute; 200 per day")
def enter() -> Answer:
    """Make this browser the owner whose key was typed, with all it has."""
    typed = request.form.get("key", "")[:1000]
    try:
        owner = owners.find_by_key(browser.store(), words.key_digest(words.read_words(typed)))
        if owner is None:
            wanted = "the words of a key that was made here and not renewed since: check each word"
            raise InvalidInput(InputError("key", "words that no key has", wanted))
    except InvalidInput as error:
        return settings_page(422, wrong=error.input_errors, typed=typed)
    name, has = browser.known_owner(), describe_belongings()
    if name == owner.name:
        browser.say("This browser has this key already.")
        return redirect(url_for("settings.show"), 303)
    if name is not None:
        merge_owner(name, owner)
    browser.sign_in(owners.find(browser.store(), owner.name)[0])
    browser.say(f"The key fits: its builds are below.{f' {has} of this browser came along.' if has else ''}")
    return redirect(url_for("home.home"), 303)


@bp.post("/key/later")
def later() -> Answer:
    """Stop offering a key."""
    if browser.current_owner():
        browser.change_belongings(lambda kept: kept.model_copy(update={"key_declined": True}))
    browser.say("You can make a key whenever you like: it is in Settings, at the foot of every page.")
    return redirect(url_for("home.home"), 303)


@bp.post("/key/others")
@limit_route("10 per minute")
def end_others() -> Answer:
    """Sign out all other browsers of this one's owner; this one stays signed in."""
    found = browser.current_owner()
    renewed = owners.end_cookies(browser.store(), found) if found else None
    if renewed is None:
        browser.say("Nothing was changed: another browser has signed out all others meanwhile, or there is none.")
    else:
        browser.sign_in(renewed)
        browser.say("All other browsers are signed out. This one stays signed in.")
    return redirect(url_for("settings.show"), 303)


@bp.post("/key/leave")
def leave() -> Answer:
    """Sign this browser out, where a key brings everything back."""
    found = browser.current_owner()
    if found and found.key_made:
        browser.sign_out()
        browser.say("Signed out. The key brings everything back.")
    return redirect(url_for("home.home"), 303)
