// A table of cards: arrows between cells, rows, paste, undo, the face of the row in focus. Without scripts it is a form.
(() => {
  "use strict";
  const form = document.querySelector("form[data-grid]");
  if (!form || !window.fetch) return;
  const MOST_STEPS = 60;
  const SPARE = 3;
  const body = form.querySelector("tbody");
  const blank = form.querySelector("[data-row]").content.querySelector("tr");
  const heads = [...form.querySelectorAll("[data-column]")];
  const columns = heads.map((head) => head.dataset.column);
  const [hint, place, stale, wrong, notes] = ["hint", "face-here", "stale", "wrong", "notes"].map((name) => form.querySelector(`[data-${name}]`));
  const first = Number(body.rows[0].cells[0].textContent);
  const came = [...body.rows].map((row) => row.dataset.from).filter(Boolean);
  const cells = (row) => [...row.querySelectorAll(".grid-cell")];
  const values = (row) => cells(row).map((cell) => cell.value);
  const isEmpty = (row) => cells(row).every((cell) => !cell.value.trim());
  let made = 0;
  let dirty = false;
  let last; // the table as it was before what is being typed now: each row with its values
  let done = [];
  let undone = [];
  const begun = document.activeElement?.closest("[data-grid] .grid-cell"); // where somebody was quicker than this script
  let here = begun ?? body.querySelector(".grid-cell"); // the cell in focus, or that was

  // Rows.

  function newRow() {
    const row = blank.cloneNode(true);
    const head = row.cells[0];
    head.id = `row-new-${++made}`;
    for (const cell of cells(row)) cell.setAttribute("aria-labelledby", `${head.id} ${cell.getAttribute("aria-labelledby").split(" ")[1]}`);
    return row;
  }

  function renumber() {
    while (body.rows.length < SPARE || [...body.rows].slice(-SPARE).some((row) => !isEmpty(row) || row.dataset.from)) {
      if (body.rows.length >= Number(form.dataset.most)) break;
      body.append(newRow());
    }
    [...body.rows].forEach((row, index) => { row.cells[0].firstChild.data = String(first + index); });
  }

  // Undo: each step is the whole table, rows as they are and the texts in them.

  const state = () => [...body.rows].map((row) => ({ row, texts: values(row) }));
  const differs = (a, b) => a.length !== b.length || a.some(({ row, texts }, i) => row !== b[i].row || texts.some((text, j) => text !== b[i].texts[j]));

  function commit() {
    renumber();
    const now = state();
    if (!differs(now, last)) return;
    done = [...done, last].slice(-MOST_STEPS);
    undone = [];
    last = now;
    dirty = true;
    draw();
  }

  function restore(wanted) {
    const [row, column] = [here.closest("tr").rowIndex - 1, cells(here.closest("tr")).indexOf(here)];
    body.replaceChildren(...wanted.map((one) => one.row));
    for (const one of wanted) cells(one.row).forEach((cell, i) => { if (cell.value !== one.texts[i]) setText(cell, one.texts[i]); });
    renumber();
    last = state();
    go(Math.max(0, Math.min(row, body.rows.length - 1)), column);
    draw();
  }

  function undo() {
    if (differs(state(), last)) return restore(last); // what is being typed and nothing else
    if (!done.length) return;
    undone.push(last);
    restore(done.pop());
  }

  function redo() {
    if (!undone.length) return;
    done.push(last);
    restore(undone.pop());
  }

  // Moving about.

  function go(row, column) {
    const target = body.rows[row] && cells(body.rows[row])[column];
    if (!target) return false;
    target.focus();
    target.select();
    return true;
  }

  function step(cell, down, right) {
    const row = cell.closest("tr");
    const column = cells(row).indexOf(cell) + right;
    if (column < 0) return go(row.rowIndex - 2, columns.length - 1);
    if (column >= columns.length) return go(row.rowIndex, 0);
    if (down > 0 && !row.nextElementSibling) commit();
    return go(row.rowIndex - 1 + down, column);
  }

  function setText(cell, text) {
    cell.value = text;
    mark(cell, "");
  }

  // Marks.

  function mark(cell, sentence) {
    const box = cell.parentElement;
    box.querySelector(".wrong")?.remove();
    box.classList.toggle("has-error", !!sentence);
    for (const name of ["aria-invalid", "aria-describedby"]) cell.removeAttribute(name);
    if (!sentence) return;
    const told = document.createElement("p");
    told.className = "wrong";
    told.id = `${cell.getAttribute("aria-labelledby").replaceAll(" ", "-")}-wrong`;
    told.textContent = sentence;
    box.append(told);
    cell.setAttribute("aria-invalid", "true");
    cell.setAttribute("aria-describedby", told.id);
  }

  function markRow(row, sentences) {
    cells(row).forEach((cell, i) => mark(cell, sentences[columns[i]] || ""));
  }

  function list(box, sentences, tag) {
    box.hidden = !sentences.length;
    const lines = sentences.map((sentence) => Object.assign(document.createElement(tag), { textContent: sentence }));
    (box.querySelector("ul") || box).replaceChildren(...lines);
    if (sentences.length) box.scrollIntoView({ block: "nearest" });
  }

  // What the server is asked.

  async function ask(address, fields) {
    const sent = new FormData();
    sent.set("csrf_token", form.elements.csrf_token.value);
    for (const [name, value] of Object.entries(fields)) sent.set(name, value);
    try {
      const response = await fetch(address, { method: "POST", body: sent });
      const text = await response.text();
      if (response.headers.get("Content-Type")?.includes("json")) return { status: response.status, ...JSON.parse(text) };
      const page = new DOMParser().parseFromString(text, "text/html");
      const why = [...page.querySelectorAll("main h1, main h1 ~ p")].slice(0, 2).map((part) => part.textContent.trim()).join(": ");
      return { status: response.status, errors: [why || `The server answered ${response.status}. Try again.`] };
    } catch {
      return { status: 0, errors: ["The server cannot be reached. What you typed is still here: try again."] };
    }
  }

  const rowData = (row) => ({ source: row.dataset.from, cells: Object.fromEntries(values(row).map((text, i) => [columns[i], text]).filter(([, text]) => text.trim())) });

  // The face of the row in focus.

  let latest = 0;
  let timer = 0;
  let drawn = "";
  let bad = {}; // its bad cells, which are marked once they are left
  let typed; // the last row in focus that had something in it: its face stays while the next one is empty

  function draw() {
    if (!isEmpty(here.closest("tr"))) typed = here.closest("tr");
    clearTimeout(timer);
    timer = setTimeout(drawNow, 350);
  }

  async function drawNow() {
    if (!typed) return;
    const row = typed;
    const asked = JSON.stringify(rowData(row));
    if (asked === drawn) return markLeft(row);
    const mine = ++latest;
    const answer = await ask(form.dataset.face, { row: asked });
    if (mine !== latest) return;
    drawn = answer.html === undefined ? "" : asked;
    if (answer.html === undefined) return; // The face stays as it was: the next change asks again.
    if (answer.html || !place.querySelector(".face")) place.innerHTML = answer.html;
    place.querySelector(".face")?.classList.toggle("is-stale", !answer.html);
    for (const old of place.querySelectorAll(":scope > p")) old.remove();
    for (const note of answer.notes) place.append(Object.assign(document.createElement("p"), { className: "about", textContent: note }));
    bad = answer.wrong;
    if (asked === JSON.stringify(rowData(row))) markLeft(row);
  }

  function markLeft(row) {
    cells(row).forEach((cell, i) => { if (cell !== document.activeElement && bad[columns[i]]) mark(cell, bad[columns[i]]); });
  }

  // Pasted rows.

  async function fill(text, row, column) {
    commit();
    const above = row.rowIndex - 1;
    const answer = await ask(form.dataset.paste, { pasted: text, at: columns[column], above, columns: columns.join(" ") });
    list(wrong, answer.errors || [], "li");
    list(notes, answer.notes || [], "p");
    if (!answer.rows) return false;
    commit();
    let start = row.isConnected ? row.rowIndex - 1 : above;
    for (const pasted of answer.rows) {
      if (start >= body.rows.length) body.append(newRow());
      const target = cells(body.rows[start++]);
      for (const [path, cell] of Object.entries(pasted)) setText(target[columns.indexOf(path)], cell);
    }
    commit();
    go(start - 1, column);
    return true;
  }

  body.addEventListener("paste", (event) => {
    const cell = event.target.closest(".grid-cell");
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const lines = text.trim().includes("\n");
    const paragraph = cell?.tagName === "TEXTAREA" && !/<table/i.test(event.clipboardData?.getData("text/html") ?? "");
    if (!cell || !(text.trim().includes("\t") || (lines && !paragraph))) return; // One cell, or a text of several lines.
    event.preventDefault();
    fill(text, cell.closest("tr"), cells(cell.closest("tr")).indexOf(cell));
  });

  // What the buttons and keys do to the row in focus.

  const acts = {
    undo,
    redo,
    insert(row) {
      commit();
      row.after(newRow());
      commit();
      go(row.rowIndex, 0);
    },
    remove(row) {
      commit();
      const index = row.rowIndex - 1;
      row.remove();
      commit();
      go(Math.min(index, body.rows.length - 1), 0);
    },
    up(row) { shift(row, row.previousElementSibling, "before"); },
    down(row) { shift(row, row.nextElementSibling, "after"); },
    copy(row) {
      const above = row.previousElementSibling;
      if (!above) return;
      commit();
      setText(here, cells(above)[cells(row).indexOf(here)].value);
      here.focus();
      commit();
    },
  };

  function shift(row, other, where) {
    if (!other) return;
    commit();
    const column = cells(row).indexOf(here);
    other[where](row);
    commit();
    go(row.rowIndex - 1, column);
  }

  const atStart = (cell) => cell.selectionStart === 0 && (cell.selectionEnd === 0 || cell.selectionEnd === cell.value.length);
  const atEnd = (cell) => cell.selectionEnd === cell.value.length && (cell.selectionStart === cell.selectionEnd || cell.selectionStart === 0);

  function keyAct(event, cell) {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const [ctrl, alt, shifted] = [event.ctrlKey || event.metaKey, event.altKey, event.shiftKey];
    if (ctrl && !alt) {
      if (key === "z") return shifted ? "redo" : "undo";
      return { y: "redo", d: "copy", Enter: "insert" }[key];
    }
    if (alt) return { Delete: "remove", ArrowUp: "up", ArrowDown: "down" }[key];
    if (shifted) return undefined;
    const lineAbove = cell.value.slice(0, cell.selectionStart).includes("\n");
    const lineBelow = cell.value.slice(cell.selectionEnd).includes("\n");
    if (key === "Enter" || (key === "ArrowDown" && !lineBelow)) return [1, 0];
    if (key === "ArrowUp" && !lineAbove) return [-1, 0];
    if (key === "ArrowLeft" && atStart(cell)) return [0, -1];
    if (key === "ArrowRight" && atEnd(cell)) return [0, 1];
    return undefined;
  }

  body.addEventListener("keydown", (event) => {
    const cell = event.target.closest(".grid-cell");
    const act = cell && !event.isComposing && keyAct(event, cell);
    if (!act) return;
    event.preventDefault();
    if (Array.isArray(act)) step(cell, ...act);
    else acts[act](cell.closest("tr"));
  });
  form.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "s") return;
    event.preventDefault();
    form.requestSubmit();
  });
  form.addEventListener("click", (event) => {
    const button = event.target.closest("[data-do]");
    if (button) acts[button.dataset.do](here.isConnected ? here.closest("tr") : body.rows[0]);
  });

  body.addEventListener("focusin", (event) => {
    const cell = event.target.closest(".grid-cell");
    if (!cell) return;
    here = cell;
    const head = heads[cells(cell.closest("tr")).indexOf(cell)];
    hint.textContent = head.title ? `${head.textContent.replace(" *", "")}: ${head.title}` : "";
    if (hint.textContent && !cell.hasAttribute("aria-describedby")) cell.setAttribute("aria-describedby", hint.id);
    draw();
  });
  body.addEventListener("input", (event) => {
    dirty = true;
    mark(event.target, "");
    draw();
  });
  // Of values to choose from, a beginning that only one has stands for it.
  body.addEventListener("change", (event) => {
    const cell = event.target;
    const shape = heads[cells(cell.closest("tr")).indexOf(cell)].dataset.shape;
    if (cell.value && ["choice", "yes-no"].includes(shape)) {
      const begun = [...cell.list.options].filter((option) => option.value.toLowerCase().startsWith(cell.value.trim().toLowerCase()));
      if (begun.length === 1) cell.value = begun[0].value;
    }
    commit();
  });

  // Saving.

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = event.submitter;
    if (button?.name === "fill") return fillFromBox();
    commit();
    const kept = [...body.rows];
    const left = new Set(kept.map((row) => row.dataset.from));
    const removed = came.filter((source) => !left.has(source)).map((source) => ({ source, cells: {} }));
    while (kept.length && isEmpty(kept.at(-1)) && !kept.at(-1).dataset.from) kept.pop();
    const rows = JSON.stringify({ rows: [...kept.map(rowData), ...removed] });
    const bytes = new Blob([rows]).size;
    if (bytes > Number(form.dataset.bytes)) {
      list(wrong, [`The table has ${bytes.toLocaleString("en")} bytes, and ${Number(form.dataset.bytes).toLocaleString("en")} can be sent at once: cut the last rows out, save, and paste them again.`], "li");
      return;
    }
    form.setAttribute("aria-busy", "true");
    const fields = { rows, "was-digest": form.elements["was-digest"].value, ...(button?.name ? { [button.name]: button.value } : {}) };
    const answer = await ask(form.action, fields);
    form.removeAttribute("aria-busy");
    if (answer.address) {
      dirty = false;
      window.location.assign(answer.address);
      return;
    }
    stale.hidden = !answer.stale;
    list(wrong, answer.errors, "li");
    kept.forEach((row, i) => markRow(row, answer.marks?.[i] || {}));
    const marked = body.querySelector(".has-error .grid-cell");
    if (marked) marked.focus();
    else (answer.stale ? stale : wrong).scrollIntoView({ block: "center" });
  });

  async function fillFromBox() {
    const box = form.elements.pasted;
    const row = [...body.rows].find((one, i) => [...body.rows].slice(i).every((rest) => isEmpty(rest) && !rest.dataset.from)) ?? body.rows[body.rows.length - 1];
    if (box.value.trim() && (await fill(box.value, row, 0))) box.value = "";
  }

  window.addEventListener("beforeunload", (event) => { if (dirty) event.preventDefault(); });
  for (const tools of form.querySelectorAll("[data-tools]")) tools.hidden = false;
  last = state();
  renumber();
  last = state();
  document.querySelector(".grid-kinds [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  // The first empty row is where typing goes on.
  const next = [...body.rows].find((row) => isEmpty(row) && !row.dataset.from);
  if (next && !begun && !matchMedia("(hover: none)").matches && !body.querySelector(".has-error")) {
    cells(next)[0].focus({ preventScroll: true });
    form.querySelector(".grid-scroll").scrollTop = next.offsetTop;
  }
})();
