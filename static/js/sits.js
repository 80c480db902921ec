/* Whoever types their name sits at the table in the lamp light as they type, with the colour and sign they choose. */
"use strict";
(() => {
  const form = document.querySelector("form:has(#name)");
  const sits = document.getElementById("sits");
  if (!sits) return;
  const [face, called] = sits.children;
  function sit() {
    const worn = form.querySelector("[name=face]:checked") || form.querySelector("[name=face]");
    called.textContent = form.elements.name.value.trim();
    sits.hidden = !worn || !(called.textContent || worn.checked);
    if (sits.hidden) return;
    face.className = `face-p ${worn.parentElement.className}`;
    face.replaceChildren(worn.parentElement.querySelector("svg").cloneNode(true));
  }
  form.addEventListener("input", sit);
  sit();
})();

/* Before that, a chair lights up for each letter of the table's code, round the table. A code that no table has lights none,
   and is typed over: all of it is selected. */
(() => {
  const code = document.getElementById("code");
  const chairs = [...document.querySelectorAll("#join .place")];
  if (!code || !chairs.length) return;
  const round = [2, 0, 1, 3].map((one) => chairs[one]);
  const letters = code.matches(".six") ? 6 : 4;
  const button = document.querySelector(".foot .main");
  const { classList } = code.form;
  function light() {
    const typed = classList.contains("wrong") ? 0 : code.value.length;
    const lit = Math.ceil((typed * round.length) / letters);
    button.classList.toggle("wait", typed < letters);
    round.forEach((one, at) => one.classList.toggle("lit", at < lit));
    // A code longer than usual has a tile for each letter, too.
    code.style.setProperty("--letters", Math.max(code.value.length, letters));
  }
  code.addEventListener("input", () => {
    const typed = code.value.replace(/[^a-z\d]/gi, "").slice(0, code.dataset.most);
    if (typed !== code.value) code.value = typed;
    classList.remove("wrong");
    light();
  });
  if (classList.contains("wrong")) {
    code.select();
  }
  // A tap sets the caret only after its click. A whole code is selected, so that what is typed begins anew.
  code.addEventListener("click", () => setTimeout(() => code.value.length >= letters && code.select()));
  light();
})();
