// Where the address allows it, a worker keeps copies of pages for when there is no connection. On a copy, what needs the
// server is switched off until it answers again.
(() => {
  "use strict";
  const { worker, scope, manifest, mark } = document.currentScript.dataset;
  const bar = document.querySelector("[data-copy]");

  function isBack() {
    return fetch(manifest, { method: "HEAD", cache: "no-store" }).then((answer) => answer.ok, () => false);
  }

  // A copy changes nothing: its buttons and fields wait, and say so.
  function waitForServer() {
    let touched = false;
    for (const control of [...document.forms].flatMap((form) => [...form.elements])) {
      if (control.type === "hidden" || control.tagName === "FIELDSET") continue;
      control.disabled = true;
      control.title = "Needs a connection.";
      control.setAttribute("aria-describedby", bar.id);
    }
    for (const form of document.querySelectorAll("[data-check]")) delete form.dataset.check; // Nothing is checked either.
    document.body.classList.add("is-copy");
    addEventListener("input", () => { touched = true; });
    const look = async () => {
      if (bar.dataset.copy === "back" || !(await isBack())) return;
      if (!touched) return location.reload();
      bar.dataset.copy = "back";
      bar.querySelector("span").textContent = "The server answers again.";
      bar.querySelector("a").textContent = "Load this page anew";
    };
    bar.querySelector("a").addEventListener("click", (event) => {
      event.preventDefault();
      location.reload();
    });
    addEventListener("online", look);
    setInterval(look, 10_000);
  }

  if (bar) waitForServer();
  if (!isSecureContext || !navigator.serviceWorker) return;
  const wasWithout = !navigator.serviceWorker.controller;
  navigator.serviceWorker.register(worker, { scope }).then(async () => {
    // The first page came before there was a worker.
    const { active } = await navigator.serviceWorker.ready;
    if (!bar && mark) active.postMessage({ work: "belong", about: mark });
    if (wasWithout) active.postMessage({ work: "keep", about: location.href.split("#")[0] });
  }).catch(() => {}); // A browser may forbid it; the page works without.
})();
