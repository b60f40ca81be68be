// The cards page: search and filters; decks without a card that matches are hidden. Without it, all cards are shown.
(() => {
  "use strict";
  const find = (what) => document.querySelector(what);
  const tools = find("[data-tools]");
  if (!tools) return;
  const cards = [...document.querySelectorAll("[data-card]")];
  const decks = [...document.querySelectorAll("[data-deck]")];
  const links = [...document.querySelectorAll(".jump a")];
  const chips = [...tools.querySelectorAll("[data-filter]")];
  const [search, packs, owned] = ["[data-search]", "[data-packs]", "[data-owned]"].map((what) => tools.querySelector(what));
  const pressed = (chip) => chip?.getAttribute("aria-pressed") === "true";

  function show() {
    const asked = {
      words: window.cardSearch.words(search.value),
      kinds: chips.filter(pressed).map((chip) => chip.dataset.filter),
      pack: packs?.value,
      owned: pressed(owned),
    };
    for (const card of cards) card.hidden = !window.cardSearch.fits(card, asked);
    for (const [number, deck] of decks.entries()) {
      deck.hidden = !deck.querySelector("[data-card]:not([hidden])");
      if (links.length) links[number].hidden = deck.hidden;
    }
    const count = cards.filter((card) => !card.hidden).length;
    find("[data-count]").textContent = count < cards.length ? `${count} of ${cards.length} cards` : "";
    find("[data-nothing]").hidden = count > 0;
  }

  for (const chip of [...chips, owned].filter(Boolean)) {
    chip.addEventListener("click", () => {
      chip.setAttribute("aria-pressed", String(!pressed(chip)));
      show();
    });
  }
  for (const field of [search, packs].filter(Boolean)) field.addEventListener("input", show);
  find("[data-clear]").addEventListener("click", () => {
    search.value = "";
    if (packs) packs.value = "";
    for (const chip of [...chips, owned].filter(Boolean)) chip.setAttribute("aria-pressed", "false");
    show();
    search.focus();
  });
  show(); // What a browser filled in again after "back" counts.
})();
