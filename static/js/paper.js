/* While a paper sheet is typed in, the mark over each column takes the letters of its name, and below stands what it comes to so
   far. What is wrong with a cell is said below its row: a figure out of bounds when it is left, an empty cell when all is saved.
   Without this script letters and what is wrong come with the next page, and nothing is summed. */
"use strict";
(() => {
  const MOST_LETTERS = 3;
  const form = document.getElementById("paper");
  const ledger = form.querySelector(".ledger");
  const [heads, sums] = ["thead th:not(:first-child)", "tfoot td"].map((found) => [...form.querySelectorAll(found)]);
  const names = [...form.querySelectorAll("[name=name]")];

  /* As few letters as tell a name from the others; none if they would be too many. */
  function begin(name, others) {
    const letters = [...name];
    const alike = (many) => others.some((one) => one.toLocaleLowerCase().startsWith(letters.slice(0, many).join("").toLocaleLowerCase()));
    const many = letters.findIndex((_, at) => !alike(at + 1)) + 1;
    return many <= MOST_LETTERS ? letters.slice(0, many).join("") : "";
  }

  function write() {
    const typed = names.map((one) => one.value.trim());
    typed.forEach((name, at) => {
      const mark = heads[at].querySelector(".mark");
      mark.dataset.letter ??= mark.lastChild.data;
      mark.lastChild.data = begin(name, typed.filter((one, other) => one && other !== at)) || mark.dataset.letter;
      mark.classList.toggle("two", mark.lastChild.data.length === 2);
      mark.classList.toggle("long", mark.lastChild.data.length > 2);
    });
    sums.forEach((sum, at) => {
      const figures = [...form.querySelectorAll(`[name^="rounds."][name$=".${at}"]`)].map((one) => one.value);
      const total = figures.reduce((soFar, one) => soFar + Number(one), 0);
      sum.firstChild.value = figures.some(Boolean) ? minus(total) : "";
    });
  }

  function minus(figure) {
    return String(figure).replace("-", "−");
  }

  function called(cell) {
    const at = cell.closest("td").cellIndex - 1;
    return names[at]?.value.trim() || heads[at].dataset.name;
  }

  /* A cell that was marked as empty stays marked until it is filled. */
  function look(row, isSaved) {
    const cells = [...row.querySelectorAll("[type=number]")];
    const isOut = (cell) => cell.value && !cell.validity.valid;
    const isEmpty = (cell) => !cell.value && (isSaved || cell.getAttribute("aria-invalid") === "true");
    const empty = cells.filter(isEmpty);
    const what = empty.length === cells.length ? [row.querySelector("th").firstChild.data.trim()] : [...new Set(empty.map(called))];
    const said = empty.length ? [ledger.dataset.missing.replace("{what}", what.join(", "))] : [];
    for (const cell of cells.filter(isOut)) {
      const given = { low: minus(cell.min), high: minus(cell.max), given: minus(cell.value) };
      const text = ledger.dataset.between.replace(/\{(\w+)\}/g, (_, name) => given[name]);
      said.push(cells.length < heads.length ? text : `${called(cell)}${ledger.dataset.colon} ${text}`);
    }
    const amiss = row.nextElementSibling;
    const below = amiss.firstElementChild;
    for (const cell of cells) {
      const isWrong = isOut(cell) || empty.includes(cell);
      cell.parentNode.classList.toggle("wrong", isWrong);
      cell[isWrong ? "setAttribute" : "removeAttribute"]("aria-invalid", "true");
      cell.setAttribute("aria-describedby", isWrong ? below.id : row.querySelector("[id^=hint]")?.id || "");
    }
    amiss.hidden = !said.length;
    below.replaceChildren(...said.map((text) => Object.assign(document.createElement("p"), { textContent: text })));
  }

  function goTo(wrong) {
    wrong.focus({ preventScroll: true });
    wrong.scrollIntoView({ block: "center" });
  }

  const rowOf = (cell) => cell.matches("[type=number]") && cell.closest("tr");

  form.addEventListener("input", function ({ target }) {
    write();
    if (rowOf(target) && target.getAttribute("aria-invalid") === "true") look(rowOf(target));
  });
  form.addEventListener("change", function ({ target }) {
    if (rowOf(target)) look(rowOf(target));
    else if (target.id === "day" && target.value) {
      const day = new Date(`${target.value}T12:00`);
      form.querySelector(".also small").textContent = day.toLocaleDateString(document.documentElement.lang, { dateStyle: "long" });
    }
  });

  /* A missing name the server finds, and with it all that is wrong. */
  form.addEventListener("submit", function (event) {
    if (event.submitter?.name === "rows" || names.some((one) => !one.value.trim())) return;
    for (const row of form.querySelectorAll("tr:has([type=number])")) look(row, true);
    const wrong = form.querySelector(".ledger [aria-invalid=true]");
    if (!wrong) return;
    event.preventDefault();
    goTo(wrong);
  });

  if (sums.length) form.querySelector("tfoot").hidden = false;
  write();
  const found = form.querySelector("[aria-invalid=true]");
  if (found) goTo(found);
})();
