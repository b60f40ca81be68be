// A link of a key has its words after the #, which no browser sends anywhere: they are put into the form, and wait there for the button.
(() => {
  "use strict";
  const form = document.querySelector("form[data-key]");
  const words = decodeURIComponent(location.hash.slice(1)).replace(/[^a-z]+/gi, " ").trim();
  if (!form || words.split(" ").length < 2) return;
  form.elements.key.value = words;
  document.querySelector("[data-from-link]").hidden = false;
  history.replaceState(null, "", location.pathname);
  form.querySelector("button").focus();
})();
