// The search of rulings: those without the words are hidden, the folds of the others open. Without it, all stand in their folds.
(() => {
  "use strict";
  for (const all of document.querySelectorAll("[data-rulings]")) {
    const box = all.querySelector(".ruling-search");
    if (!box) continue;
    const [search, count] = [box.querySelector("input"), box.querySelector("[role=status]")];
    const groups = [...all.querySelectorAll(".ruling-group")];
    const rulings = [...all.querySelectorAll(".ruling")].map((element) => ({
      element,
      words: window.cardSearch.fold(`${element.closest("details")?.querySelector("summary").textContent ?? ""} ${element.textContent}`),
    }));
    const opened = new Map();
    box.hidden = false;

    function show() {
      const asked = window.cardSearch.words(search.value);
      for (const one of rulings) one.element.hidden = !asked.every((word) => one.words.includes(word));
      for (const group of groups) {
        if (asked.length && !opened.has(group)) opened.set(group, group.open);
        group.hidden = !group.querySelector(".ruling:not([hidden])");
        if (asked.length) group.open = !group.hidden;
        else if (opened.has(group)) group.open = opened.get(group);
      }
      if (!asked.length) opened.clear();
      const shown = rulings.filter((one) => !one.element.hidden).length;
      count.textContent = asked.length ? `${shown} of ${rulings.length} rulings` : "";
    }

    search.addEventListener("input", show);
    search.addEventListener("keydown", (event) => {
      if (event.key === "Enter") event.preventDefault(); // it would send the form
    });
    show(); // What a browser filled in again after "back" counts.
  }
})();
