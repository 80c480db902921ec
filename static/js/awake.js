/* Keeps the screen on while a board is open, if somebody has asked for it on this device.
   Browsers offer that only to secure pages. On plain http a small moving picture is tried instead, which iPhones are said not
   to heed (docs/waking.md). The settings page says so. */
"use strict";
(() => {
  let lock = null;
  let film = null;

  async function hold() {
    if (document.hidden || lock) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => { lock = null; });
    } catch (refused) {
      lock = null; // low battery, or not allowed: the next tap tries again
    }
  }

  function draw(context, at) {
    context.fillStyle = at % 2 ? "#000" : "#010101";
    context.fillRect(0, 0, 2, 2);
  }

  function roll() {
    if (film || !HTMLCanvasElement.prototype.captureStream) return;
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 2;
    const context = canvas.getContext("2d");
    let at = 0;
    draw(context, at);
    film = document.createElement("video");
    film.className = "film";
    film.muted = true;
    film.setAttribute("playsinline", "");
    film.setAttribute("aria-hidden", "true");
    film.srcObject = canvas.captureStream(1);
    document.body.append(film);
    setInterval(() => draw(context, at += 1), 1000);
    film.play().catch(() => { film.remove(); film = null; });
  }

  const keep = "wakeLock" in navigator ? hold : roll;
  document.addEventListener("visibilitychange", keep);
  document.addEventListener("click", keep);
  if ("wakeLock" in navigator || document.body.classList.contains("tv")) keep();
})();
