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

/* Before that, a chair lights up for each letter of the table's code, round the table. */
(() => {
  const code = document.getElementById("code");
  const chairs = [...document.querySelectorAll("#join .place")];
  if (!code || !chairs.length) return;
  const round = [2, 0, 1, 3].map((one) => chairs[one]);
  const letters = code.matches(".six") ? 6 : 4;
  function light() {
    const lit = Math.ceil((code.value.trim().length * round.length) / letters);
    round.forEach((one, at) => one.classList.toggle("lit", at < lit));
  }
  code.addEventListener("input", light);
  light();
})();
