/* Taps on the table of Down Under. Everything here also works without this script, only more slowly.

   - A tap is answered at once: the tile moves or turns before the server has traced the routes anew.
   - Two fingers zoom, a mouse drags, the arrow keys go from cell to cell.
   - The table is turned to any of its four sides by a button, and only at the end by itself: its long side along that of its
     place. A tap on what was placed last shows where.
   Lasting changes are made as a rule in our own style sheet, which an arriving board leaves alone. */
(function () {
  "use strict";
  const SVG = "http://www.w3.org/2000/svg";
  const DRAGGED = 6;
  const LARGEST = 6;
  const zoom = rule("#desk#desk .plot");
  let pinch = null;
  let drag = null;
  let photo = null;
  let following = "";
  /* The cell or the button tapped last. */
  let meant = null;
  let large = null;
  let undo = () => {};

  function rule(selector) {
    const sheet = [...document.styleSheets].find((one) => one.href && one.href.includes("components"));
    if (!sheet) return null;
    const at = sheet.insertRule(selector + "{}", sheet.cssRules.length);
    return sheet.cssRules[at].style;
  }

  function cellOf(target) {
    return target.closest?.("#desk .line > button");
  }

  /* ---- a tap, answered at once ---- */

  function placeOf(cell) {
    const row = cell.closest(".line");
    const rows = [...row.parentElement.querySelectorAll(".line")];
    return [100 * [...row.children].indexOf(cell), 100 * rows.indexOf(row)];
  }

  function tapped(cell) {
    const drawn = cell.closest(".plot").querySelector(".drawn");
    const [x, y] = placeOf(cell);
    const at = "translate(" + x + " " + y + ")";
    const way = /:(\w+):(\d+)$/.exec(cell.value);
    if (way && cell.name === "_next") return (following = cell.id);
    if (way) {
      const shape = document.querySelector(".tiles input[value=" + way[1] + "]");
      /* What is tapped goes along with the next tap: it must be the shape that is shown. */
      if (shape) shape.checked = true;
      lie(drawn, at, way[1], way[2]);
      return outline(drawn, x, y);
    }
    const lying = [...drawn.querySelectorAll("g.piece")].filter((one) => one.getAttribute("transform") === at);
    if (cell.getAttribute("aria-pressed") === "true") {
      if (lying.length) turn(lying[lying.length - 1].querySelector("use"));
    } else if (!lying.length) {
      put(drawn, at);
    }
    outline(drawn, x, y);
  }

  /* At an open end: the tile that may lie there, in the place of the one being entered. */
  function lie(drawn, at, kind, turn) {
    const end = drawn.querySelector("g.end, g.piece.new");
    if (!end) return;
    const colour = /p[abcd]/.exec(end.getAttribute("class"));
    const piece = drawn.querySelector("g.piece.new") || document.createElementNS(SVG, "g");
    const tile = document.createElementNS(SVG, "use");
    tile.setAttribute("href", end.querySelector("use").getAttribute("href").replace(/du-\w+-/, "du-" + kind + "-"));
    tile.setAttribute("transform", "rotate(" + turn + " 50 50)");
    piece.setAttribute("class", "piece new " + colour);
    piece.setAttribute("transform", at);
    piece.replaceChildren(tile);
    drawn.append(piece);
  }

  function turn(tile) {
    const found = /rotate\((\d+)/.exec(tile.getAttribute("transform") || "");
    const ways = tile.getAttribute("href").includes("straight") ? 180 : 360;
    tile.setAttribute("transform", "rotate(" + (((found ? Number(found[1]) : 0) + 90) % ways) + " 50 50)");
  }

  /* In a match, the tile being entered moves here. The judge's tiles stay, and each tap lays one more. */
  function put(drawn, at) {
    const brush = document.querySelector(".tiles .shape[aria-pressed=true] svg");
    const tray = brush || document.querySelector(".tiles input:checked + .face svg");
    const moving = brush ? null : drawn.querySelector("g.piece.new");
    if (moving) {
      moving.setAttribute("transform", at);
    } else if (tray && tray.querySelector("use")) {
      const piece = document.createElementNS(SVG, "g");
      piece.setAttribute("class", (brush ? "piece " : "piece new ") + (tray.getAttribute("class") || ""));
      piece.setAttribute("transform", at);
      piece.append(tray.querySelector("use").cloneNode(true));
      drawn.append(piece);
    }
  }

  function outline(drawn, x, y) {
    const chosen = drawn.querySelector(".chosen");
    if (!chosen) return;
    chosen.setAttribute("x", x + 2);
    chosen.setAttribute("y", y + 2);
    chosen.removeAttribute("visibility");
    chosen.classList.replace("s-bad", "s-acc");
  }

  document.addEventListener("click", function (event) {
    const on = event.target.closest?.("#desk") && document.getElementById("count-on");
    if (on && !(drag && drag.isMoving)) {
      event.preventDefault();
      event.stopPropagation();
      return on.click();
    }
    const cell = cellOf(event.target);
    meant = cell || event.target.closest?.(".ends button[form]") || meant;
    if (cell && drag && drag.isMoving) {
      event.preventDefault();
      event.stopPropagation();
    } else if (cell) {
      tapped(cell);
      undo();
    } else if (event.target.closest?.("#zoom") && zoom) {
      zoom.width = zoom.minWidth = "";
    } else if (event.target.closest?.("[data-round]") && zoom) {
      zoom.width = zoom.minWidth = "";
      turnTo((side() + 1) % 4);
      settle();
    } else if (event.target.closest?.(".news b")) {
      light();
    }
  }, true);

  /* ---- without a connection: what was tapped is drawn, and can be saved, as if somebody had answered ---- */

  function away() {
    undo();
    if (!meant || !meant.isConnected) return;
    if (meant.id.startsWith("way-")) drawKept(meant);
    else if (meant.name === "cell" && !meant.value.includes(":")) offer(meant, document.querySelector("#record[data-here]"));
  }

  /* The tile that is saved here lies in its cell, and its button stands out from the others. */
  function drawKept(way) {
    const [x, y, kind, turn] = ["x", "y", "kind", "turn"].map((name) => way.form.elements["tile." + name].value);
    const cell = document.getElementById("cell-" + x + "-" + y);
    if (!cell || document.querySelector("#unsent:not(.later)")) return;
    const drawn = cell.closest(".plot").querySelector(".drawn");
    const was = drawn.innerHTML;
    lie(drawn, "translate(" + placeOf(cell).join(" ") + ")", kind, turn);
    way.setAttribute("aria-pressed", "true");
    undo = function () {
      drawn.innerHTML = was;
      way.removeAttribute("aria-pressed");
      undo = () => {};
    };
  }

  /* The form has the tile as it is drawn, and the main button says so. */
  function offer(cell, button) {
    const piece = cell.closest(".plot").querySelector("g.piece.new use");
    if (!button || !piece) return;
    const was = button.innerHTML;
    const [x, y] = /^cell-(-?\d+)-(-?\d+)$/.exec(cell.id).slice(1);
    const turn = (/rotate\((\d+)/.exec(piece.getAttribute("transform")) || [0, 0])[1];
    const fields = Object.entries({ x, y, turn }).map(function ([name, value]) {
      const input = document.createElement("input");
      [input.type, input.name, input.value] = ["hidden", "tile." + name, value];
      return input;
    });
    button.form.prepend(...fields);
    /* What is saved here waits to be sent. */
    button.classList.toggle("wait", Boolean(document.querySelector("#unsent.later:not([hidden])")));
    button.firstElementChild.textContent = button.dataset.here;
    cell.setAttribute("aria-pressed", "true");
    undo = function () {
      for (const one of fields) one.remove();
      button.innerHTML = was;
      button.classList.add("wait");
      cell.removeAttribute("aria-pressed");
      undo = () => {};
    };
  }

  document.addEventListener("board:unsent", away, true);
  document.addEventListener("board:before", () => undo(), true);

  /* The side of the table that lies below, in quarters from the south; the style answers. */
  const root = document.documentElement;
  const side = () => Number(root.dataset.side || 0);
  const kept = () => "side " + location.pathname.split("/").slice(0, 3).join("/");

  function turnTo(quarters) {
    root.dataset.side = quarters;
    try {
      sessionStorage.setItem(kept(), quarters);
    } catch (error) {
      /* It lasts as long as the page. */
      return;
    }
  }

  /* It lies as it did at the first tile, and stays so at the end on a phone that was there; whoever turns it decides. */
  function settle() {
    const desk = document.querySelector("#desk");
    if (!desk) return;
    const count = (name) => Number(new RegExp("\\b" + name + "(\\d+)").exec(desk.firstElementChild.className)[1]);
    const isLarge = Boolean(desk.querySelector(".fingers"));
    const isAcross = desk.closest("main.ended") && count("r") > count("k") + 1;
    if (!desk.closest("main.ended")) turnTo(sessionStorage.getItem(kept()) || side());
    root.dataset.side = sessionStorage.getItem(kept()) || Number(isAcross);
    const isFull = desk.firstElementChild.getBoundingClientRect().width > desk.clientWidth - 12;
    root.toggleAttribute("data-full", isFull && !isLarge);
    if (isLarge && !large) {
      large = document.createElement("script");
      large.src = desk.dataset.large;
      document.head.append(large);
    }
  }

  document.addEventListener("board:shown", settle, true);
  addEventListener("resize", settle);
  settle();

  /* The tile placed last. */
  function light() {
    const laid = document.querySelector("#desk .laid");
    if (!laid) return;
    laid.scrollIntoView({ block: "nearest", inline: "nearest" });
    laid.animate({ strokeWidth: ["12px", "12px"] }, 1500);
  }

  /* Whoever comes next has tapped: their tile is entered as soon as the one before it is recorded. */
  document.addEventListener("board:shown", goOn, true);

  function goOn() {
    const cell = following && document.getElementById(following);
    if (cell && cell.name === "_next") return;
    /* The answer that it is recorded is still to come. */
    if (cell && cell.disabled) return requestAnimationFrame(goOn);
    following = "";
    if (cell && cell.name === "cell") cell.click();
  }

  /* ---- from cell to cell ---- */

  const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

  document.addEventListener("keydown", function (event) {
    const cell = event.target.closest?.("#desk .line > :is(button, a)");
    if (event.target.id === "desk" && event.key in STEPS && !event.target.querySelector(".fingers")) {
      const first = event.target.querySelector(".line > button:not([tabindex])") || event.target.querySelector(".line > button");
      if (first) event.preventDefault();
      return first && first.focus();
    }
    const step = STEPS[event.key] && Array.from({ length: side() }).reduce(([x, y]) => [y, -x], STEPS[event.key]);
    if (!cell || !step) return;
    event.preventDefault();
    const [x, y] = /^cell-(-?\d+)-(-?\d+)$/.exec(cell.id).slice(1).map(Number);
    for (let far = 1; far < 25; far += 1) {
      const next = document.getElementById("cell-" + (x + far * step[0]) + "-" + (y + far * step[1]));
      if (next) return next.focus();
    }
  });

  /* ---- a photo: its script comes with the first touch or key, because hardly any visit needs it ---- */

  function fetchPhoto() {
    const asked = document.querySelector("[data-photo]");
    if (!asked || photo) return;
    photo = document.createElement("script");
    [photo.src, photo.onload, photo.onerror] = [asked.dataset.photo, () => (photo.onload = null), () => (photo = null)];
    document.head.append(photo);
  }

  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, fetchPhoto);
  if (sessionStorage.getItem("tableside.down-under.photo")) fetchPhoto();

  document.addEventListener("click", function (event) {
    if (!event.target.closest?.("[data-photo]")) return;
    fetchPhoto();
    if (!photo.onload) return;
    photo.onload = function () {
      photo.onload = null;
      document.querySelector("[data-photo]").click();
    };
  });

  /* ---- two fingers zoom, a mouse drags ---- */

  function apart(touches) {
    return Math.hypot(touches[0].clientX - touches[1].clientX, touches[0].clientY - touches[1].clientY);
  }

  document.addEventListener("touchstart", function (event) {
    const desk = event.target.closest?.("#desk");
    if (!desk || event.touches.length !== 2 || !zoom) return;
    pinch = { desk: desk, apart: apart(event.touches), width: desk.firstElementChild.offsetWidth };
  }, { passive: true });

  document.addEventListener("touchmove", function (event) {
    if (!pinch || event.touches.length !== 2) return;
    event.preventDefault();
    const desk = pinch.desk;
    const box = desk.getBoundingClientRect();
    const x = (event.touches[0].clientX + event.touches[1].clientX) / 2 - box.left;
    const y = (event.touches[0].clientY + event.touches[1].clientY) / 2 - box.top;
    const before = desk.firstElementChild.offsetWidth;
    const wanted = (pinch.width * apart(event.touches)) / pinch.apart;
    const width = Math.min(LARGEST * desk.clientWidth, Math.max(desk.clientWidth / 2, wanted));
    zoom.width = width + "px";
    zoom.minWidth = "0";
    desk.scrollLeft = ((desk.scrollLeft + x) * width) / before - x;
    desk.scrollTop = ((desk.scrollTop + y) * width) / before - y;
  }, { passive: false });

  document.addEventListener("touchend", function () {
    pinch = null;
  });

  document.addEventListener("pointerdown", function (event) {
    const desk = event.target.closest?.("#desk");
    drag = desk && event.pointerType === "mouse" && event.button === 0
      ? { desk: desk, x: event.clientX, y: event.clientY, left: desk.scrollLeft, top: desk.scrollTop, isMoving: false }
      : null;
  });

  document.addEventListener("pointermove", function (event) {
    if (!drag || !event.buttons) return;
    const dx = event.clientX - drag.x;
    const dy = event.clientY - drag.y;
    if (Math.hypot(dx, dy) > DRAGGED) drag.isMoving = true;
    if (!drag.isMoving) return;
    drag.desk.scrollLeft = drag.left - dx;
    drag.desk.scrollTop = drag.top - dy;
  });

  /* The style of the end comes once the table stands. */
  window.addEventListener("load", () => document.querySelectorAll("[rel=prefetch]").forEach((one) => (one.rel = "stylesheet")));
})();
