"""Where a line may be broken without a space: between the characters of Chinese and Japanese, and at given places.

Korean is broken at its spaces. No line begins with a closing sign or ends with an opening one.
"""

import re
from functools import lru_cache
from unicodedata import category

_ZERO_WIDTH_SPACE = "\u200b"
_SPECIAL = re.compile(
    "[\u200b\u2e80-\u312f\u3190-\ua4cf\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U0001b000-\U0001b2ff\U00020000-\U0003ffff]"
)
"""Chinese characters, kana, their signs and full-width letters; a space without width."""
_KOREAN = re.compile("[\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff\uffa0-\uffdc]")
_NEVER_FIRST = frozenset(
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿｧｨｩｪｫｬｭｮｯー～〜ｰ々〻ゝゞヽヾ"
    "、。，．・：；？！‼⁇⁈⁉､｡･!,.:;?%％‰℃°′″¢…‥)]}»›”’／/"
)
"""Signs that stay with what is before them, besides closing brackets."""
_NEVER_LAST = frozenset("“‘$＄£￡¥￥№#＃@＠(「『（［｛〈《【〔〖〘〝｢")
"""Signs that stay with what follows, besides opening brackets."""
_PAIRS = frozenset(("……", "‥‥", "——", "――", "──"))
"""Signs that are written twice and stay together."""


def may_break(text: str) -> bool:
    """Return whether a text may have places to break it besides its spaces."""
    return not text.isascii() and _SPECIAL.search(text) is not None


@lru_cache(maxsize=4096)
def places(word: str) -> tuple[int, ...]:
    """Return the places in a word at which a line may end, as the numbers of letters before them."""
    return tuple(at for at in range(1, len(word)) if _is_place(word[at - 1], word[at]))


def _is_place(before: str, after: str) -> bool:
    if before == _ZERO_WIDTH_SPACE:
        return after != _ZERO_WIDTH_SPACE
    if not (_SPECIAL.match(before) or _SPECIAL.match(after)) or after == _ZERO_WIDTH_SPACE:
        return False
    if _KOREAN.match(before) or _KOREAN.match(after) or before + after in _PAIRS:
        return False
    if before in _NEVER_LAST or category(before) in ("Ps", "Pi"):
        return False
    # Marks and joiners go with the letter before them.
    return after not in _NEVER_FIRST and category(after)[0] != "M" and category(after) not in ("Pe", "Pf", "Cf")
