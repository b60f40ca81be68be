// The last rolls of this browser, by game: kept here only, newest first, cleared with one tap.
// Without scripts, or where the browser keeps nothing, the list is not shown and everything else works.
(() => {
  "use strict";
  const MOST = 20;
  const section = document.querySelector("[data-rolls]");
  if (!section) return;
  const key = `last-rolls:${section.dataset.rolls}`;
  const list = section.querySelector("ol");

  function read() {
    try {
      const kept = JSON.parse(localStorage.getItem(key) || "[]");
      return Array.isArray(kept) ? kept.filter((roll) => roll && typeof roll.link === "string") : [];
    } catch {
      return [];
    }
  }

  function keep(rolls) {
    try {
      localStorage.setItem(key, JSON.stringify(rolls.slice(0, MOST)));
    } catch {
      // A browser that keeps nothing shows no list.
    }
  }

  // A roll with typed-in dice has an address of its own: opening it again is not another roll.
  function add(told, at) {
    const roll = { what: told.what, result: told.result, link: `${at}?${told.query}#result`, own: told.own, time: Date.now() };
    const rolls = read();
    const same = rolls[0] && roll.own && rolls[0].own === roll.own && rolls[0].link === roll.link;
    keep(same ? rolls : [roll, ...rolls]);
  }

  function piece(tag, name, words) {
    const made = document.createElement(tag);
    made.className = name;
    made.textContent = words;
    return made;
  }

  function when(time) {
    const then = new Date(time);
    const today = then.toDateString() === new Date().toDateString();
    const clock = { hour: "2-digit", minute: "2-digit" };
    const shown = piece("time", "", then.toLocaleString(undefined, today ? clock : { day: "numeric", month: "short", ...clock }));
    shown.dateTime = then.toISOString();
    return shown;
  }

  function row(roll) {
    const link = document.createElement("a");
    link.href = roll.link;
    const what = `${roll.what || "Roll"}${roll.own ? " (own dice)" : ""}`;
    link.append(piece("span", "dice-last-what", what), when(roll.time), piece("span", "dice-last-result", roll.result));
    const item = document.createElement("li");
    item.append(link);
    return item;
  }

  function show() {
    const rolls = read().filter((roll) => /^\/(?!\/)/.test(roll.link) && Number.isFinite(roll.time));
    list.replaceChildren(...rolls.map(row));
    section.hidden = rolls.length === 0;
  }

  section.querySelector("[data-rolls-clear]").addEventListener("click", () => {
    keep([]);
    show();
  });
  const rolled = document.querySelector("[data-roll]");
  if (rolled) add(JSON.parse(rolled.dataset.roll), rolled.dataset.rollAt);
  show();
})();
