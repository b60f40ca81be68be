// A link of a key has its words after the #, which no browser sends anywhere: they are put into the form, and wait there for the button.
(() => {
  "use strict";
  const form = document.querySelector("form[data-key]");
  if (!form) return;

  function fill() {
    const words = location.hash.replace(/%[0-9a-f]{2}|[^a-z]+/gi, " ").trim();
    if (words.split(" ").length < 2) return;
    form.elements.key.value = words;
    document.querySelector("[data-from-link]").hidden = false;
    history.replaceState(null, "", location.pathname);
    form.querySelector("button").focus();
  }

  fill();
  // The link may be opened where this page already is.
  addEventListener("hashchange", fill);
})();
