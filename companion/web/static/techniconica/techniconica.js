// Cards are moved by drag, by two taps, or by keyboard. The selects hold which card lies where.
(() => {
  "use strict";
  const form = document.getElementById("build");
  const hand = form && form.querySelector("[data-hand]");
  if (!hand) return;
  const BASE = { locomotor: ["locomotor"], cockpit: ["cockpit"], pilot: ["pilot"], auxiliary: ["weapon", "power-plant"] };
  const ATTACHED = ["armour", "shield", "modification", "support"];
  let held = null;
  let building = null;

  // A squad of another browser is only read: there are no cards to choose from, and nothing moves.
  const cards = form.querySelector("[data-cards]");
  if (cards) cards.hidden = false;
  form.classList.add("is-live");

  const changed = (select) => {
    select.dispatchEvent(new Event("input", { bubbles: true }));
    select.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const base = (cell) => cell.querySelector("[data-base]");
  const attached = (cell) => [...cell.querySelectorAll("[data-attached]")];

  function cardFacts(id) {
    return form.querySelector(`.tc-card[data-card="${CSS.escape(id)}"]`);
  }

  // A cell's texts follow its select.
  function restate(cell) {
    const source = cardFacts(base(cell).value);
    cell.classList.toggle("is-filled", base(cell).value !== "");
    cell.querySelectorAll(".tc-stats, .tc-rules").forEach((part) => part.remove());
    cell.dataset.kind = source ? source.dataset.kind : "";
    if (!source) return;
    let after = base(cell).closest(".tc-choose");
    for (const part of source.querySelectorAll(".tc-stats, .tc-rules")) {
      const copy = part.cloneNode(true);
      after.after(copy);
      after = copy;
    }
  }

  // A narrow cell shows a card's whole name over its select.
  function title(select) {
    const shell = select.closest(".tc-choose");
    if (!shell) return;
    let words = shell.querySelector(".tc-name");
    if (!words) {
      words = document.createElement("span");
      words.className = "tc-name";
      words.setAttribute("aria-hidden", "true");
      shell.prepend(words);
    }
    words.textContent = select.value ? select.selectedOptions[0].textContent : select.matches("[data-base]") ? "choose" : "+";
    words.classList.toggle("is-empty", !select.value);
  }
  const titleAll = (within) => within.querySelectorAll(".tc-choose select").forEach(title);

  // There is always one more empty box for attached cards.
  function spare(cell) {
    const boxes = attached(cell);
    if (!boxes.length || boxes.at(-1).value === "") return;
    const shell = boxes.at(-1).closest(".tc-choose").cloneNode(true);
    const box = shell.querySelector("select");
    box.value = "";
    box.setAttribute("aria-label", box.getAttribute("aria-label").replace(/\d+$/, boxes.length + 1));
    boxes.at(-1).closest(".tc-choose").after(shell);
    titleAll(cell);
  }

  function attach(cell, id) {
    spare(cell);
    const box = attached(cell).find((one) => one.value === "");
    if (!box) return;
    box.value = id;
    spare(cell);
    changed(box);
  }

  function takes(cell) {
    if (!held) return false;
    if (held.cell === cell) return false;
    if (ATTACHED.includes(held.kind)) return base(cell).value !== "" && cell.dataset.cell !== "pilot";
    return BASE[cell.dataset.cell].includes(held.kind);
  }

  function put(cell) {
    if (!takes(cell)) return;
    building = cell.closest("[data-mech]");
    const { id, kind, cell: from } = held;
    if (ATTACHED.includes(kind)) {
      attach(cell, id);
    } else if (from) {
      swap(from, cell);
    } else {
      base(cell).value = id;
      restate(cell);
      changed(base(cell));
    }
    drop();
    base(cell).focus();
  }

  function swap(from, to) {
    const contents = (cell) => ({ card: base(cell).value, extras: attached(cell).map((box) => box.value).filter(Boolean) });
    const [a, b] = [contents(from), contents(to)];
    fill(from, b);
    fill(to, a);
    changed(base(to));
  }

  function fill(cell, { card, extras }) {
    base(cell).value = card;
    attached(cell).slice(1).forEach((box) => box.closest(".tc-choose").remove());
    attached(cell).forEach((box) => { box.value = ""; });
    for (const extra of extras) {
      spare(cell);
      attached(cell).find((box) => box.value === "").value = extra;
    }
    spare(cell);
    restate(cell);
    titleAll(cell);
  }

  // A drag only marks the places: a page that moves under the pointer would end it.
  function drag(event, thing) {
    event.dataTransfer.setData("text/plain", thing.id);
    drop();
    held = thing;
    setTimeout(() => places().forEach((cell) => cell.classList.add("is-aim")));
  }

  const places = () => [...form.querySelectorAll("[data-cell]")].filter(takes);

  function lift(thing) {
    drop();
    held = thing;
    thing.button.setAttribute("aria-pressed", "true");
    for (const cell of places()) {
      cell.classList.add("is-aim");
      const button = document.createElement("button");
      button.type = "button";
      button.className = "tc-put";
      button.textContent = ATTACHED.includes(thing.kind) ? "Attach here" : "Put here";
      cell.append(button);
      // The whole place takes the tap: what lies over its boxes, and the button for keyboards and screen readers.
      cell.addEventListener("click", take, { capture: true });
    }
    const targets = form.querySelectorAll(".tc-put").length;
    hand.textContent = targets
      ? `${thing.name} is in your hand: choose a place for it. Press Escape or tap the card again to put it back.`
      : `${thing.name} has no place yet: first choose the Base Part to attach it to.`;
    hand.hidden = false;
  }

  function take(event) {
    event.preventDefault();
    event.stopPropagation();
    put(event.currentTarget);
  }

  function drop() {
    form.querySelectorAll("[data-cell]").forEach((cell) => cell.removeEventListener("click", take, { capture: true }));
    form.querySelectorAll(".tc-put").forEach((button) => button.remove());
    form.querySelectorAll(".is-aim").forEach((cell) => cell.classList.remove("is-aim"));
    form.querySelectorAll('[aria-pressed="true"]').forEach((button) => button.setAttribute("aria-pressed", "false"));
    hand.hidden = true;
    held = null;
  }

  const fromCard = (button) => ({ id: button.dataset.card, kind: button.dataset.kind, name: button.querySelector("strong").textContent, button });
  const fromCell = (cell, button) => ({
    id: base(cell).value, kind: cell.dataset.kind, cell, button, name: base(cell).selectedOptions[0].textContent,
  });

  for (const button of form.querySelectorAll(".tc-card")) {
    button.addEventListener("click", () => {
      const again = held && held.button === button;
      drop();
      if (again) return;
      lift(fromCard(button));
      const puts = [...form.querySelectorAll(".tc-put")];
      const next = puts.find((one) => one.closest("[data-mech]") === building) || puts[0];
      if (!next) return;
      next.closest("[data-cell]").scrollIntoView({ block: "center", behavior: "auto" });
      next.focus({ preventScroll: true });
    });
    button.addEventListener("dragstart", (event) => drag(event, fromCard(button)));
    button.addEventListener("dragend", drop);
  }

  function ready(cell) {
    if (cards && cell.dataset.cell === "auxiliary") {
      const move = document.createElement("button");
      move.type = "button";
      move.className = "tc-move";
      move.textContent = "⇄";
      move.draggable = true;
      move.setAttribute("aria-pressed", "false");
      move.setAttribute("aria-label", `Move the card in ${cell.querySelector("label").textContent}`);
      move.addEventListener("click", () => {
        const again = held && held.button === move;
        drop();
        if (!again && base(cell).value) lift(fromCell(cell, move));
      });
      move.addEventListener("dragstart", (event) => {
        if (base(cell).value) drag(event, fromCell(cell, move));
        else event.preventDefault();
      });
      move.addEventListener("dragend", drop);
      cell.append(move);
    }
    cell.addEventListener("dragover", (event) => { if (takes(cell)) event.preventDefault(); });
    cell.addEventListener("drop", (event) => { event.preventDefault(); put(cell); });
    titleAll(cell);
    cell.addEventListener("change", (event) => {
      if (event.target.matches("[data-base]")) restate(cell);
      if (event.target.matches("[data-attached]")) spare(cell);
      titleAll(cell);
    });
  }
  form.querySelectorAll("[data-cell]").forEach(ready);

  // Each card says how many of it are left, where only the player's own cards are used.
  function count() {
    const shown = document.querySelector("[data-left]");
    const left = shown && JSON.parse(shown.dataset.left);
    for (const card of form.querySelectorAll(".tc-card")) {
      const there = left ? Math.max(left[card.dataset.card] || 0, 0) : 1;
      card.querySelector("[data-count]").textContent = left ? `${there} left` : "";
      card.classList.toggle("is-gone", there === 0);
    }
  }
  count();
  // A grid that was laid out again has new places.
  form.addEventListener("tc:places", (event) => { drop(); event.detail.forEach(ready); });
  // The meters above each grid follow those beside the verdict.
  const verdict = document.querySelector("[data-verdict]");
  new MutationObserver(() => {
    const fresh = verdict.querySelectorAll(".tc-meters");
    if (!verdict.querySelector(".verdict")) return;
    count();
    const filled = [...form.querySelectorAll("[data-mech]")].filter((mech) =>
      [...mech.querySelectorAll("select, input[id$='-name']")].some((box) => box.value.trim() !== ""));
    filled.forEach((mech, index) => {
      if (fresh[index]) mech.querySelector("[data-meters]").replaceChildren(fresh[index].cloneNode(true));
    });
  }).observe(verdict, { childList: true });

  form.addEventListener("keydown", (event) => { if (event.key === "Escape" && held) { held.button.focus(); drop(); } });
})();
