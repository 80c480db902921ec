// Hides clauses while somebody types, without asking the server. Only the server finds a word of the box.
"use strict";
(() => {
  const field = document.querySelector("[data-filter]");
  const list = field && document.getElementById(field.dataset.filter);
  const found = document.getElementById("found");
  if (!list || !found) return;

  const say = (count) => {
    found.textContent =
      count === 0 ? found.dataset.none : count === 1 ? found.dataset.one : found.dataset.many.replace("{count}", count);
  };

  field.addEventListener("input", () => {
    const wanted = field.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const clause of list.children) {
      const text = clause.textContent.toLocaleLowerCase();
      clause.hidden = !wanted.every((word) => text.includes(word));
      count += clause.hidden ? 0 : 1;
    }
    say(count);
  });
})();
