// Undo and redo of everything done in a builder, across saves, and a draft of each page kept in this browser until saved.
(() => {
  "use strict";
  const { root, form, state, restore } = window.workshop || {};
  const game = location.pathname.split("/")[1];

  // A draft is kept until the page that says what was saved has come: the builder's, or that of its matchup.
  const sent = sessionStorage.getItem(`sent:${game}`);
  const isBack = !!root && "unsaved" in root.dataset;
  if (sent && document.querySelector(".said:not([data-draft])") && !isBack) localStorage.removeItem(sent);
  sessionStorage.removeItem(`sent:${game}`);
  if (!root) return;
  const MOST = 100;
  const QUIET = 2000;
  const name = `${game}:${root.dataset.of}`;
  const drafts = `draft:${name}`;
  const [undo, redo] = [document.querySelector("[data-undo]"), document.querySelector("[data-redo]")];
  const saved = state();
  let timer = 0;
  let done = read("undo");
  let undone = read("redo");

  // What was done before a new build's first save goes on with the saved one.
  const carried = sessionStorage.getItem(`carry:${game}`);
  if (carried && root.dataset.of && !done.length) done = JSON.parse(carried);
  sessionStorage.removeItem(`carry:${game}`);

  let own = sent && isBack ? sent : `${drafts}:${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;

  function read(what) {
    return JSON.parse(sessionStorage.getItem(`${what}:${name}`) || "[]");
  }

  function show() {
    undo.disabled = !done.length;
    redo.disabled = !undone.length;
    sessionStorage.setItem(`undo:${name}`, JSON.stringify(done.slice(-MOST)));
    sessionStorage.setItem(`redo:${name}`, JSON.stringify(undone.slice(-MOST)));
  }

  async function step(back) {
    let taken;
    const turned = () => (back ? [done, undone] : [undone, done]);
    const answered = await restore(() => {
      const [from, to] = turned();
      if (from.length) to.push(state());
      taken = from.pop();
      return taken;
    });
    const [from, to] = turned();
    if (!answered && taken !== undefined) { // Nothing was changed: it can be tried again.
      to.pop();
      from.push(taken);
    }
    show();
  }

  undo.addEventListener("click", () => step(true));
  redo.addEventListener("click", () => step(false));
  document.addEventListener("keydown", (event) => {
    const back = window.shortcuts.isPressed(event, "undo");
    if ((!back && !window.shortcuts.isPressed(event, "redo")) || window.shortcuts.isTyping(event)) return; // Fields undo their own typing.
    event.preventDefault();
    step(back);
  });
  root.addEventListener("workshop:changed", (event) => {
    if (event.detail.before !== undefined) {
      done.push(event.detail.before);
      undone = [];
      show();
    }
    clearTimeout(timer);
    timer = setTimeout(keep, QUIET);
  });

  function keep() {
    const now = state();
    if (now === saved && !("unsaved" in root.dataset)) localStorage.removeItem(own);
    else localStorage.setItem(own, JSON.stringify({ state: now, at: Date.now() }));
  }
  window.addEventListener("pagehide", () => { if (timer) keep(); });
  form.addEventListener("submit", () => {
    clearTimeout(timer);
    timer = 0;
    keep();
    if (localStorage.getItem(own)) sessionStorage.setItem(`sent:${game}`, own);
    if (!root.dataset.of) sessionStorage.setItem(`carry:${game}`, JSON.stringify(done.slice(-MOST)));
    if (!root.dataset.of) for (const what of ["undo", "redo"]) sessionStorage.removeItem(`${what}:${name}`);
  });

  // The focus was on a button that is gone.
  const first = () => root.querySelector("[data-lift], [data-aim]")?.focus({ preventScroll: true });

  // Each page has a draft of its own; those of other tabs and of earlier visits are offered, the newest first.
  const line = document.querySelector("[data-draft]");
  const others = Object.keys(localStorage)
    .filter((key) => key !== own && (key === drafts || key.startsWith(`${drafts}:`)))
    .map((key) => ({ key, ...JSON.parse(localStorage.getItem(key)) }))
    .filter((draft) => draft.state !== saved)
    .sort((one, other) => other.at - one.at);
  for (const draft of others) offer(draft);

  function offer(draft) {
    const row = line.cloneNode(true);
    const when = new Date(draft.at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    const title = new URLSearchParams(draft.state).get("title")?.trim();
    row.querySelector("[data-draft-words]").textContent = `You have changes ${title ? `to “${title}” ` : ""}of ${when} that are not saved.`;
    row.dataset.draft = draft.key;
    row.hidden = false;
    row.querySelector("[data-draft-take]").addEventListener("click", () => take(draft, row));
    row.querySelector("[data-draft-drop]").addEventListener("click", () => {
      row.remove();
      localStorage.removeItem(draft.key);
      first();
    });
    [...document.querySelectorAll("[data-draft]")].at(-1).after(row);
  }

  // What was typed before stays a draft of its own; from now on this page keeps the one that it goes on with.
  async function take(draft, row) {
    if (timer) {
      clearTimeout(timer);
      timer = 0;
      keep();
    }
    row.hidden = true;
    const answered = await restore(() => {
      done.push(state());
      return draft.state;
    });
    if (answered) {
      own = draft.key;
      row.remove();
    } else done.pop();
    row.hidden = answered;
    show();
    first();
  }

  // Saved, discarded or gone on with in another tab.
  window.addEventListener("storage", (event) => {
    if (event.newValue === null && event.key) document.querySelector(`[data-draft="${CSS.escape(event.key)}"]`)?.remove();
  });
  show();
})();
