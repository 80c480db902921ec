/* What is chosen holds at once, and is said to be saved; where the page looks different by it, it is drawn anew. Without this script, and where nobody
   answers, it is saved by the button. */
"use strict";
(() => {
  const form = document.getElementById("settings");
  const foot = document.querySelector(".foot");
  const said = document.getElementById("saved");
  const UNSEEN = ["awake", "sound", "buzz"];
  const SEEN_MS = 3000;
  const WRITTEN_MS = 100;
  let fades = 0;
  foot.hidden = true;
  /* It is read because it changes: emptied first, and filled only once the page is there. A mark is seen where it was tapped. */
  function write(text, where) {
    document.querySelectorAll("[data-kept]").forEach((one) => delete one.dataset.kept);
    said.textContent = text;
    if (text && where) where.dataset.kept = text;
  }
  function say(name) {
    const one = form.elements.namedItem(name);
    const field = one && (one[0] || one);
    const where = field && (field.closest(".switch") || field.closest("details, fieldset").querySelector("summary, legend"));
    write("");
    clearTimeout(fades);
    setTimeout(write, WRITTEN_MS, said.dataset.said, where);
    fades = setTimeout(write, WRITTEN_MS + SEEN_MS, "");
  }
  if (sessionStorage.getItem("saved")) say(sessionStorage.getItem("saved"));
  sessionStorage.removeItem("saved");
  form.addEventListener("change", async (event) => {
    const sent = { method: "POST", body: new URLSearchParams(new FormData(form)), redirect: "manual" };
    const answer = await fetch(form.action, sent).catch(() => null);
    foot.hidden = Boolean(answer);
    if (!answer) return;
    if (UNSEEN.includes(event.target.name)) return say(event.target.name);
    sessionStorage.setItem("saved", event.target.name);
    location.reload();
  });
})();
