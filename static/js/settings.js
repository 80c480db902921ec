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
  /* It is read because it changes: emptied first, and filled only once the page is there. */
  function say() {
    said.textContent = "";
    clearTimeout(fades);
    setTimeout(() => (said.textContent = said.dataset.said), WRITTEN_MS);
    fades = setTimeout(() => (said.textContent = ""), WRITTEN_MS + SEEN_MS);
  }
  if (sessionStorage.getItem("saved")) say();
  sessionStorage.removeItem("saved");
  form.addEventListener("change", async (event) => {
    const sent = { method: "POST", body: new URLSearchParams(new FormData(form)), redirect: "manual" };
    const answer = await fetch(form.action, sent).catch(() => null);
    foot.hidden = Boolean(answer);
    if (!answer) return;
    if (UNSEEN.includes(event.target.name)) return say();
    sessionStorage.setItem("saved", "yes");
    location.reload();
  });
})();
