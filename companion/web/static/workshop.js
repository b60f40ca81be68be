// The table of a builder: cards are added, moved and removed by tap, drag or keyboard. The server does each act on what
// is typed and sends the table, the fields and the verdict back; without scripts the same buttons do it page by page.
(() => {
  "use strict";
  const root = document.querySelector("[data-workshop]");
  const form = document.getElementById("build");
  if (!root || !form || !form.dataset.check || !window.fetch) return;
  document.documentElement.classList.add("has-script");
  const side = document.querySelector("[data-verdict]");
  const bar = form.querySelector(".save-bar a[href='#verdict']");
  const APART = ["csrf_token", "version", "shown-version"];
  const MOST_KEPT = 300; // Digests in a header of 4 kB: the parts of some 150 cards.
  const trouble = document.querySelector("[data-trouble]");
  let turn = Promise.resolve();
  let waiting = 0;
  let typing = 0;
  let aim = "";
  let held = null;
  let known = "";

  const state = () => new URLSearchParams([...new FormData(form)].filter(([name]) => !APART.includes(name))).toString();
  const tell = (name, detail) => root.dispatchEvent(new CustomEvent(`workshop:${name}`, { detail }));
  const board = () => document.getElementById("board");

  function bodyOf(typed) {
    const body = new FormData();
    for (const [name, value] of new URLSearchParams(typed)) body.append(name, value);
    for (const name of APART) if (form.elements[name]) body.append(name, form.elements[name].value);
    return body;
  }

  const worth = (field) => (/^(checkbox|radio)$/.test(field.type) ? field.checked : field.value);

  // What was typed while the server worked stays in the fields that it sends.
  function retype(sent, writing) {
    for (const [field, was] of sent) {
      const fresh = field.id && (was !== worth(field) || field === writing) && document.getElementById(field.id);
      if (!fresh || fresh === field) continue;
      if (typeof was === "boolean") fresh.checked = field.checked;
      else fresh.value = field.value;
    }
  }

  function say(words) {
    trouble.textContent = words;
    trouble.hidden = !words;
  }

  // Where a fold is after an act: in the card that it was in, also where two cards changed places.
  function again(fold, onto) {
    const card = fold.closest("[data-placed]")?.dataset.placed;
    const pair = onto?.pair ?? [];
    if (!pair.includes(card)) return `#${CSS.escape(fold.id)}`;
    return `[data-placed="${CSS.escape(pair.find((other) => other !== card))}"] details[id^="${fold.id.replace(/\d+$/, "")}"]`;
  }

  // Parts whose fields are as the server sent them, by their digests: an answer leaves these out.
  function untouched(ids) {
    const parts = new Map();
    for (const part of ids.flatMap((id) => [...document.querySelectorAll(`#${id} [data-part]`)])) {
      if (![...part.querySelectorAll("input, select, textarea")].some(isTyped)) parts.set(part.dataset.part, part);
    }
    return new Map([...parts].slice(0, MOST_KEPT));
  }

  function isTyped(field) {
    if (field.matches("select")) return field.selectedIndex !== Math.max(0, [...field.options].findIndex((option) => option.defaultSelected));
    return /^(checkbox|radio)$/.test(field.type) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
  }

  // Where an answer left a part out, that of the page takes its place.
  function putBack(fresh, kept) {
    const used = new Set();
    for (const place of fresh.querySelectorAll("[data-kept]")) {
      const part = kept.get(place.dataset.kept);
      place.replaceWith(used.has(part) ? part.cloneNode(true) : part);
      used.add(part);
    }
  }

  // What is answered replaces the elements of the page with the same ids. Returns whether there was an answer.
  async function ask(body, parts, onto = null) {
    const kept = untouched(parts);
    const sent = new Map([...form.elements].map((field) => [field, worth(field)]));
    const busy = setTimeout(() => root.classList.add("is-busy"), 250);
    try {
      const headers = { "X-Fragment": parts.includes("fields") ? "workshop" : "typed", "X-Kept": [...kept.keys()].join(" ") };
      const response = await fetch(form.dataset.check, { method: "POST", headers, body });
      if (!response.ok && response.status !== 422) throw new Error(String(response.status));
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const focus = onto ?? place(document.activeElement);
      const writing = document.activeElement.closest("#board input"); // A space at its end is part of the next word.
      for (const id of parts) {
        const [old, fresh] = [document.getElementById(id), page.getElementById(id)];
        for (const opened of old?.querySelectorAll("details[id][open]") ?? []) fresh?.querySelector(again(opened, onto))?.setAttribute("open", "");
        if (fresh && old) {
          putBack(document.adoptNode(fresh), kept);
          old.replaceWith(fresh);
        } else if (old && id === "board") old.classList.add("is-stale");
      }
      retype(sent, writing);
      refocus(focus);
      mirror();
      say("");
      return true;
    } catch (error) {
      const why = error instanceof TypeError ? "The server cannot be reached." : `The server could not do this (${error.message}).`;
      say(`${why} What you did last is not on the table; try again.`);
      return false;
    } finally {
      clearTimeout(busy);
      root.classList.remove("is-busy");
    }
  }

  const caret = (field) => (/^(text|search|textarea)$/.test(field.type) ? field.selectionStart : null);

  // The focus stays on the card or the button it was on, or goes to the place where the card lay.
  function place(element) {
    const within = element?.closest?.("#board [data-place]");
    if (!within) {
      const kept = element?.closest?.("#verdict-content, #fields, #board") && element.id;
      return kept ? { id: element.id, caret: caret(element) } : null;
    }
    return { id: element.id, lift: element.dataset.lift, place: within.dataset.place, caret: caret(element) };
  }

  function refocus(was) {
    if (!was) return;
    const cell = was.place && board()?.querySelector(`[data-place="${CSS.escape(was.place)}"]`);
    const same = was.id ? document.getElementById(was.id) : was.lift && board()?.querySelector(`[data-lift="${CSS.escape(was.lift)}"]`);
    const near = was.place && (cell || board())?.querySelector("[data-lift], [data-aim]");
    const next = same?.disabled ? same.parentElement.querySelector("button:enabled") : same; // Moved up, it is the first.
    (next || near)?.focus({ preventScroll: true });
    if (was.pair) next?.scrollIntoView({ block: "nearest" });
    if (same && Number.isInteger(was.caret)) same.setSelectionRange(was.caret, was.caret);
  }

  // The bar and the sheet of cards say what the build amounts to; while something cannot be read, what it last was.
  function mirrorTotals() {
    const totals = side.querySelector("[data-totals]");
    if (totals) for (const line of root.querySelectorAll(".bar-totals")) line.textContent = totals.textContent;
  }

  function mirror() {
    mirrorTotals();
    if (!bar) return;
    const verdict = side.querySelector(".verdict");
    const count = side.querySelectorAll(".finding.error").length;
    const legal = verdict && verdict.classList.contains("legal");
    bar.textContent = !verdict ? "Problems" : legal ? "✓ Legal" : count ? `✕ ${count} problem${count === 1 ? "" : "s"}` : "✕ Empty";
    bar.classList.toggle("is-legal", !!legal);
    bar.classList.toggle("is-illegal", !!verdict && !legal);
  }

  // Acts wait for one another: two quick taps are two cards.
  function inTurn(work) {
    waiting += 1;
    turn = turn.then(work, work).finally(() => { waiting -= 1; });
    return turn;
  }

  // Save waits for what was tapped before it.
  form.addEventListener("submit", (event) => {
    if (!waiting) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const by = event.submitter;
    turn.then(() => form.requestSubmit(by?.isConnected ? by : null));
  });

  const act = (text, follow = null) => inTurn(async () => {
    settle(known);
    const before = state();
    const body = bodyOf(before);
    body.append("act", text);
    const onto = follow ?? (document.activeElement.dataset.put ? place(document.activeElement) : null);
    drop();
    await ask(body, ["board", "fields", "verdict-content"], onto);
    settle(before);
  });

  // What is restored is asked for when its turn comes: what was done before it is then known.
  const restore = (find) => inTurn(async () => {
    settle(known);
    const typed = find();
    if (typed === undefined) return true;
    drop();
    const answered = await ask(bodyOf(typed), ["board", "fields", "verdict-content"]);
    known = state();
    tell("changed", {});
    return answered;
  });

  function settle(before) {
    known = state();
    if (known !== before) tell("changed", { before });
  }

  // What is typed on the table is told in the fields too.
  let onTable = false;
  form.addEventListener("input", (event) => {
    clearTimeout(typing);
    onTable ||= !!event.target.closest("#board");
    typing = setTimeout(() => inTurn(async () => {
      const before = known;
      const parts = onTable ? ["board", "fields", "verdict-content"] : ["board", "verdict-content"];
      onTable = false;
      await ask(bodyOf(state()), parts);
      settle(before);
    }), 200);
  });

  // A lifted card: places that take it offer themselves.
  function lift(thing) {
    drop();
    held = thing;
    thing.button?.setAttribute("aria-pressed", "true");
    for (const cell of board().querySelectorAll("[data-place]")) {
      if (!takes(cell)) continue;
      cell.classList.add("is-aim");
      if (thing.dragged) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "button small place-put";
      button.dataset.put = cell.dataset.place;
      button.textContent = `Move to ${cell.dataset.title}`;
      cell.append(button);
    }
    const own = thing.at && !thing.dragged && thing.button.closest("[data-place]:not([data-room])");
    if (own) offer(own, true);
  }

  function takes(cell) {
    if (!held || !cell.dataset.takes.split(" ").includes(held.kind)) return false;
    return !held.at || !cell.querySelector(`[data-lift="${CSS.escape(held.at)}"]`);
  }

  function drop() {
    held?.button?.setAttribute("aria-pressed", "false");
    if (document.activeElement?.dataset.put) held?.button?.focus({ preventScroll: true });
    held = null;
    aim = "";
    for (const button of root.querySelectorAll(".place-put")) button.remove();
    for (const cell of root.querySelectorAll(".is-aim")) cell.classList.remove("is-aim");
    tell("aimed", { at: "", takes: [], title: "" });
  }

  function aimAt(cell) {
    drop();
    cell.classList.add("is-aim");
    offer(cell, false);
  }

  // Cards chosen now go to this place; a lifted card is what they replace, and the focus stays on it.
  function offer(cell, lifted) {
    aim = cell.dataset.place;
    tell("aimed", { at: aim, takes: cell.dataset.takes.split(" "), title: cell.dataset.title, lifted });
  }

  const add = (card) => act(`add ${card}${aim ? ` ${aim}` : ""}`);
  const lifted = (button) => ({ at: button.dataset.lift, kind: button.closest("[data-placed]").dataset.kind, button });

  root.addEventListener("click", (event) => {
    const hit = (what) => event.target.closest(what);
    const button = hit("button[name=act]");
    if (button) {
      event.preventDefault();
      if (button.dataset.add) add(button.dataset.add);
      else if (button.dataset.step) act(button.value, { id: `${button.dataset.step}-${button.dataset.with}`, pair: [button.dataset.of, button.dataset.with] });
      else act(button.value);
    } else if (hit("[data-put]")) {
      act(`move ${held.at} ${hit("[data-put]").dataset.put}`);
    } else if (hit("[data-lift]")) {
      const again = held?.button === hit("[data-lift]");
      if (again) drop();
      else lift(lifted(hit("[data-lift]")));
    } else if (hit("[data-aim]")) {
      event.preventDefault();
      aimAt(hit("[data-place]"));
    }
  });

  // Fixes are acts too: they change what is typed without leaving the page.
  const apply = (change) => inTurn(async () => {
    const before = state();
    const body = bodyOf(before);
    body.append("fix", change);
    const answered = await ask(body, ["board", "fields", "verdict-content"]);
    settle(before);
    return answered;
  });
  side.addEventListener("click", (event) => {
    const fix = event.target.closest("button[name=fix]");
    if (!fix) return;
    event.preventDefault();
    apply(fix.value);
  });

  function words(used) {
    if (used) return "Used. Nothing is saved yet: Save keeps it, Undo takes it back.";
    const refused = side.querySelector(".input-errors, .wrong");
    return refused ? "This could not be used; why is said with the problems." : "The build has this already.";
  }

  // What an analysis proposed is used as soon as the page is here, and can be undone.
  async function use(button) {
    history.replaceState(null, "", button.dataset.use);
    const before = state();
    if (!await apply(button.value)) return;
    button.previousElementSibling.textContent = words(state() !== before);
    const [line, used] = [button.parentElement, state()];
    button.remove();
    root.addEventListener("workshop:changed", () => { line.hidden = state() !== used; }); // Undone, it is not used.
  }

  root.addEventListener("dragstart", (event) => {
    const [card, placed] = [event.target.closest("[data-add]"), event.target.closest("[data-lift]")];
    if (!card && !placed) return;
    event.dataTransfer.setData("text/plain", (card || placed).getAttribute("aria-label"));
    const thing = placed ? lifted(placed) : { card: card.dataset.add, kind: card.closest("[data-choice]").dataset.kind };
    setTimeout(() => lift({ ...thing, dragged: true }));
  });
  root.addEventListener("dragend", drop);
  root.addEventListener("dragover", (event) => {
    const cell = event.target.closest("[data-place]");
    if ((cell && takes(cell)) || (held?.at && event.target.closest("[data-shop]"))) event.preventDefault();
  });
  root.addEventListener("drop", (event) => {
    const cell = event.target.closest("[data-place]");
    if (!held) return;
    event.preventDefault();
    if (!cell) act(`remove ${held.at}`);
    else act(held.at ? `move ${held.at} ${cell.dataset.place}` : `add ${held.card} ${cell.dataset.place}`);
  });

  // Arrows go to the nearest card or place in their direction (with a lifted card: to a place that takes it), Delete
  // removes a card, Escape lets go.
  const { isPressed } = window.shortcuts;
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  root.addEventListener("keydown", (event) => {
    const here = event.target.closest("[data-lift], [data-aim], [data-add], [data-put]");
    if (isPressed(event, "drop")) return drop();
    if (!here) return undefined;
    if (isPressed(event, "remove") && here.dataset.lift) {
      event.preventDefault();
      return act(`remove ${here.dataset.lift}`);
    }
    if (isPressed(event, "move")) {
      event.preventDefault();
      return nearest(here, ARROWS[event.key])?.focus();
    }
    if (isPressed(event, "search")) {
      event.preventDefault();
      if (here.dataset.aim) aimAt(here.closest("[data-place]"));
      tell("search", event.key);
    }
    return undefined;
  });

  function nearest(here, [x, y]) {
    const middle = (element) => {
      const box = element.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const [atX, atY] = middle(here);
    let best = null;
    let least = Infinity;
    const things = held ? "[data-put]" : "[data-lift], [data-aim], [data-add]";
    for (const other of root.querySelectorAll(things)) {
      if (other === here || other.offsetParent === null) continue;
      const [dx, dy] = [middle(other)[0] - atX, middle(other)[1] - atY];
      const along = dx * x + dy * y;
      const aside = Math.abs(dx * y) + Math.abs(dy * x);
      if (along <= 1 || along + 3 * aside >= least) continue;
      [best, least] = [other, along + 3 * aside];
    }
    return best;
  }

  window.workshop = { root, form, state, restore, bodyOf, drop };
  known = state();
  const proposed = document.querySelector("[data-use]");
  if (proposed) window.addEventListener("DOMContentLoaded", () => use(proposed)); // The history listens by then.
  mirror();
})();
