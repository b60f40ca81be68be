// The cards of a builder: search, filters, sorting, what would fit and why not, and the sheet of cards on a phone.
(() => {
  "use strict";
  const { root, state, bodyOf, drop } = window.workshop || {};
  const shop = root?.querySelector("[data-shop]");
  if (!shop) return;
  const find = (what) => shop.querySelector(what);
  const cards = [...shop.querySelectorAll("[data-choice]")];
  const [search, packs, sort, preview] = ["[data-search]", "[data-packs]", "[data-sort]", "[data-preview]"].map(find);
  const said = find("[data-said]");
  const chips = [...shop.querySelectorAll("[data-filter]")];
  const pressed = (chip) => chip?.getAttribute("aria-pressed") === "true";
  let effects = {};
  let aimed = { at: "", takes: [], title: "" };
  let asked = 0;
  let timer = 0;
  let chosen = "";
  preview.textContent = window.matchMedia("(hover: none)").matches ? "Tap a card to add it." : "Point at a card to see what it would change.";

  function show() {
    const asked = {
      words: window.cardSearch.words(search.value),
      kinds: chips.filter(pressed).map((chip) => chip.dataset.filter),
      pack: packs?.value,
      owned: pressed(find("[data-owned]")),
    };
    let count = 0;
    for (const card of cards) {
      const fits =
        window.cardSearch.fits(card, asked) &&
        (!aimed.at || aimed.takes.includes(card.dataset.kind)) &&
        (!pressed(find("[data-fits]")) || !effects[card.dataset.choice]?.why);
      card.hidden = !fits;
      count += fits;
    }
    find("[data-count]").textContent = count;
    find("[data-nothing]").hidden = count > 0;
  }

  function order() {
    const by = sort.value;
    const number = (card) => JSON.parse(card.dataset.figures)[by] ?? Infinity;
    const sorted = !by ? cards : [...cards].sort((a, b) =>
      (by === "name" ? 0 : number(a) - number(b)) || a.dataset.name.localeCompare(b.dataset.name));
    find("[data-cards]").append(...sorted);
  }

  // A card that does not fit is dimmed and says why; it can be chosen all the same.
  async function ask() {
    const mine = ++asked;
    try {
      const address = new URL(root.dataset.workshop, window.location.href);
      if (aimed.at) address.searchParams.set("to", aimed.at);
      const response = await fetch(address, { method: "POST", body: bodyOf(state()) });
      if (!response.ok || mine !== asked) return;
      effects = await response.json();
    } catch {
      return; // The marks stay as they were: the next change asks again.
    }
    for (const card of cards) {
      const why = effects[card.dataset.choice]?.why || "";
      card.classList.toggle("is-off", why !== "");
      card.querySelector("[data-why]").textContent = why;
      const [count, left] = [card.querySelector("[data-left]"), effects[card.dataset.choice]?.left ?? null];
      count.hidden = left === null;
      count.textContent = `${left} left`;
    }
    show();
  }

  function later() {
    clearTimeout(timer);
    timer = setTimeout(ask, 300);
  }

  function tell(event) {
    const card = event.target.closest("[data-choice]");
    const effect = card && effects[card.dataset.choice];
    if (effect) preview.textContent = effect.totals ? `With ${card.dataset.name}: ${effect.totals}` : effect.why;
  }

  function open(yes) {
    if (yes) chosen = said.textContent = "";
    shop.classList.toggle("is-open", yes);
    document.documentElement.classList.toggle("has-sheet", yes);
    if (yes) find("[data-close]").focus({ preventScroll: true }); // Not the search: a phone would cover the cards with its keys.
    else if (shop.contains(document.activeElement) && narrow()) document.querySelector("[data-open]")?.focus({ preventScroll: true });
  }

  const narrow = () => getComputedStyle(shop).position === "fixed";

  search.addEventListener("input", show);
  search.addEventListener("keydown", (event) => {
    if (!window.shortcuts.isPressed(event, "first")) return;
    event.preventDefault();
    find("[data-choice]:not([hidden]) button")?.focus();
  });
  packs?.addEventListener("change", show);
  sort.addEventListener("change", order);
  shop.addEventListener("click", (event) => {
    const chip = event.target.closest("button.chip");
    if (chip) {
      chip.setAttribute("aria-pressed", String(!pressed(chip)));
      show();
    }
    if (event.target.closest("[data-clear]")) {
      search.value = "";
      for (const one of shop.querySelectorAll("button.chip")) one.setAttribute("aria-pressed", "false");
      if (packs) packs.value = "";
      show();
    }
    if (event.target.closest("[data-close]")) {
      event.preventDefault();
      open(false);
      document.querySelector("[data-open]")?.focus();
    }
    if (event.target.closest("[data-unaim]")) drop();
    const tapped = event.target.closest("[data-add]")?.closest("[data-choice]");
    const why = tapped && effects[tapped.dataset.choice]?.why;
    chosen = tapped?.dataset.name ?? "";
    if (tapped) said.textContent = why ? `${chosen}: ${why}` : ""; // Until it is on the table, where that can be.
  });
  shop.addEventListener("pointerover", tell);
  shop.addEventListener("focusin", tell);
  document.querySelector("[data-open]")?.addEventListener("click", (event) => {
    event.preventDefault();
    open(true);
  });
  root.addEventListener("keydown", (event) => { if (window.shortcuts.isPressed(event, "drop")) open(false); });

  root.addEventListener("workshop:search", (event) => {
    if (narrow()) open(true);
    search.value = event.detail;
    search.focus();
    show();
  });
  root.addEventListener("workshop:aimed", (event) => {
    const before = aimed.at;
    aimed = event.detail;
    const line = find("[data-aimed]");
    line.hidden = !aimed.at;
    line.firstElementChild.textContent = aimed.at ? `For ${aimed.title}.` : "";
    show();
    if (aimed.at) shop.scrollTop = 0;
    if (aimed.at !== before) later();
    if (aimed.lifted) return;
    if (aimed.at && narrow()) open(true);
    else if (aimed.at) cards.find((card) => !card.hidden)?.querySelector("button").focus({ preventScroll: true });
  });
  // The sheet on a phone covers the build: it says what was added, and how the build stands.
  root.addEventListener("workshop:changed", () => {
    const legal = document.querySelector(".save-bar a[href='#verdict']")?.textContent ?? "";
    said.textContent = chosen ? `${chosen} added. ${legal}` : "";
    chosen = "";
    later();
  });
  ask();
})();
