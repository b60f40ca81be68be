// A slider says its value while it is moved. Without scripts the value of the last answer stands beside it.
(() => {
  "use strict";
  document.addEventListener("input", (event) => {
    const slider = event.target.closest('input[type="range"]');
    const said = slider && document.querySelector(`output[for="${slider.id}"]`);
    if (said) said.value = slider.value;
  });
})();
