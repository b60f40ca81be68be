// The board of a table with record sheets: boxes and chips are tapped, a long press opens a field for the number, a
// target is tapped and its attacks appear with their odds. Without scripts the same is done on the pages behind the names.
(() => {
  "use strict";
  const table = document.querySelector("[data-table]");
  const dialog = document.getElementById("rc-dialog");
  if (!table || !dialog || !window.fetch) return;
  const inside = dialog.querySelector("[data-dialog]");
  const LONG = 500;
  const SOON = 200;
  const FEW = 12;
  const NARROW = "(max-width: 47.99rem)";
  let pair = null;
  let said = "";
  let asked = 0;
  let sheet = "";

  const board = () => table.querySelector("[data-records]");
  const plays = () => !!board() && "plays" in board().dataset;
  const row = (unit) => table.querySelector(`.rc-row[data-unit="${CSS.escape(unit)}"]`);
  const nameOf = (unit) => row(unit)?.querySelector(".rc-name")?.textContent ?? "";

  function send(kind, values, words) {
    const free = table.querySelector(`form[hidden][data-free="${kind}"]`);
    if (!free) return;
    const form = free.cloneNode(true);
    for (const [name, value] of Object.entries(values)) {
      const input = document.createElement("input");
      Object.assign(input, { type: "hidden", name, value });
      form.append(input);
    }
    const button = document.createElement("button");
    button.textContent = words;
    form.append(button);
    table.dispatchEvent(new CustomEvent("tb-send", { detail: { form, button } }));
  }

  // A track or a chip: which unit's it is, whose, its bounds and its number.
  function read(part) {
    const [least, most, step, kind] = part.dataset.r.split(" ");
    const home = part.closest("[data-unit]");
    // A chip's own words are its title, before its number where it has one.
    const title = part.dataset.n ?? part.querySelector("small")?.textContent ?? part.textContent.trim().replace(/ [\d,]+( of [\d,]+)?$/, "");
    return { part, title, unit: home.dataset.unit, isOwn: !!part.closest("[data-own]"), track: part.dataset.t, least: +least, most: +most, step: +step, kind, value: +part.dataset.v };
  }
  function set(one, value) {
    const words = `${nameOf(one.unit)}: ${one.title} ${value}`;
    if (one.isOwn) send("move", { move: JSON.stringify({ name: "mark", values: { unit: one.unit, track: one.track, value } }) }, words);
    else send("correct", { field: `${one.unit}/${one.track}`, value }, words);
  }

  // The box at a place: boxes up to it are struck; the last struck one is freed again.
  function tapBox(one, event) {
    const strip = one.part.querySelector(".rc-strip");
    const edges = strip?.getBoundingClientRect();
    if (!edges || event.clientX < edges.left || event.clientX > edges.right) { askNumber(one); return; }
    const count = (one.most - one.least) / one.step;
    const box = Math.min(count, Math.max(1, Math.ceil(((event.clientX - edges.left) / edges.width) * count)));
    const struck = Math.ceil((one.kind === "left" ? one.most - one.value : one.value - one.least) / one.step);
    const next = box === struck ? box - 1 : box;
    const value = one.kind === "left" ? one.most - next * one.step : one.least + next * one.step;
    if (one.isOwn) set(one, value);
    else askNumber(one, value);
  }

  function askNumber(one, value = one.value) {
    if (!plays()) return;
    const form = document.createElement("form");
    form.className = "rc-small";
    const label = document.createElement("label");
    label.textContent = `${nameOf(one.unit)}: ${one.title}`;
    label.htmlFor = "rc-value";
    const input = document.createElement("input");
    Object.assign(input, { id: "rc-value", type: "number", min: one.least, max: one.most, step: one.step, value });
    const button = document.createElement("button");
    button.className = "button primary";
    button.textContent = one.isOwn || board().dataset.seat ? "Set" : "Ask the others";
    form.append(label, input, button);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      dialog.close();
      set(one, Number(input.value));
    });
    sheet = "";
    inside.replaceChildren(form);
    if (!dialog.open) dialog.showModal();
    input.select();
  }

  // A unit's sheet, fetched when it is opened, and again when the table has changed.
  async function openSheet(unit) {
    sheet = unit;
    const path = board().dataset.sheet.replace("UNIT", encodeURIComponent(unit));
    const answer = await fetch(withSeat(path), { headers: { "X-Fragment": "1" } });
    if (sheet !== unit) return;
    if (!answer.ok) { dialog.close(); return; }
    const focused = document.activeElement?.id;
    inside.replaceChildren(...new DOMParser().parseFromString(await answer.text(), "text/html").body.childNodes);
    if (!dialog.open) dialog.showModal();
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }
  function withSeat(path, values = {}) {
    const { seat } = board().dataset;
    const query = new URLSearchParams({ ...values, ...(seat ? { seat } : {}) });
    return `${path}?${query}`;
  }
  dialog.addEventListener("close", () => { sheet = ""; });
  dialog.addEventListener("click", (event) => { if (event.target === dialog || event.target.closest("[data-close]")) dialog.close(); });

  // The attacks on a tapped target; the odds come after the board.
  function choose(unit, target, isByKey) {
    if (pair?.join() !== [unit, target].join()) said = "";
    pair = [unit, target];
    load(isByKey);
  }
  // Once all that is left is outside the rules, a pair that was kept (`isKept`) gives way to what can be done instead.
  async function load(isByKey = false, isKept = false) {
    if (!pair) return;
    const number = ++asked;
    mark();
    const [unit, target] = pair;
    const answer = await fetch(`${withSeat(board().dataset.attacks, { unit, target })}${said ? `&${said}` : ""}`, { headers: { "X-Fragment": "1" } });
    const text = await answer.text();
    const panel = table.querySelector("[data-attack-panel]");
    if (number !== asked || !panel || (!answer.ok && answer.status !== 422)) return;
    const page = new DOMParser().parseFromString(text, "text/html");
    if (isKept && answer.ok && !page.querySelector("button.rc-attack:not(:has(.tb-warning))")) { unchoose(); return; }
    const open = new Set([...panel.querySelectorAll("details[open]")].map((fold) => fold.id));
    const focused = panel.contains(document.activeElement) ? document.activeElement.id : "";
    panel.replaceChildren(...page.body.childNodes);
    for (const fold of panel.querySelectorAll("details")) fold.open = open.has(fold.id);
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    if (isByKey) panel.querySelector("button.rc-attack")?.focus();
    table.dispatchEvent(new CustomEvent("tb-part"));
    const taught = panel.querySelector(".is-taught");
    if (taught) taught.scrollIntoView({ block: "nearest" });
    else table.querySelector("#tb-act")?.scrollTo({ top: 0 });
  }
  // The figure of the best attack on each target stands in its row until the table changes.
  async function showBest(address) {
    const answer = await fetch(address, { headers: { "X-Fragment": "1" } });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const one of page.querySelectorAll("[data-best-of]")) {
      const home = row(one.dataset.bestOf);
      home?.querySelector(".rc-best")?.remove();
      home?.append(one.querySelector(".rc-best"));
    }
  }
  // Of a few targets the figures stand there without being asked for.
  function showFew() {
    const best = plays() && board().dataset.active ? table.querySelector("[data-best]") : null;
    if (best && table.querySelectorAll(".rc-side:not([data-own]) .rc-row:not(.is-out)").length <= FEW) { best.closest("p").hidden = true; showBest(best.href); }
  }
  function unchoose() {
    asked += 1;
    pair = null;
    said = "";
    table.querySelector("[data-attack-panel]")?.replaceChildren();
    mark();
  }
  function mark() {
    for (const one of table.querySelectorAll(".rc-row")) one.classList.toggle("is-target", one.dataset.unit === pair?.[1]);
  }
  let later = 0;
  function change(form) {
    const fields = new FormData(form);
    for (const name of ["unit", "target", "seat", "shown"]) fields.delete(name);
    said = new URLSearchParams(fields).toString();
    clearTimeout(later);
    later = setTimeout(() => load(), SOON);
  }

  // In a new Round, and where it is one's own turn to activate, one's own rows come into view; on a phone the targets
  // once a unit of one's own acts.
  const place = () => ({ turn: board()?.dataset.turn ?? "", active: board()?.dataset.active ?? "" });
  let shown = place();
  function bringIntoView() {
    const before = shown;
    shown = place();
    if (dialog.open || document.activeElement.matches("textarea, input:not([type=hidden])")) return;
    const isNew = shown.turn !== before.turn && (shown.turn.endsWith("own") || parseInt(shown.turn, 10) !== parseInt(before.turn, 10));
    if (isNew) window.scrollTo(0, 0);
    const isActive = shown.active && shown.active !== before.active;
    if (isActive && matchMedia(NARROW).matches) table.querySelector(".rc-side:not([data-own])")?.scrollIntoView();
  }

  // An answer that is to be given again: this phone gives it to the same question, whatever its numbers, until the Round
  // ends or something is undone. Each table is answered once, so that an answer that was refused is not sent again.
  const again = new Map();
  let roundOf = 0;
  let answered = "";
  function question() {
    const tick = table.querySelector("[data-again]");
    const words = table.querySelector("#tb-act h2 + p")?.textContent.replace(/\d+/g, "#");
    return tick && { tick, form: tick.closest("form"), words: `${board().dataset.seat ?? ""} ${words}` };
  }
  function answerAgain() {
    const round = parseInt(board().dataset.turn, 10);
    if (round !== roundOf) again.clear();
    roundOf = round;
    const asked = question();
    if (asked) asked.tick.hidden = false;
    if (again.size) tellAgain();
    const button = asked && [...asked.form.querySelectorAll("[data-answer]")].find((one) => one.dataset.answer === again.get(asked.words));
    const { number } = table.querySelector("[data-number]").dataset;
    if (!button || number === answered) return;
    answered = number;
    setTimeout(() => { if (button.isConnected) table.dispatchEvent(new CustomEvent("tb-send", { detail: { form: asked.form, button } })); });
  }
  function tellAgain() {
    const words = document.createElement("p");
    const stop = document.createElement("button");
    words.className = "about rc-again";
    words.textContent = `Until the Round ends this phone answers: ${[...new Set(again.values())].join(", ")}. `;
    Object.assign(stop, { type: "button", className: "button small", textContent: "Ask me" });
    stop.addEventListener("click", () => { again.clear(); words.remove(); });
    words.append(stop);
    board().prepend(words);
  }

  table.addEventListener("tb-swapped", () => {
    if (!board()) return;
    bringIntoView();
    answerAgain();
    // While a roll of the pair goes on, it stays chosen: the next attack on it is one tap.
    const { active } = board().dataset;
    const lesson = table.querySelector("[data-lesson]");
    const isGone = pair && (!row(pair[1]) || row(pair[1]).classList.contains("is-out") || (lesson && lesson.dataset.kind !== "attack"));
    if (isGone || (plays() && active !== pair?.[0])) unchoose();
    else if (pair && active) load(false, true);
    else if (pair) mark();
    showFew();
    if (!dialog.open) return;
    if (table.querySelector(".tb-trouble, [data-confirm]")) dialog.close();
    else if (sheet) openSheet(sheet);
  });
  table.addEventListener("change", (event) => {
    const form = event.target.closest("[data-said]");
    if (form) change(form);
  });
  // A number that is tapped is typed over.
  table.addEventListener("focusin", (event) => { if (event.target.matches(".rc-number input")) event.target.select(); });
  table.addEventListener("submit", (event) => {
    if (event.target.querySelector("[data-again] input:checked")) again.set(question().words, event.submitter.dataset.answer);
    if (event.target.elements.act?.value === "undo") again.clear();
    if (!event.target.matches("[data-said]")) return;
    event.preventDefault();
    change(event.target);
  });

  let pressed = 0;
  let wasLong = false;
  const trackAt = (event) => (plays() ? event.target.closest?.(".rc-track[data-r], .rc-chip[data-r]") : null);
  for (const place of [table, dialog]) {
    place.addEventListener("pointerdown", (event) => {
      const part = trackAt(event);
      wasLong = false;
      clearTimeout(pressed);
      if (part) pressed = setTimeout(() => { wasLong = true; askNumber(read(part)); }, LONG);
    });
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) place.addEventListener(name, () => clearTimeout(pressed));
    place.addEventListener("contextmenu", (event) => {
      const part = trackAt(event);
      if (!part) return;
      event.preventDefault();
      clearTimeout(pressed);
      if (!wasLong) askNumber(read(part));
    });
    place.addEventListener("click", (event) => {
      if (wasLong) { wasLong = false; event.preventDefault(); return; }
      tap(event);
    });
  }

  function tap(event) {
    const { target } = event;
    const step = target.closest("[data-step]");
    if (step) { stepNumber(step); return; }
    if (target.closest("[data-unchoose]")) { unchoose(); return; }
    const best = target.closest("[data-best]");
    if (best && !event.ctrlKey && !event.metaKey) { event.preventDefault(); showBest(best.href); return; }
    const link = target.closest("[data-open], [data-target]");
    if (link && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      if (link.dataset.open) { openSheet(link.dataset.open); return; }
      const unit = link.closest("[data-unit]").dataset.unit;
      dialog.close();
      choose(unit, link.dataset.target, event.detail === 0);
      return;
    }
    const home = target.closest(".rc-row");
    const part = trackAt(event);
    const active = board()?.dataset.active;
    const isAimed = home && active && !home.closest("[data-own]") && !home.classList.contains("is-out") && !target.closest("img");
    if (part && !isAimed) {
      const one = read(part);
      if (part.matches(".rc-track")) tapBox(one, event);
      else if (one.kind === "status" && one.isOwn) set(one, one.least);
      else askNumber(one);
      return;
    }
    if (!home || target.closest("button") || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (isAimed && pair?.[1] === home.dataset.unit) unchoose();
    else if (isAimed) choose(active, home.dataset.unit, event.detail === 0);
    else openSheet(home.dataset.unit);
  }
  function stepNumber(button) {
    const input = button.parentElement.querySelector("input");
    const { least, most } = input.dataset;
    let value = Number(input.value || 0) + Number(button.dataset.step);
    if (least !== undefined) value = Math.max(Number(least), value);
    if (most !== undefined) value = Math.min(Number(most), value);
    input.value = value;
    const form = button.closest("[data-said]");
    if (form) change(form);
  }
  if (board()) { answerAgain(); showFew(); }
})();
