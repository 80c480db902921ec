/* What is chosen holds at once, and where the page looks different by it, it is drawn anew. Without this script, and where nobody
   answers, it is saved by the button. */
"use strict";
(() => {
  const form = document.getElementById("settings");
  const foot = document.querySelector(".foot");
  const UNSEEN = ["awake", "sound", "buzz"];
  foot.hidden = true;
  form.addEventListener("change", async (event) => {
    const sent = { method: "POST", body: new URLSearchParams(new FormData(form)), redirect: "manual" };
    const answer = await fetch(form.action, sent).catch(() => null);
    foot.hidden = Boolean(answer);
    if (answer && !UNSEEN.includes(event.target.name)) location.reload();
  });
})();
