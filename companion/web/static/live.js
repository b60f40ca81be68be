// A form marked data-live is answered while it is changed: elements marked data-swap are fetched and replaced.
// Without scripts its button does the same.
(() => {
  "use strict";
  // What is folded away on a phone stands open where there is room.
  for (const fold of document.querySelectorAll("details[data-open-wide]")) {
    fold.open ||= matchMedia("(min-width: 62rem)").matches;
  }
  // A table that is wider than its place says so, and only then.
  function aside() {
    for (const wide of document.querySelectorAll("[data-wide]")) {
      const said = wide.querySelector("[data-aside]");
      if (said) said.hidden = wide.scrollWidth <= wide.clientWidth;
    }
  }
  aside();
  window.addEventListener("resize", aside);
  const form = document.querySelector("form[data-live]");
  if (!form || !window.fetch) return;
  let latest = 0;

  // What is wrong with a field is said beside it, which stays as typed.
  function mark(page) {
    for (const old of form.querySelectorAll(".dice-field")) {
      const field = old.querySelector("input, select, textarea");
      const fresh = field?.id && page.getElementById(field.id);
      if (!fresh) continue;
      const wrong = fresh.closest(".dice-field").querySelector(".dice-wrong");
      old.classList.toggle("has-error", !!wrong);
      old.querySelector(".dice-wrong")?.remove();
      if (wrong) {
        wrong.setAttribute("role", "alert");
        field.after(document.adoptNode(wrong));
        for (let fold = old.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
      }
      for (const name of ["aria-invalid", "aria-describedby"]) {
        if (fresh.hasAttribute(name)) field.setAttribute(name, fresh.getAttribute(name));
        else field.removeAttribute(name);
      }
    }
  }

  async function refresh() {
    const mine = ++latest;
    const all = [...new FormData(form)];
    // Of fields with one name, an empty one stays, so that what is wrong with those behind it is said beside them.
    const filled = all.filter(([name, value]) => value !== "" || all.filter(([other]) => other === name).length > 1);
    const query = new URLSearchParams(filled);
    const address = `${form.action.split(/[?#]/)[0]}?${query}`;
    let page, answered;
    try {
      const response = await fetch(address, { headers: { Accept: "text/html" } });
      answered = response.ok;
      page = new DOMParser().parseFromString(await response.text(), "text/html");
    } catch {
      return;
    }
    if (mine !== latest) return;
    mark(page);
    const row = document.querySelector(".mu-pick:checked")?.id;
    for (const old of document.querySelectorAll("[data-swap]")) {
      const fresh = page.getElementById(old.id);
      // Without an answer the old one stays; only the errors are new.
      if (fresh && (answered || "errors" in old.dataset)) old.replaceWith(document.adoptNode(fresh));
      else if (!answered) old.classList.add("is-stale");
    }
    const again = row && document.getElementById(row); // the attack that was open stays open
    if (again) again.checked = true;
    aside();
    if (answered) history.replaceState(null, "", address);
  }

  form.addEventListener("change", refresh);
  // What was typed before this script was there is answered now.
  const typed = [...form.querySelectorAll("input, textarea")].some((field) => (field.type === "checkbox" || field.type === "radio" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue));
  if (typed) refresh();

  // One square open at a time, and Escape closes it.
  form.addEventListener("toggle", (event) => {
    if (!event.target.open || event.target.matches(".dice-fold")) return;
    for (const other of form.querySelectorAll("details[open]:not(.dice-fold)")) {
      if (other !== event.target) other.open = false;
    }
  }, true);
  form.addEventListener("keydown", (event) => {
    const open = event.key === "Escape" && event.target.closest("details[open]");
    if (!open) return;
    open.open = false;
    open.querySelector("summary").focus();
  });
})();
