/* What a line opens comes into sight. An open menu closes by Escape, by a choice in it, when a keyboard leaves it, and by a
   tap outside, which then means nothing else but where it is on the head, which stays as it is. */
"use strict";
(() => {
  const sheet = (one) => !one.matches(".line") || getComputedStyle(one).position === "fixed";
  const open = () => [...document.querySelectorAll("details:is(.more, .drawer, .to-start .line)[open]")].find(sheet);

  /* The second half of a double tap is not meant for what lay below the sheet. */
  let shutAt = 0;

  document.addEventListener("click", (event) => {
    const menu = open();
    if (!menu && event.detail > 1 && event.target.closest(".foot") && event.timeStamp - shutAt < 500) event.preventDefault();
    if (!menu || menu.querySelector("summary").contains(event.target)) return;
    /* A key that presses a button makes a click too, without a finger: it is meant.
       What lies open in a page hides nothing: a tap beside it is meant. */
    if (!menu.matches(".why") && !menu.contains(event.target) && event.detail && !event.target.closest(".strip a, #begin, .ending a")) {
      event.preventDefault();
      event.stopPropagation();
      shutAt = event.timeStamp;
    }
    /* Whose route is numbered is chosen on the way to what is done with it. */
    if (!menu.contains(event.target) || event.target.closest("a, button:not([name=_route])")) menu.open = false;
  }, true);

  document.addEventListener("toggle", ({ target }) => target.matches(":is(.drawer *, .seat-rows *, .why.line, .rest, .rule)[open]") && target.scrollIntoView({ block: "nearest" }), true);

  document.addEventListener("focusin", ({ target }) => {
    const menu = target.matches(":focus-visible") && open();
    if (menu && !menu.contains(target)) menu.open = false;
  });

  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && open();
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
})();
