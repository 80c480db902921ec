/* The colours of the tiles of a box: a photo of them is tapped, colour by colour, and shows at once what is taken for which.
   The photo stays on this device, and so do the colours. All words are in the page. */
(function () {
  "use strict";
  const LONGEST = 1200;
  const ROUND = 0.08; // Of the shorter side: how much round a tap is looked at.
  const FAINT = 0.3; // The saturation below which nothing coloured was tapped.
  const ALIKE = 18; // Degrees: nearer hues look the same.
  const UNUSUAL = 50; // Degrees: farther from a colour's usual hue it is asked about, for the wrong thing may have been tapped.
  const STEP = 2; // Percent of the photo, moved by an arrow key.
  const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  const page = document.getElementById("colours");
  const find = (selector) => page.querySelector(selector);
  const status = find("[role=status]");
  const photo = find(".taken canvas");
  const buttons = [...page.querySelectorAll("[data-colour]")];
  const cross = [50, 50];
  let unusual = {}; // The colour and the hue that were asked about last.
  let tapped = new Map(); // The hues that were tapped on this photo, by the number of their colour.

  function tell(name, at) {
    status.textContent = status.dataset[name].replace("{colour}", at === undefined ? "" : buttons[at].textContent.trim());
  }

  /* ---- the photo ---- */

  async function chosen(event) {
    const file = event.target.files[0];
    event.target.value = "";
    if (!file) return;
    try {
      const canvas = await tableReader.drawn(file, document.createElement("canvas"), LONGEST);
      if (tableReader.fault(dotsOf(canvas)) === "dark") return tell("dark");
      [photo.width, photo.height] = [canvas.width, canvas.height];
      photo.getContext("2d", { willReadFrequently: true }).drawImage(canvas, 0, 0);
    } catch (error) {
      return tell("unreadable"); // Not a picture, or none that this browser can show. The one before stays.
    }
    tapped = new Map();
    document.querySelectorAll("[data-before]").forEach((one) => (one.hidden = true));
    document.querySelectorAll("[data-after]").forEach((one) => (one.hidden = false));
    show();
    choose(0);
    find(".aim").focus();
  }

  const dotsOf = (canvas) => canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);

  /* What each place is taken for, in the ink of that colour; everything else fades. */
  function show() {
    const hues = tableReader.knownHues();
    find(".usual").hidden = hues === tableReader.HUES;
    if (find(".taken").hidden) return;
    const columns = Math.max(6, Math.round((8 * photo.width) / Math.min(photo.width, photo.height)));
    const rows = Math.max(6, Math.round((columns * photo.height) / photo.width));
    const { colours, across, down } = tableReader.taken(dotsOf(photo), columns, rows, hues);
    const over = find(".over");
    [over.width, over.height] = [across, down];
    const context = over.getContext("2d");
    const inks = buttons.map((one) => getComputedStyle(one.querySelector("path")).stroke);
    colours.forEach(function (colour, at) {
      context.fillStyle = colour < 0 ? "#2a1f1466" : inks[colour];
      context.fillRect(at % across, Math.floor(at / across), 1, 1);
    });
  }

  /* ---- a tap ---- */

  function choose(at) {
    buttons.forEach((one, other) => one.setAttribute("aria-pressed", String(other === at)));
    tell("tap", at);
  }

  function aimed(event) {
    const box = photo.getBoundingClientRect();
    if (event.detail) {
      cross[0] = (100 * (event.clientX - box.left)) / box.width;
      cross[1] = (100 * (event.clientY - box.top)) / box.height;
    }
    place();
    take();
  }

  function place() {
    [find(".cross").style.left, find(".cross").style.top] = cross.map((part) => part + "%");
  }

  function take() {
    const at = buttons.findIndex((one) => one.getAttribute("aria-pressed") === "true");
    const [x, y] = [(cross[0] * photo.width) / 100, (cross[1] * photo.height) / 100];
    const { hue, strength } = tableReader.strongestAt(dotsOf(photo), x, y, ROUND * Math.min(photo.width, photo.height));
    if (strength < FAINT) return tell("faint");
    for (const [other, known] of tapped) if (other !== at && tableReader.apart(hue, known) < ALIKE) return tell("alike", other);
    const isKept = unusual.at === at && tableReader.apart(hue, unusual.hue) < ALIKE;
    unusual = { at: at, hue: hue };
    if (!isKept && tableReader.apart(hue, tableReader.HUES[at]) > UNUSUAL) return tell("unusual", at);
    tapped.set(at, hue);
    if (!keep(at, hue)) return tell("unkept");
    buttons[at].classList.add("known");
    show();
    const next = buttons.findIndex((_, other) => !tapped.has(other));
    if (next < 0) tell("all");
    else choose(next);
  }

  function keep(at, hue) {
    const hues = [...tableReader.knownHues()];
    hues[at] = hue;
    try {
      localStorage.setItem(tableReader.KEPT_HUES, JSON.stringify(hues));
    } catch (error) {
      return false; // A browser that keeps nothing; the page says so.
    }
    return true;
  }

  function usual() {
    localStorage.removeItem(tableReader.KEPT_HUES);
    tapped = new Map();
    buttons.forEach((one) => one.classList.remove("known"));
    show();
    tell("back");
  }

  document.querySelectorAll("[type=file]").forEach((one) => one.addEventListener("change", chosen));
  buttons.forEach((one, at) => one.addEventListener("click", () => choose(at)));
  find(".usual").addEventListener("click", usual);
  find(".aim").addEventListener("click", aimed);
  find(".aim").addEventListener("keydown", function (event) {
    const way = STEPS[event.key];
    if (!way) return;
    event.preventDefault();
    way.forEach((step, part) => (cross[part] = Math.min(100, Math.max(0, cross[part] + STEP * step))));
    place();
  });
  /* Opened beside the photo of a table, it closes and leaves that as it was. */
  document.querySelectorAll("[data-done]").forEach((one) => one.addEventListener("click", function (event) {
    if (history.length > 1) return;
    event.preventDefault();
    close();
  }));
  show();
})();
