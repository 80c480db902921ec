/* Shows what has changed between two states of a board, once the new one stands: 300 ms, transform and opacity alone.

   An element with `data-moves` is one thing in both states: how it moves, and which one it is ("walk pawn-2"). What it is
   now stands in its other data attributes. board.js loads this where things may move, and says before and after a change;
   without it everything is in its place at once (curtain.js). */
(function () {
  "use strict";
  const MS = 300;
  /* A frame that took longer than this was still laying the board out. */
  const LONG_MS = 40;
  const LAYING_FRAMES = 5;
  const RING_AT = 250;
  const SHAKE_AT = 450;
  const COUNT_AT = 600;
  const COUNT_MS = 900;
  const PATH_MS = 40;
  const CARD_MS = 300;
  /* A long pile is counted faster, so that what follows from it is seen within 2 s. */
  const CARDS_MS = 1000;
  const READ_MS = 3500;
  /* The last one, which the winner follows, takes as long on every screen. */
  const LAST_MS = 3200;
  const SCENE_MS = document.body.matches(".tv") ? 7500 : LAST_MS;
  /* What a whole table reads, unless the next entry ends it. */
  const TABLE_MS = 40000;
  const TURNED = [{ transform: "scaleX(.1)", opacity: 0 }, { transform: "none", opacity: 1 }];
  /* Over the whole screen and off it again; before and after it is not seen (class sweep). */
  const SWEPT = ["-130%", "0%", "0%", "130%"].map((across) => ({ transform: `translateX(${across})`, opacity: 1 }));
  const SEEN = [{ opacity: 0 }, { opacity: 1 }];
  const DROPPED = [{ transform: "translateY(-14px) scale(1.5)", opacity: 0.2 }, { transform: "none", opacity: 1 }];
  const STEPS = [
    "#view [data-step=card], #view [data-step=line]",
    "#view [data-step=verdict], .tv .beside .verdict",
    "#view [data-step=after], .own .figures, .tv .within",
  ];
  /* The ground of a tank's drawing, as in games/land_unter/board/drawings.py. */
  const FLOOR = 131;
  const FILM_AFTER_MS = 180000;
  const view = document.getElementById("view");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const HOW = { tank, walk, turn, route, accuse, count, drop, scene };
  const heard = new Set([...view.querySelectorAll("[data-moves^=accuse], [data-moves^=scene]")].map((one) => one.dataset.moves));
  let before = null;
  let begun = [];

  /* Where a thing is within what it moves in, which may be elsewhere on the page by then; within a drawing in lengths of the
     drawing, which may be of another size by then. */
  function placeOf(one) {
    const box = one.getBoundingClientRect();
    const home = (one.closest("svg, ol, ul") || one.parentElement).getBoundingClientRect();
    const drawing = one.ownerSVGElement && one.getScreenCTM();
    const size = drawing ? drawing.a : 1;
    return { left: (box.left - home.left) / size, top: (box.top - home.top) / size };
  }

  function noted() {
    /* To measure lays out the page: only where something walks. */
    const placed = (one) => ({ one, place: one.matches("[data-moves^=walk]") ? placeOf(one) : null });
    return new Map([...view.querySelectorAll("[data-moves]")].map((one) => [one.dataset.moves, placed(one)]));
  }

  function move(one, frames, more) {
    const moving = one.animate(frames, { duration: MS, easing: "ease-out", ...more });
    begun.push(moving);
    return moving;
  }

  /* The frames in which a new board is laid out and painted take long: what moves begins when that is done, so that all
     of it is seen. */
  function begin(before, frames) {
    requestAnimationFrame(function (now) {
      if (!frames || now - before < LONG_MS) return (begun = []);
      for (const one of begun) if (one.playState === "running") one.currentTime = 0;
      begin(now, frames - 1);
    });
  }

  view.addEventListener("board:before", function () {
    before = before || (still.matches || document.hidden ? null : noted());
  });

  view.addEventListener("board:shown", function () {
    if (!before) return;
    const was = before;
    before = null;
    for (const [key, now] of noted()) HOW[key.split(" ")[0]](now, was.get(key));
    begin(0, LAYING_FRAMES);
  });

  /* On the table screen the match is played once more, a while after its end, and only once. */
  function film() {
    const over = view.querySelector("[data-film]");
    const address = over && over.dataset.film;
    if (!address || !view.dataset.stream || still.matches || sessionStorage.getItem("film") === address) return;
    setTimeout(function () {
      if (!view.querySelector('[data-film="' + address + '"]')) return;
      sessionStorage.setItem("film", address);
      location.assign(address);
    }, FILM_AFTER_MS);
  }

  view.addEventListener("board:shown", film);
  film();

  /* A route is counted along by itself, a path after the other, until a finger or a key comes between. */
  let counting = 0;
  let isTapped = false;
  view.addEventListener("board:shown", function () {
    const on = document.getElementById("count-on");
    clearTimeout(counting);
    isTapped = Boolean(on) && isTapped;
    if (on && !isTapped && !still.matches) counting = setTimeout(() => on.isConnected && on.click(), COUNT_MS);
  });
  for (const kind of ["pointerdown", "keydown"]) {
    addEventListener(kind, function () {
      isTapped = Boolean(document.getElementById("count-on"));
      clearTimeout(counting);
    });
  }

  /* From where it was to where it is: a pawn, the tide's marker. */
  function walk(now, was) {
    if (!was) return;
    const across = was.place.left - now.place.left;
    const down = was.place.top - now.place.top;
    if (Math.abs(across) + Math.abs(down) < 1) return;
    move(now.one, [{ transform: `translate(${across}px, ${down}px)` }, { transform: "none" }]);
  }

  /* What has just been laid comes down onto the table: a tile, a plant in its column. `data-from`: it flies there from the key that
     was tapped or, where that is not in sight, from whose it is. Nothing does that is taken back. */
  function drop({ one }, was) {
    if (Number(one.dataset.now) <= (was ? Number(was.one.dataset.now) : 0)) return;
    const from = one.dataset.from && [...view.querySelectorAll(one.dataset.from)].filter((home) => home.checkVisibility()).pop();
    if (!from) return move(one, DROPPED, { easing: "cubic-bezier(.2, 1.4, .5, 1)" });
    const [start, end] = [from, one].map((each) => each.getBoundingClientRect());
    /* In Limits where the card lies that they hid, as large as that. */
    const [lying, whose] = [getComputedStyle(from, "::after"), getComputedStyle(from)];
    const hidden = one.ownerSVGElement ? parseFloat(lying.height) : 0;
    const down = hidden ? parseFloat(whose.paddingTop) + (hidden - end.height) / 2 : 0;
    const way = { x: start.left - end.left + (start.width - end.width) / 2, y: start.top - end.top + down };
    /* Within a drawing in its lengths, turned as it lies there. */
    const lies = one.ownerSVGElement && DOMMatrix.fromMatrix(one.getScreenCTM()).inverse();
    const { x, y } = lies ? new DOMMatrix([lies.a, lies.b, lies.c, lies.d, 0, 0]).transformPoint(way) : way;
    const off = `translate(${x}px, ${y}px)`;
    move(one, [{ transform: `${off} scale(${hidden ? hidden / end.height : 1.5})` }, { transform: "none" }], { duration: 2 * MS });
  }

  /* A card that has just been turned up; the colour of who has just got the turn. */
  function turn({ one }, was) {
    if (was && was.one.dataset.now === one.dataset.now) return;
    one.matches(".sweep") ? move(one, SWEPT, { easing: "ease-in-out" }) : move(one, TURNED);
  }

  /* The paths of a route, one after the other as one counts; those counted before stay. */
  function route(now, was) {
    const [line] = now.one.dataset.now.split(" ");
    const [before, known] = was ? was.one.dataset.now.split(" ") : ["", 0];
    [...now.one.children].slice(before === line ? Number(known) : 0).forEach(function (path, at) {
      move(path, SEEN, { delay: at * PATH_MS, fill: "backwards" });
    });
  }

  /* An accusation: who accuses whom, card after card, the verdict, what follows from it. A tap or a key skips to the end.
     The last one of a match covers its end as a curtain, until it has been read. */
  function accuse({ one }, was) {
    if (was || (heard.has(one.dataset.moves) && view.dataset.stream)) return;
    heard.add(one.dataset.moves);
    const isCurtain = one.hidden;
    const [cards, verdict, after] = STEPS.map((step) => [...(isCurtain ? one : document).querySelectorAll(step)]);
    const each = Math.min(CARD_MS, CARDS_MS / cards.length);
    const verdictAt = 2 * CARD_MS + each * cards.length;
    const afterAt = verdictAt + MS;
    const come = (one, delay) => move(one, one.dataset.step === "card" ? TURNED : SEEN, { delay, fill: "backwards" });
    /* What is not seen yet takes no tap: the tap that skips is none for it. */
    const follow = function (one) {
      one.setAttribute("data-new", "");
      const coming = come(one, afterAt);
      coming.onfinish = () => one.removeAttribute("data-new");
      return coming;
    };
    const played = [
      ...cards.map((one, at) => come(one, CARD_MS + each * at)),
      ...verdict.map((one) => come(one, verdictAt)),
      ...after.map(follow),
    ];
    if (isCurtain) played.push(raise(one, verdictAt + READ_MS));
    if (isCurtain) waitsFor(view.querySelector(".scoring:not([hidden])"), played);
    else if (document.body.matches(".tv")) played.push(fromMiddle(one.querySelector(".fan"), verdictAt - MS));
    const skipped = new AbortController();
    const skip = function () {
      skipped.abort();
      for (const one of played) one.finish();
    };
    for (const kind of [isCurtain ? "click" : "pointerdown", "keydown"]) document.addEventListener(kind, skip, { signal: skipped.signal });
  }

  /* What the last scoring brought is seen first, over the curtain. */
  function waitsFor(scene, played) {
    if (!scene) return;
    for (const one of played) one.pause();
    /* What was skipped meanwhile is over. */
    const go = (one) => one.playState === "paused" && one.play();
    scene.addEventListener("scene:passed", () => played.forEach(go), { once: true });
  }

  /* On a television the cards are counted in the middle, until what they bring comes beside them. */
  function fromMiddle(fan, until) {
    const { left, right } = fan.getBoundingClientRect();
    const off = (document.documentElement.clientWidth - left - right) / 2;
    return move(fan, [{ transform: `translateX(${off}px)` }, { transform: "none" }], { delay: until, fill: "backwards" });
  }

  /* What lies over the board while it is seen for the first time: it takes every tap, and the first one ends it. A sheet stands
     until it is closed: the browser sees to that. */
  function scene({ one }, was) {
    /* Looked at again, it is seen again as often as one steps there. */
    if (was || (heard.has(one.dataset.moves) && !document.body.matches(".replay"))) return;
    heard.add(one.dataset.moves);
    one.hidden = false;
    if (one.popover) return one.showPopover();
    /* Before the end it gives way to the winner, who is on all phones by then; the curtain itself comes after it. */
    const isLast = view.querySelector(".curtain") !== null;
    const delay = isLast ? LAST_MS : one.matches("body.tv:not(.replay) section") ? TABLE_MS : SCENE_MS;
    const leaving = move(one, [{ opacity: 1 }, { opacity: 0 }], { delay, fill: "forwards" });
    leaving.onfinish = function () {
      one.hidden = true;
      one.dispatchEvent(new CustomEvent("scene:passed"));
    };
    one.onclick = function (tap) {
      /* In a game that goes on the tap ends this alone, and nothing that comes after it. */
      if (!view.matches(".curtained")) tap.stopPropagation();
      leaving.finish();
    };
  }

  function raise(curtain, delay) {
    curtain.hidden = false;
    curtain.style.zIndex = "";
    view.classList.add("curtained");
    const rising = move(curtain, SEEN.slice(1), { delay });
    rising.onfinish = function () {
      view.classList.remove("curtained");
      /* The winner's colour opens over it. */
      curtain.style.zIndex = 0;
      setTimeout(() => (curtain.hidden = true), 2 * MS);
      view.dispatchEvent(new CustomEvent("board:raised"));
    };
    return rising;
  }

  /* A total, from what it was before. */
  function count({ one }, was) {
    const [from, to] = one.dataset.now.split(" ").map(Number);
    const steps = was ? 0 : Math.abs(to - from);
    const put = (at) => (one.textContent = String(from + at * Math.sign(to - from)).replace("-", "\u2212"));
    if (steps) put(0);
    for (let at = 1; at <= steps; at++) setTimeout(put, COUNT_AT + (at * COUNT_MS) / steps, at);
  }

  /* The water first, then the ring that was lost, then the tank of whoever lost it. */
  function tank(now, was) {
    if (!was) return;
    const [then, here] = [was.one.dataset, now.one.dataset];
    if (here.water && here.water !== then.water) rise(now.one, Number(then.water || FLOOR), Number(here.water));
    if (here.rings && Number(here.rings) < Number(then.rings)) lose(now.one, was.one);
  }

  function rise(drawing, from, to) {
    const [body, surface] = drawing.querySelectorAll(".f-water, .s-water");
    move(body, [{ transform: `scaleY(${(FLOOR - from) / (FLOOR - to)})` }, { transform: "none" }]);
    move(surface, [{ transform: `translateY(${from - to}px)` }, { transform: "none" }]);
  }

  function lose(drawing, before) {
    const ring = [...before.querySelectorAll("[data-ring]")].pop().cloneNode(true);
    drawing.append(ring);
    const away = [{}, { transform: "translateY(-34px) rotate(14deg)", opacity: 0 }];
    move(ring, away, { delay: RING_AT, fill: "both", easing: "ease-in" }).onfinish = () => ring.remove();
    const shaken = [0, -3, 3, -2, 0].map((across) => ({ transform: `translateX(${across}px)` }));
    move(drawing.closest(".tank"), shaken, { delay: SHAKE_AT });
  }
})();
