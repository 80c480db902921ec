/* What follows from a number is shown as it is typed, and not only once its box is left: with the last one Save says who leads.
   Enter goes on to the next empty box, and saves from the last one filled, which leads back to the first; Save leads to what is missing.
   Without this script the boxes are asked about as any other. */
"use strict";
(() => {
  const RECKONS_MS = 350;
  const view = document.getElementById("view");
  let reckons = 0;
  const tell = (box) => box.isConnected && box.dispatchEvent(new Event("change", { bubbles: true }));
  /* What is no number reads as empty, and is not missing. */
  const empty = () => [...view.querySelectorAll("[data-typed]")].filter((box) => !box.value && !box.validity.badInput);

  /* The empty box that comes after this one, from the last one the first. */
  function next(box) {
    const others = empty().filter((one) => one !== box);
    return others.find((one) => box.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) || others[0];
  }

  /* The page moves only for a box that is not in sight, above the foot or the phone's keyboard. */
  function choose(box) {
    const { top, bottom } = box.getBoundingClientRect();
    const { offsetTop, height } = window.visualViewport;
    const ends = [...view.querySelectorAll(".foot")].map((one) => one.getBoundingClientRect().top);
    const head = Math.max(0, ...[...view.querySelectorAll(".strip")].map((one) => one.getBoundingClientRect().bottom));
    box.focus({ preventScroll: top > Math.max(offsetTop, head) && bottom < Math.min(offsetTop + height, ...ends) });
  }

  /* The box is chosen and marked, and the button says whose it is. */
  function ask(box) {
    box.setAttribute("aria-invalid", "true");
    choose(box);
    const lacks = view.querySelector("[data-lacks]");
    if (lacks) lacks.textContent = box.labels[0].textContent.trim();
  }

  /* A phone's key says what it does. */
  function hint(box) {
    if ("typed" in box.dataset) box.enterKeyHint = next(box) ? "next" : "done";
  }

  view?.addEventListener("input", function ({ target }) {
    clearTimeout(reckons);
    hint(target);
    if ("typed" in target.dataset && target.value) reckons = setTimeout(tell, RECKONS_MS, target);
  });
  view?.addEventListener("focusin", ({ target }) => hint(target));
  view?.addEventListener("keydown", function (event) {
    const box = event.target;
    if (event.key !== "Enter" || !("typed" in box.dataset)) return;
    event.preventDefault();
    const after = next(box);
    if (after) return choose(after);
    view.querySelector("[form=entry].main")?.click();
    choose(view.querySelector("[data-typed]"));
  });
  view?.addEventListener("click", function (event) {
    const [box] = event.target.closest("[form=entry].main") ? empty() : [];
    if (!box) return;
    event.preventDefault();
    event.stopPropagation();
    ask(box);
  }, true);
  view?.addEventListener("submit", () => clearTimeout(reckons));
})();
