"""The words of a key: eight of the 2,048 words of BIP 39, 88 bits that nobody can guess.

No two words of the list begin with the same four letters, so those are enough to type one.
"""

import hashlib
import re
import secrets
from functools import cache

from mnemonic import Mnemonic

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.wording import perhaps, plural
from companion.web.shared.settings_page import KEY_WORDS

ENOUGH = 4
"""Letters that say which word is meant."""
_PURPOSE = b"mech-companion key\0"


@cache
def _words_by_beginning() -> dict[str, str]:
    """Return the words by themselves, and by their first letters."""
    listed = Mnemonic("english").wordlist
    return {word[:ENOUGH]: word for word in listed} | {word: word for word in listed}


def make_words() -> tuple[str, ...]:
    """Return the words of a new key."""
    words = sorted(set(_words_by_beginning().values()))
    return tuple(secrets.choice(words) for _ in range(KEY_WORDS))


def read_words(text: str) -> tuple[str, ...]:
    """Return the words of a typed key, or of a pasted link; InvalidInput says which word is none."""
    typed = re.findall(r"[^\W\d_]+", text.rpartition("#")[2].lower())
    wrong = [
        _unknown(number, word) for number, word in enumerate(typed[:KEY_WORDS], 1) if word not in _words_by_beginning()
    ]
    if len(typed) != KEY_WORDS:
        wrong.append(InputError("key", plural(len(typed), "word"), f"the {KEY_WORDS} words of a key, in their order"))
    if wrong:
        raise InvalidInput(*wrong)
    return tuple(_words_by_beginning()[word] for word in typed)


def _unknown(number: int, word: str) -> InputError:
    near = perhaps(word, _words_by_beginning().values())
    return InputError(f"word {number}", quote(word), f"a word that keys are made of{near}")


def key_digest(words: tuple[str, ...]) -> str:
    """Return what the server stores of a key. 88 bits at random need no slow hash: nobody can try them all."""
    return hashlib.sha256(_PURPOSE + " ".join(words).encode("ascii")).hexdigest()
