/* The app's own keys for figures: they write into the field that is chosen, and lead on to the next one. The phone's
   keyboard stays away. Without this script the fields are fields like any other. */
(function () {
  "use strict";
  const view = document.getElementById("view");
  if (!view) return;

  /* Where the device's own letters are larger, what stands around gives way as in our larger text. */
  const root = document.documentElement;
  if (parseFloat(getComputedStyle(root).fontSize) > 20) root.dataset.size ||= "own";

  /* As many figures as the server takes (`HIGHEST` in engine/formula.py), and how long a sum of them may get. */
  const MOST = 6;
  const LONGEST = 30;
  /* A pad of so many letters' height is worth scrolling to. */
  const LEAST = 13;
  /* What a page has below all that stands in it. */
  const EDGE = 42;
  const EDGE_OF_A_PAD = 18;
  /* By less than a row of keys the pad is not made anew: what is said on one of them may take two lines. */
  const A_ROW = 40;
  const RECKONS_MS = 350;
  const NEW_MEANING_MS = 700;
  const keys = () => document.getElementById("keys");
  const figures = () => [...view.querySelectorAll("[data-figure]")];
  let chosen = "";
  let reckons = 0;
  let isRenewed = false;
  /* What the keys take of the height, and what they leave the pad. */
  let taken = 0;
  let room = 0;

  const field = () => figures().find((one) => one.id === chosen);
  const isOpen = (one) => one.ariaInvalid || (!one.value && !one.placeholder);
  /* As long as a plus, and as it stands once it is saved. */
  const minus = (figure) => figure.replace(/-/g, "−");

  /* Where to write first: on one's own phone one's own line alone, else the first that is still open; what was
     refused, or is edited, begins where it was typed, and not with what others typed in the same round. */
  function first() {
    const isOwn = (one) => one.name === view.dataset.begins;
    const typed = !view.dataset.board && (figures().find(isOwn) || figures().find((one) => one.value));
    if (typed) return typed;
    const seat = view.querySelector("[data-own]") && view.querySelector("[data-seat]").dataset.seat;
    // The one who sits out has time to write for all.
    const own = seat && !view.querySelector(`.rests[data-side="${seat}"]`) && seat;
    const among = own ? figures().filter((one) => one.closest("[data-side]").dataset.side.split(" ").includes(own)) : figures();
    return among.find(isOpen) || among.find((one) => one.value) || among[0] || null;
  }

  /* The next one down the same column of a pad, or along the row where all write in one before the next; of a round, the next
     line; from the last one, the first that is open. */
  function next() {
    const all = figures();
    const now = field();
    if (!now) return first();
    const isDown = now.name.startsWith("cells.") && !now.closest("[data-across]");
    const column = isDown ? all.filter((one) => one.name.split(".")[1] === now.name.split(".")[1]) : all;
    const after = column.slice(column.indexOf(now) + 1);
    return after.find(isOpen) || column.find((one) => isOpen(one) && one !== now) || all.find((one) => isOpen(one) && one !== now);
  }

  /* As in a spreadsheet: the first figure typed in a field that was tapped takes the place of what is there, and a sign such as
     + goes on from it. */
  function renew(one) {
    isRenewed = true;
    if (one.value) one.select();
  }

  function choose(one) {
    if (!one) return;
    chosen = one.id;
    one.focus({ preventScroll: true });
    renew(one);
    one.closest(".far")?.scrollIntoView({ block: "nearest" });
    (one.closest("td") || one).scrollIntoView({ block: "nearest", inline: "nearest" });
    align(one.closest("#pad"));
    label();
  }

  /* The pad is as high as rows stand whole between its head and its foot, the last ones at its end, and no higher than leaves
     what is above it in sight. */
  function size() {
    taken = keys().offsetHeight;
    const pad = view.querySelector("#pad");
    const chart = view.querySelector(".spare .chart");
    const free = innerHeight - taken - (pad && !chart ? EDGE_OF_A_PAD : EDGE);
    /* A chart below a round ends above the keys, or begins below their edge. */
    if (chart) root.style.setProperty("--left", `${free + EDGE / 2 - chart.closest(".spare").getBoundingClientRect().top - scrollY}px`);
    if (!pad) return;
    const high = (what) => pad.querySelector(what)?.offsetHeight || 0;
    const least = LEAST * parseFloat(getComputedStyle(root).fontSize);
    room = Math.min(free, Math.max(least, free - (pad.getBoundingClientRect().top + scrollY)));
    let whole = high("thead") + high("tfoot");
    for (const row of [...pad.querySelectorAll("tbody tr")].reverse()) {
      if (whole + row.offsetHeight > room) break;
      whole += row.offsetHeight;
    }
    const said = { pad: whole + 2, head: high("thead"), foot: high("tfoot") };
    for (const name in said) root.style.setProperty(`--${name}`, `${said[name]}px`);
    align(pad);
  }

  /* No row stands half behind the names; half behind the total one shows that more follow. */
  function align(pad) {
    if (!pad) return;
    const [head, foot] = ["thead", "tfoot"].map((one) => pad.querySelector(one)?.offsetHeight || 0);
    const edge = pad.getBoundingClientRect().top + head - 1;
    const rows = [...pad.querySelectorAll("tbody tr")].filter((row) => row.getBoundingClientRect().bottom - edge > 1);
    const seen = rows.length ? rows[0].getBoundingClientRect().bottom - edge : 0;
    const isCut = rows.length && seen < rows[0].offsetHeight - 1;
    if (isCut) rows.shift();
    const whole = rows.reduce((high, row) => high + row.offsetHeight, head + foot + 2);
    if (rows.length) root.style.setProperty("--pad", `${Math.min(whole, room)}px`);
    /* The last ones are scrolled to once the pad is no higher than they are. */
    if (isCut) pad.scrollTop += seen;
  }

  /* What a field is called from here: in another column or row than all along, by that; read out, by who and what. */
  function named(after) {
    const now = field();
    const figure = after.dataset.figure || after.ariaLabel;
    if (!now?.closest("td")) return [figure, figure];
    const row = now.closest("[data-across]") && after.closest("tr");
    if (row ? row.contains(now) : now.closest("td").cellIndex === after.closest("td").cellIndex) return [figure, figure];
    return [row ? [...row.cells[0].childNodes].find((one) => one.data?.trim()).data.trim() : after.closest("td").dataset.whose, after.ariaLabel];
  }

  /* So large is what is said on a key that it fits. */
  function fit(key) {
    key.style.setProperty("--signs", key.textContent.trim().length);
  }

  /* Save looks as if it waited, and is said to, until there is something to save. Tapped, it says what is missing. */
  function waits() {
    const typed = [...view.querySelectorAll("#entry :is([data-figure], select, .wins input, .tick input)")];
    const isEmpty = !typed.some((one) => one.value && one.matches("[data-figure], select, :checked"));
    for (const one of typed.length ? view.querySelectorAll("[form=entry]:is(#go, #record)") : []) {
      one.classList.toggle("wait", isEmpty);
      one.setAttribute("aria-disabled", String(isEmpty));
    }
  }

  /* What a figure comes to that may be a sum. */
  const amount = (figure) =>
    (figure.replace(/−/g, "-").match(/[-+]?[\dx×]+/g) || ["NaN"])
      .reduce((sum, term) => sum + term.split(/[x×]/).reduce((product, one) => product * Number(one), 1), 0);

  /* What a row that adds up to a number still lacks, where all but the chosen field say theirs. */
  function left() {
    const now = field();
    const row = now && isOpen(now) && now.closest("[data-whole]");
    if (!row) return NaN;
    const others = [...row.querySelectorAll("[data-figure]")].filter((one) => one !== now);
    return others.reduce((rest, one) => rest - amount(one.value || one.placeholder), Number(row.dataset.whole));
  }

  /* A sign that was tapped, to be crossed out. */
  const tick = () => document.getElementById(chosen)?.closest(".tick");

  /* With dice a key says what so many of a face come to, and 0 that it crosses the row out. */
  function dice(deck) {
    const { most, times } = field()?.closest("td")?.dataset || {};
    deck.classList.toggle("few", most > 0 && most < 7);
    deck.classList.toggle("crosses", Boolean(tick() || most > 0));
    for (const key of deck.querySelectorAll("[data-key]")) {
      const many = Number(key.dataset.key);
      if (many > 0 && many <= most && most < 7) key.dataset.worth = many * times;
      else delete key.dataset.worth;
    }
  }

  /* In a line below pictures the key shows whose line it is and the picture above the field, in place of the words. */
  function pictured(key, after) {
    const line = after?.closest("li");
    const above = line?.parentElement.querySelector(".headrow")?.children[[...line.children].indexOf(after)];
    key.classList.toggle("pictured", Boolean(above?.querySelector("svg")));
    if (!key.matches(".pictured")) return;
    key.replaceChildren("→", line.querySelector(".mark").cloneNode(true), above.cloneNode(true));
    for (const one of key.querySelectorAll("[id]")) one.removeAttribute("id");
  }

  /* Says on the key what comes next. */
  function label() {
    waits();
    const deck = keys();
    if (!deck) return;
    dice(deck);
    const key = deck.querySelector("[data-key=next]");
    const after = next();
    for (const one of figures()) {
      one.classList.toggle("chosen", one.id === chosen);
      if (one.value.includes("-")) one.value = minus(one.value);
      one.style.setProperty("--signs", one.value.length || 1);
      one.closest(`[data-grows="${one.name}"]`)?.style.setProperty("--many", one.value);
      one.scrollLeft = one.scrollWidth;
    }
    /* Not disabled: whoever stands on it keeps the focus. */
    key.setAttribute("aria-disabled", String(!after));
    const [said, read] = after ? named(after) : [];
    key.textContent = after ? `→\u00a0${said}` : deck.dataset.last;
    pictured(key, after);
    key.ariaLabel = after ? deck.dataset.next.replace("{name}", read) : null;
    [key, deck.querySelector(".go")].forEach(fit);
    const rest = deck.querySelector(".left");
    if (rest) {
      rest.hidden = !(left() >= 0);
      rest.dataset.key = rest.textContent = `= ${left()}`;
    }
    /* A result is whole or none. */
    const whole = deck.querySelector(".counts .go");
    if (whole) becomes(whole, key, !figures().some(isOpen));
    /* What is typed and not saved yet would be lost by the end. */
    for (const end of view.querySelectorAll(".end")) end.disabled = figures().some((one) => one.value);
  }

  /* All figures typed, what saves them takes the place of what leads on, deaf to a thumb that still means that. */
  function becomes(save, lead, isWhole) {
    save.disabled = !isWhole;
    if (lead.hidden === isWhole) return;
    lead.hidden = isWhole;
    save.toggleAttribute("data-new", isWhole);
    setTimeout(() => save.removeAttribute("data-new"), NEW_MEANING_MS);
  }

  /* What a key makes of what is written; a key such as +5 counts on from it, or from what stood there before. */
  function written(value, key, before) {
    const added = /^(.+[-+x×])(\d*)$/.exec(value);
    if (/^[-+]\d/.test(key)) {
      if (added) return added[2] && value.length < LONGEST ? value + key : value;
      const figure = Number(value || before.replace("−", "-")) + Number(key);
      const isFree = figure >= 0 || !keys().querySelector("[data-key=minus]:disabled");
      return isFree && String(Math.abs(figure)).length <= MOST ? String(figure) : value;
    }
    /* Of a sum the last term, with all it is multiplied by. */
    if (key === "minus") return value.replace(/([-+]?)([\dx×]*)$/, (all, sign, term, at) => (sign !== "-" ? "-" : at ? "+" : "") + term);
    if (key === "+" || key === "×") return /\d$/.test(value) && value.length < LONGEST ? value + key : value;
    if (added) {
      if (key === "back") return value.slice(0, -1);
      return value.length >= LONGEST ? value : added[1] + ((added[2] === "0" ? "" : added[2]) + key).slice(0, MOST);
    }
    const sign = value.startsWith("-") ? "-" : "";
    const digits = value.replace(/\D/g, "");
    if (key === "back") return digits.length > 1 ? value.slice(0, -1) : "";
    const longer = (digits === "0" ? "" : digits) + key;
    return sign + longer.slice(0, MOST);
  }

  function press(key) {
    if (field()?.readOnly) return null;
    if (key === "next") {
      tell("change");
      return choose(next());
    }
    if (key === "0" && tick()) return tick().querySelector("[value='0']")?.click();
    const now = field() || first();
    if (!now) return null;
    if (now.id !== chosen) choose(now);
    const kept = isRenewed && /^\d$/.test(key) ? "" : now.value;
    now.value = key.startsWith("=") ? key.slice(2) : minus(written(kept.replace(/−/g, "-"), key, now.placeholder).slice(0, now.maxLength));
    return tell("input");
  }

  /* The board keeps what is typed, and asks what would follow once a field is left. */
  function tell(kind) {
    field()?.dispatchEvent(new Event(kind, { bubbles: true }));
  }

  /* On one's own phone one's own column stands first, tinted. */
  function ownFirst() {
    const table = view.querySelector("#pad [data-own]");
    const seat = table && view.querySelector("[data-seat]").dataset.seat;
    const at = table && [...table.rows[1].cells].findIndex((cell) => cell.dataset.side?.split(" ").includes(seat));
    for (const row of at > 0 ? table.rows : []) {
      const own = row.cells[at];
      own.classList.add("mine");
      if (at > 1) row.cells[0].after(own);
    }
  }

  /* In each line whoever is written for runs as far as the total reaches, with what is typed: to the score that ends the game, or
     to the best. */
  function run() {
    const lanes = view.querySelector("[data-far]");
    if (!lanes) return;
    const totals = [...lanes.querySelectorAll("[data-reckons^=total]")].map((one) => [one, Number(minus(one.textContent).replace("−", "-").replace(/[^\d-]/g, ""))]);
    const far = Math.max(1, lanes.dataset.far, ...totals.map((one) => one[1]));
    for (const [one, total] of totals) {
      const along = Math.max(0, total) / far;
      one.closest("li").style.setProperty("--along", "exact" in lanes.dataset ? 1 - along : along);
    }
  }

  /* While an entry is kept for later the keys are gone, and the pad has their room. */
  const sized = new ResizeObserver(function () {
    if (keys() && Math.abs(keys().offsetHeight - taken) > A_ROW) size();
  });

  /* The board has been drawn: the keys stand there, and the field that was chosen stays so. */
  function drawn() {
    const deck = keys();
    root.classList.toggle("keyed", Boolean(deck));
    /* What an undo has given back counts for nothing until it is saved, or goes on being typed. */
    const live = view.matches(".given") ? null : view.querySelector("#live");
    for (const one of live ? live.querySelectorAll("data") : []) {
      for (const place of view.querySelectorAll("[data-reckons=\"" + one.value + "\"]")) place.textContent = one.textContent;
    }
    run();
    ownFirst();
    if (deck) {
      deck.hidden = false;
      root.style.setProperty("--deck", `${deck.offsetHeight}px`);
      size();
      sized.observe(deck);
    }
    const ahead = live?.querySelector("[value=ahead]").textContent.split(" ");
    for (const one of ahead ? view.querySelectorAll("[data-ahead]") : []) one.hidden = !ahead.includes(one.dataset.ahead);
    /* What an undo gives back is put in once the board is drawn. */
    requestAnimationFrame(waits);
    if (!deck) return;
    for (const one of figures()) one.inputMode = "none";
    /* What another phone has saved meanwhile is done here too. */
    const now = field();
    const begin = first();
    const wrong = view.querySelector("#problem:focus") && figures().find((one) => one.ariaInvalid);
    if (wrong || !(now || tick()) || (now && !now.value && !isOpen(now) && begin && isOpen(begin))) choose(wrong || begin);
    label();
  }

  view.addEventListener("click", function (event) {
    const key = event.target.closest("[data-key]");
    if (key) press(key.dataset.key);
    else if ("figure" in event.target.dataset) renew(event.target);
    /* A tap on a name means the figure beside it. */
    else if (keys()) choose(event.target.closest("li[data-side]")?.querySelector("[data-figure]"));
  });

  /* What follows from a figure is shown as it is typed. */
  view.addEventListener("input", function (event) {
    if (!("figure" in event.target.dataset)) return waits();
    isRenewed = false;
    /* What is wrong with a row may be put right in any of its figures. */
    event.target.closest("li")?.querySelectorAll("[data-figure]").forEach((one) => (one.ariaInvalid = null));
    label();
    clearTimeout(reckons);
    reckons = setTimeout(() => event.target.isConnected && event.target.dispatchEvent(new Event("change", { bubbles: true })), RECKONS_MS);
  });

  view.addEventListener("submit", () => clearTimeout(reckons));

  view.addEventListener("focusin", function (event) {
    if (!event.target.matches("[data-figure], .tick input")) return;
    /* Drawn anew while it is typed in, it is written on at its end. */
    if (field() === event.target && !isRenewed) event.target.selectionStart = LONGEST;
    chosen = event.target.id;
    label();
  });

  view.addEventListener("board:shown", drawn);
  drawn();
})();
