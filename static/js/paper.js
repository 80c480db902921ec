/* While a paper sheet is typed in, each name stands over its column, and below the columns what they come to so far. Without
   this script the names come with the next page, and nothing is summed. */
"use strict";
(() => {
  const form = document.getElementById("paper");
  const [heads, sums] = ["thead th:not(:first-child)", "tfoot td"].map((found) => [...form.querySelectorAll(found)]);
  const names = [...form.querySelectorAll("[name=name]")];

  function write() {
    const typed = names.map((one) => one.value.trim());
    const first = typed.map((name) => (name.match(/\p{L}/u) || [""])[0].toLocaleUpperCase());
    typed.forEach((name, at) => {
      const marks = [names[at].parentNode, heads[at]].map((one) => one?.querySelector(".mark")).filter(Boolean);
      for (const mark of marks) {
        mark.dataset.letter ??= mark.lastChild.data;
        /* Two who begin alike keep the letters of their columns. */
        const isAlone = first[at] && first.every((one, other) => other === at || one !== first[at]);
        mark.lastChild.data = isAlone ? first[at] : mark.dataset.letter;
      }
      if (heads[at]) heads[at].querySelector("bdi").textContent = name;
    });
    sums.forEach((sum, at) => {
      const figures = [...form.querySelectorAll(`[name^="rounds."][name$=".${at}"]`)].map((one) => one.value);
      const total = figures.reduce((soFar, one) => soFar + Number(one), 0);
      sum.firstChild.value = figures.some(Boolean) ? String(total).replace("-", "−") : "";
    });
  }

  if (sums.length) form.querySelector("tfoot").hidden = false;
  form.addEventListener("input", write);
  write();
})();
