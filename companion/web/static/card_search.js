// What a search for cards finds: words without case, accents and curly signs, as the server folds the cards' own words.
(() => {
  "use strict";
  const ALIKE = { "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ß": "ss", "ς": "σ" };
  for (const sign of "’‘ʼ‛′´`") ALIKE[sign] = "'";
  for (const sign of "“”„«»") ALIKE[sign] = '"';
  for (const sign of "‐‑‒–—−") ALIKE[sign] = "-";

  const fold = (text) =>
    [...text.normalize("NFKD").toLowerCase().normalize("NFKD").replace(/\p{Mn}/gu, "")]
      .map((letter) => ALIKE[letter] ?? letter)
      .join("");
  const words = (text) => fold(text).split(/\s+/).filter(Boolean);
  const fits = (card, asked) =>
    asked.words.every((word) => card.dataset.words.includes(word)) &&
    (!asked.kinds.length || asked.kinds.includes(card.dataset.kind)) &&
    (!asked.pack || card.dataset.pack === asked.pack) &&
    (!asked.owned || Number(card.dataset.own) > 0);
  window.cardSearch = { fold, words, fits };
})();
