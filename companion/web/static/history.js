// Undo and redo of everything done in a builder, across saves, and a draft of it kept in this browser until it is saved.
(() => {
  "use strict";
  const { root, form, state, restore } = window.workshop || {};
  if (!root) return;
  const MOST = 100;
  const QUIET = 2000;
  const game = form.dataset.check.split("/")[1];
  const name = `${game}:${root.dataset.of}`;
  const [undo, redo] = [document.querySelector("[data-undo]"), document.querySelector("[data-redo]")];
  const saved = state();
  let timer = 0;
  let done = read("undo");
  let undone = read("redo");

  // What was done before a new build's first save goes on with the saved one.
  const carried = sessionStorage.getItem(`carry:${game}`);
  if (carried && root.dataset.of && !done.length) done = JSON.parse(carried);
  sessionStorage.removeItem(`carry:${game}`);

  // A draft is kept until the page of what was saved has come.
  const sent = sessionStorage.getItem(`sent:${game}`);
  if (sent && document.querySelector(".said:not([data-draft])") && !("unsaved" in root.dataset)) localStorage.removeItem(sent);
  sessionStorage.removeItem(`sent:${game}`);

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
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "z") return;
    if (event.target.matches("input:not([type=checkbox], [type=radio]), textarea")) return; // Fields undo their own typing.
    event.preventDefault();
    step(!event.shiftKey);
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
    if (now === saved && !("unsaved" in root.dataset)) localStorage.removeItem(`draft:${name}`);
    else localStorage.setItem(`draft:${name}`, JSON.stringify({ state: now, at: Date.now() }));
  }
  window.addEventListener("pagehide", () => { if (timer) keep(); });
  form.addEventListener("submit", () => {
    clearTimeout(timer);
    timer = 0;
    keep();
    if (localStorage.getItem(`draft:${name}`)) sessionStorage.setItem(`sent:${game}`, `draft:${name}`);
    if (!root.dataset.of) sessionStorage.setItem(`carry:${game}`, JSON.stringify(done.slice(-MOST)));
    if (!root.dataset.of) for (const what of ["undo", "redo"]) sessionStorage.removeItem(`${what}:${name}`);
  });

  // The focus was on a button that is gone.
  const first = () => root.querySelector("[data-lift], [data-aim]")?.focus({ preventScroll: true });

  const draft = JSON.parse(localStorage.getItem(`draft:${name}`) || "null");
  const line = document.querySelector("[data-draft]");
  if (draft && draft.state !== saved) {
    const when = new Date(draft.at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    line.querySelector("[data-draft-words]").textContent = `You have changes of ${when} that are not saved.`;
    line.hidden = false;
  }
  line.querySelector("[data-draft-take]").addEventListener("click", async () => {
    line.hidden = true;
    const answered = await restore(() => {
      done.push(state());
      return draft.state;
    });
    if (!answered) done.pop();
    line.hidden = answered;
    show();
    first();
  });
  line.querySelector("[data-draft-drop]").addEventListener("click", () => {
    line.hidden = true;
    localStorage.removeItem(`draft:${name}`);
    first();
  });
  document.querySelector("[data-history]").hidden = false;
  show();
})();
