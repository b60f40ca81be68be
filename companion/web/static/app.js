// Of what is no whole number a browser sends nothing and shows nothing later: it cannot be typed into a number's input.
document.addEventListener("beforeinput", (event) => {
  const { type, inputMode, min } = event.target;
  if (type !== "number" || inputMode !== "numeric" || event.inputType !== "insertText") return;
  if (!(min < 0) && /\D/.test(event.data)) event.preventDefault();
});

// Times are the reader's own: the server writes them in UTC, which stays as the title.
(() => {
  "use strict";
  const day = { day: "2-digit", month: "short", year: "numeric" };
  const minute = { ...day, hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  const forms = { day, minute, second: { ...minute, second: "2-digit" } };
  for (const shown of document.querySelectorAll("time[data-time]")) {
    shown.title = shown.textContent;
    shown.textContent = new Date(shown.dateTime).toLocaleString("en-GB", forms[shown.dataset.time]);
  }
})();

// While a build is typed, its check is fetched and shown. Without scripts the Check and Save buttons do the same.
(() => {
  "use strict";
  const form = document.querySelector("form[data-check]");
  const side = document.querySelector("[data-verdict]");
  if (!form || !side || !window.fetch || document.querySelector("[data-workshop]")) return;
  const bar = form.querySelector(".save-bar a.button");
  let latest = 0;
  let timer = 0;
  let dirty = false;

  function mirror() {
    const verdict = side.querySelector(".verdict");
    if (!bar) return;
    const count = side.querySelectorAll(".finding.error").length;
    const legal = verdict && verdict.classList.contains("legal");
    bar.textContent = !verdict ? "Problems" : legal ? "✓ Legal" : count ? `✕ ${count} problem${count === 1 ? "" : "s"}` : "✕ Empty";
    bar.classList.toggle("is-legal", !!legal);
    bar.classList.toggle("is-illegal", !!verdict && !legal);
  }

  // While something cannot be read, the last totals stay, dimmed.
  function keep(before) {
    before.classList.add("is-stale");
    side.querySelector("[data-side]")?.replaceWith(before);
  }

  async function check() {
    const mine = ++latest;
    const busy = setTimeout(() => side.classList.add("is-busy"), 200);
    try {
      const response = await fetch(form.dataset.check, { method: "POST", headers: { "X-Fragment": "1" }, body: new FormData(form) });
      if (mine !== latest) return;
      if (response.ok || response.status === 422) {
        const before = side.querySelector("[data-side]");
        side.innerHTML = await response.text();
        if (response.status === 422 && before) keep(before);
        mirror();
      }
    } catch {
      // The server cannot be reached: the last check stays; Save will report the error.
    } finally {
      clearTimeout(busy);
      if (mine === latest) side.classList.remove("is-busy");
    }
  }

  form.addEventListener("input", () => {
    dirty = true;
    clearTimeout(timer);
    timer = setTimeout(check, 150);
  });
  form.addEventListener("submit", () => { dirty = false; });
  window.addEventListener("beforeunload", (event) => { if (dirty) event.preventDefault(); });
  mirror();
})();
