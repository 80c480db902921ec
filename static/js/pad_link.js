/* The definition after # in the address goes into the form; where it can go on to one place alone, on to it at once. Whoever comes
   back from there stays here. */
"use strict";
(() => {
  const form = document.getElementById("pad-link");
  const text = location.hash.slice(1);
  if (!form || !text) return;
  form.elements.link.value = text;
  const buttons = form.querySelectorAll("button");
  const [arrival] = performance.getEntriesByType("navigation");
  if (buttons.length === 1 && arrival.type !== "back_forward") form.requestSubmit(buttons[0]);
})();
