/* Hides rules while somebody types, without asking the server. Only the server finds a word of the box. */
"use strict";
(() => {
  const field = document.querySelector("[data-filter]");
  const list = field ? document.querySelectorAll(field.dataset.filter) : [];
  const found = document.getElementById("found");
  if (!list.length || !found) return;

  const typed = (text) => text.toLocaleLowerCase().replaceAll("’", "'");
  const say = (count) => {
    found.textContent =
      count === 0 ? found.dataset.none : count === 1 ? found.dataset.one : found.dataset.many.replace("{count}", count);
  };

  field.addEventListener("input", () => {
    /* Words of one or two letters only join others: "my loop" is about loops. */
    const every = typed(field.value).split(/\s+/).filter(Boolean);
    const some = every.filter((word) => word.length > 2 || !/^\p{L}+$/u.test(word));
    const wanted = some.length ? some : every;
    let count = 0;
    for (const one of list) {
      const text = typed(one.textContent);
      one.hidden = !wanted.every((word) => text.includes(word));
      count += one.hidden ? 0 : 1;
    }
    if (wanted.length) say(count);
    else found.textContent = "";
  });
})();
