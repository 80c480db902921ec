"""What must hold of every page, whatever it is of: nothing cut off, covered, too wide or too small to hit."""

from typing import Final

from playwright.sync_api import Page

from tests.e2e.stage import OVER, SMALLEST_TARGET, TOO_SMALL

CUT_OFF: Final = """() => [...document.querySelectorAll('body *')].filter(one => {
  if (one.matches('.hide, .hide *, option, script, style, noscript, svg *, [aria-hidden=true] *')) return false;
  if (!one.offsetParent || !one.checkVisibility() || one.clientWidth < 4 || one.clientHeight < 4) return false;
  for (let up = one; up; up = up.parentElement) if (getComputedStyle(up).clipPath === 'inset(50%)') return false;
  if (![...one.childNodes].some(node => node.nodeType === 3 && node.textContent.trim())) return false;
  const style = getComputedStyle(one);
  if (style.visibility === 'hidden' || style.opacity === '0' || style.textOverflow === 'ellipsis') return false;
  if (style.webkitLineClamp !== 'none') return false;
  const cuts = value => value === 'hidden' || value === 'clip';
  const {left, right} = (one.closest('.either') ? one : one.closest('.btn') || one).getBoundingClientRect();
  const runsOut = node => {
    const words = new Range();
    words.selectNodeContents(node);
    const box = words.getBoundingClientRect();
    return node.nodeType === 3 && node.textContent.trim() && (box.right > right + 3 || box.left < left - 3);
  };
  if (style.overflowX === 'visible' && style.display !== 'inline' && one.clientWidth > 10
    && !one.matches('td, th, .mark, .mark *') && [...one.childNodes].some(runsOut)) return true;
  return (cuts(style.overflowX) && one.scrollWidth > one.clientWidth + 2)
    || (cuts(style.overflowY) && one.scrollHeight > one.clientHeight + 4);
}).map(one => `${one.tagName.toLowerCase()}.${one.className} "${one.textContent.trim().slice(0, 40)}"`)"""
"""Text that its own box cuts off, or that runs out of it. A name that ends in an ellipsis on purpose is whole elsewhere."""

CLIPPED: Final = """() => [...document.querySelectorAll('svg text')].filter(one => {
  const drawing = one.ownerSVGElement, isSeen = {opacityProperty: true, visibilityProperty: true};
  if (!one.textContent.trim() || !one.checkVisibility(isSeen) || getComputedStyle(drawing).overflow !== 'hidden') return false;
  const words = one.getBoundingClientRect(), around = drawing.getBoundingClientRect();
  return words.width && around.height > 24 && (words.left < around.left - 2 || words.right > around.right + 2
    || words.top < around.top - 3 || words.bottom > around.bottom + 3);
}).map(one => `"${one.textContent.trim().slice(0, 40)}" in ${one.ownerSVGElement.cloneNode().outerHTML.slice(0, 60)}`)"""
"""Words and figures of a drawing that run out of it, unless all of it gives its room to the words of its card."""

CUT_KEYS: Final = """() => [...document.querySelectorAll('.btn, .tool, .face')].filter(one => {
  const isSeen = {opacityProperty: true, visibilityProperty: true}, box = one.getBoundingClientRect();
  if (!one.checkVisibility(isSeen) || one.closest('.hide')) return false;
  // What lies over the page is cut by nothing below it.
  const upFrom = one => one && !one.matches('body, :popover-open, :modal') ? [one, ...upFrom(one.parentElement)] : [];
  return upFrom(one.parentElement).some(around => {
    const {top, bottom} = around.getBoundingClientRect();
    return getComputedStyle(around).overflowY === 'clip' && box.bottom > top + 3 && box.top < bottom - 3
      && (box.top < top - 3 || box.bottom > bottom + 3);
  });
}).map(one => `${one.className} "${one.textContent.trim().slice(0, 40)}"`)"""
"""Keys of which what is around them shows a part alone, though nothing there scrolls."""

NAMELESS: Final = """() => [...document.querySelectorAll('.mark, .act[id]')].filter(one => one.checkVisibility()
  && (one.matches('.act') || !parseFloat(getComputedStyle(one).fontSize))
  && !one.querySelector(':scope:not(.act) svg, :scope > svg, .row svg')?.checkVisibility())
  .map(one => `${one.className} in ${one.parentElement.outerHTML.slice(0, 100)}`)"""
"""Marks of players that are a blot of colour alone, without sign or letters; drawn entries of a log that show no piece."""

OPENED: Final = "details[open], dialog[open], [popover], .notice:has([data-close]), .sheet-foot:has(#close-field)"
"""What has been opened over a page: it has its own way to be closed."""

UNSEEN: Final = (
    ".hide, .mark, option, script, style, noscript, [aria-hidden=true], :is(.hide, svg, [inert], [aria-hidden=true]) *"
)
"""Whose words are none, or lie below others on purpose, as the badges of pawns on one square."""

COVERED: Final = """async ([opened, unseen]) => {
  const isSeen = {opacityProperty: true, visibilityProperty: true}, every = new CSSStyleSheet(), root = document.documentElement;
  every.replaceSync('* { pointer-events: auto !important; }');
  const upFrom = one => one ? [one, ...upFrom(one.parentElement)] : [];
  const alphaOf = colour => Number((colour.match(/(?:rgba.*, |[/] )([.0-9]+)[)]$/) || [0, 1])[1]);
  const paints = one => {
    const {backgroundColor, backgroundImage, fill, fillOpacity} = getComputedStyle(one);
    const own = one.matches('svg *') ? fillOpacity * alphaOf(fill) : one.matches('img, canvas') || backgroundImage !== 'none' ? 1
      : alphaOf(backgroundColor);
    return upFrom(one).reduce((much, around) => much * getComputedStyle(around).opacity, own) > 0.5;
  };
  const isIn = ({left, right, top, bottom}, x, y) => x > left && x < right && y > top && y < bottom;
  const isClipped = (around, x, y) => {
    const {clipPath, overflow} = getComputedStyle(around);
    return clipPath === 'inset(50%)' || overflow !== 'visible' && around !== root && !isIn(around.getBoundingClientRect(), x, y);
  };
  const wordsOf = one => [...one.childNodes].filter(node => node.nodeType === 3 && node.data.trim());
  const linesOf = node => {
    const words = new Range();
    words.selectNodeContents(node);
    return [...words.getClientRects()].filter(({width, height}) => width > 2 && height > 2);
  };
  const over = node => {
    const one = node.parentElement, own = one.closest('label') || one, lines = linesOf(node);
    for (const line of [lines[0], lines.at(-1)].filter(Boolean)) {
      const x = line.x + line.width / 2, y = line.y + line.height / 2, all = document.elementsFromPoint(x, y);
      if (!all.length || upFrom(one).some(around => isClipped(around, x, y))) continue;
      const above = all.slice(0, all.findIndex(hit => hit.contains(one))).filter(hit => !own.contains(hit));
      const found = above.filter(hit => hit.checkVisibility(isSeen)).find(
        hit => paints(hit) || wordsOf(hit).flatMap(linesOf).some(words => isIn(words, x, y)));
      if (found && !found.closest(`${opened}, .foot .notice, .curtain, #badge`)) return found;
    }
  };
  const isFree = ({parentElement: one}) => {
    const before = upFrom(one).map(around => [around, around.scrollLeft, around.scrollTop]);
    const found = ['center', 'start', 'end'].every(block => {
      one.scrollIntoView({block, inline: 'center', behavior: 'instant'});
      return wordsOf(one).some(over);
    });
    for (const [around, left, top] of before) around.scrollTo({left, top, behavior: 'instant'});
    return !found;
  };
  const texts = () => [...document.body.querySelectorAll('*')]
    .filter(one => wordsOf(one).length && !one.matches(unseen) && one.checkVisibility(isSeen)).flatMap(wordsOf);
  let found, until = performance.now() + 4000;
  do {
    if (found) await new Promise(done => setTimeout(done, 500));
    document.adoptedStyleSheets.push(every);
    found = texts().map(node => [node, over(node)]).filter(([node, one]) => one && !isFree(node));
    document.adoptedStyleSheets.pop();
  } while (found.length && performance.now() < until);
  return found.map(([node, one]) => `"${node.data.trim().slice(0, 40)}" by ${one.outerHTML.slice(0, 100)}`);
}"""
"""Words that lie below something else and cannot be scrolled free, however long one waits; not below what goes by a tap or, as the
bar that says that there is no connection, when it is over."""

OFFERED: Final = """(where) => [...document.querySelectorAll(where)].map(one => {
  const label = one.matches('input') && (one.closest('label') || document.querySelector(`label[for="${one.id}"]`));
  return {one, target: label || one};
}).filter(({one, target}) => {
  const box = target.getBoundingClientRect(), style = getComputedStyle(target);
  return !one.disabled && box.width > 1 && box.height > 1 && style.visibility !== 'hidden' && style.pointerEvents !== 'none'
    && !one.closest('[inert], .hide') && !one.matches('.hide') && target.checkVisibility();
})"""
"""What can be tapped of what is named, each with what a finger hits."""

FIELDS: Final = """(where) => [...document.querySelectorAll(where)].map((one, at) => [one, at])
  .filter(([one]) => one.checkVisibility() && !one.disabled && !one.readOnly)
  .map(([one, at]) => [at, [...one.options || []].map(each => each.value)])"""
"""What can be typed in: each by its number, with what it lets one choose from."""

ASKED: Final = """(where) => [...new Set([...document.querySelectorAll(`${where} input[type=radio]`)]
  .filter(one => !one.disabled && (one.closest('label') || one).checkVisibility()).map(one => one.name))]"""
"""The questions that are asked by a choice of one."""

PLACE: Final = f"""([where, which]) => {{
  const all = ({OFFERED})(where), found = all[Math.floor(which * all.length)];
  if (!found) return null;
  const {{one, target}} = found;
  target.scrollIntoView({{block: 'center', inline: 'center', behavior: 'instant'}});
  const box = target.getBoundingClientRect();
  const face = target.matches('label') && target.querySelector('.face');
  const inner = face ? face.getBoundingClientRect() : box;
  const x = Math.min(Math.max(inner.x + inner.width / 2, 1), innerWidth - 1);
  const y = Math.min(Math.max(inner.y + inner.height / 2, 1), innerHeight - 1);
  const hit = document.elementFromPoint(x, y);
  const over = hit && hit.closest('{OPENED}');
  if (over && !over.contains(target)) return null;
  const isHit = hit && (target.contains(hit) || hit.contains(target) || hit.closest('label') === target);
  return {{x, y, kind: one.matches('a') ? 'link' : one.type || one.tagName.toLowerCase(), name: one.name || '',
    says: (target.innerText || one.getAttribute('aria-label') || one.value || '').trim().slice(0, 40),
    href: one.getAttribute('href') || '', goesByTap: Boolean(hit && !isHit && hit.closest('.foot .notice:not(.later), .curtain')),
    covered: isHit ? '' : (hit ? hit.outerHTML.slice(0, 100) : 'nothing')}};
}}"""
"""Where to tap the one at this part of the way through all of them, in the middle of the screen; and what lies over it.
Nothing is below what has been opened: that has its own way to be closed, and is tapped too. A bar, and what ended a match
before its end, go by a tap anywhere."""

ASKS: Final = """(() => {
  const fetched = window.fetch;
  window.asks = 0;
  window.fetch = (...all) => { window.asks += 1; return fetched(...all).finally(() => { window.asks -= 1; }); };
  window.print = () => {};
})();"""
"""Run in a page before all else: counts what the page asks for and has not been answered."""

QUIET: Final = """async () => {
  const isHeld = one => one.playState === 'running' && one.effect.getKeyframes().some(frame => frame.pointerEvents);
  const until = performance.now() + 30000;
  do await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  while ((window.asks || document.querySelector('[data-rests]') || document.getAnimations().some(isHeld))
    && performance.now() < until);
}"""
"""Until nobody waits for an answer, or for what was entered to be shown, a tap and an answer have done what they do, and
what takes no second half of a double tap for a moment takes taps again."""

SHOWN: Final = """async () => {
  const board = document.getElementById('shown');
  const isTapped = Object.keys(sessionStorage).some(key => {
    const kept = key.startsWith('taps ') && JSON.parse(sessionStorage.getItem(key));
    return kept && (kept.pairs.length || Object.keys(kept.ways || {}).length);
  });
  if (isTapped || document.getElementById('problem')) return { words: [], left: [] };
  const partsOf = one => [...one.querySelectorAll('[data-part]')];
  const until = performance.now() + 10000;
  let anew, left;
  do {
    if (left) await new Promise(done => setTimeout(done, 500));
    const answer = await fetch(location.href);
    anew = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('shown');
    const fresh = new Map(partsOf(anew).map(part => [part.dataset.part, part.dataset.hash]));
    left = partsOf(board).filter(part => (fresh.get(part.dataset.part) ?? part.dataset.hash) !== part.dataset.hash);
  } while (left.length && performance.now() < until);
  const wordsOf = part => {
    const copy = part.cloneNode(true);
    for (const one of copy.querySelectorAll('#badge, #entering, .told, noscript, [data-reckons], [data-lacks]')) one.remove();
    const words = copy.textContent.trim().split(/\\s+/);
    // One's own column stands first on one's own phone.
    return [`${part.dataset.part} ${part.dataset.hash}`, (part.querySelector('[data-own]') ? words.sort() : words).join(' ')];
  };
  return {
    words: [board, anew].flatMap(one => partsOf(one).map(wordsOf)),
    left: left.map(part => `${part.dataset.part} left as "${part.textContent.replace(/\\s+/g, ' ').trim().slice(0, 60)}"`),
  };
}"""
"""The words of each part of the board by what its HTML is known by, as it stands and loaded anew, and what stands otherwise ten
seconds later than a page loaded anew; none of half an entry, and no figure that a script reckons on the phone itself."""

FOCUSED: Final = """which => {
  const all = [...document.querySelectorAll('#shown :is(button:enabled:not(.bad), a[href], input:enabled, summary)')]
    .filter(one => one.checkVisibility() && !one.closest('[inert]'));
  const one = all[Math.floor(which * all.length)];
  one?.focus();
  window.had = one;
  return Boolean(one) && document.activeElement === one;
}"""
"""Put the focus on something of the board; whether it is there."""

LOST: Final = """() => {
  if (document.activeElement !== document.body) return '';
  const one = window.had;
  if (!one) return 'on a page loaded since';
  const seen = one.checkVisibility() ? 'seen' : 'hidden';
  return `${one.cloneNode().outerHTML} is ${one.isConnected ? `there, ${seen}, ${one.disabled ? 'disabled' : 'enabled'}` : 'gone'}`;
}"""
"""What became of what had the focus, where nothing has it any more."""

WAITED: Final = """() => {
  const [entry] = performance.getEntriesByType('navigation');
  return entry ? entry.loadEventStart : 0;
}"""
"""Milliseconds until the page was here, with all that it loads: alone on two cores some 30 to 350."""

BUSY: Final = """async () => {
  const began = navigator.onLine ? performance.now() : -Infinity;
  for (let at = 0; at < 5 && navigator.onLine; at += 1) await (await fetch('/')).text();
  return Math.max(1, (performance.now() - began) / 50);
}"""
"""How many times slower the machine is than alone, where an answer takes 10 ms."""

TOTALS: Final = """async () => {
  // At the end of a round they count up from what they were.
  if (document.querySelector('[data-moves^=count]')) await new Promise(done => setTimeout(done, 2000));
  const read = one => one.textContent.replace(/[\\s\u00ad]/g, '').replace('−', '-');
  const isSum = one => /^\\D+$/.test(read(one.closest('tr').querySelector('.label.strong') || document.createElement('i')));
  const written = [...document.querySelectorAll('.page .written:not([aria-hidden])')].filter(one => /^-?\\d+$/.test(read(one)));
  const ofSheet = [...document.querySelectorAll('.page .player')].map(player => {
    const over = player.getBoundingClientRect();
    const own = written.filter(one => one.closest('.page') === player.closest('.page')).filter(one => {
      const {x, y, width, height} = one.getBoundingClientRect();
      const across = x + width / 2, down = y + height / 2;
      return player.closest('thead') ? across > over.left && across < over.right && down > over.bottom
        : down > over.top && down < over.bottom;
    });
    // Beside a name of two lines the total stands once, at the right of both.
    const x = one => one.getBoundingClientRect().x;
    if (!player.closest('thead')) own.sort((one, next) => x(one) - x(next));
    return [player, own.filter(isSum).at(-1) || own.at(-1)];
  });
  const ofResult = [...document.querySelectorAll('ol.sum > li')].map(one => [one, one.querySelector('.to')]);
  const namesOf = one => [...one.querySelectorAll('bdi, .mark[role=img]:not(.went)')].map(name => name.ariaLabel ?? read(name));
  const alone = rows => [...document.querySelectorAll(rows)].filter((one, _, all) => namesOf(one).length === 1
    && all.filter(other => namesOf(other)[0] === namesOf(one)[0]).length === 1);
  const ofScreen = [...document.querySelectorAll('.screen :is(.beside table:not(.du-screen), .parts) tbody tr')]
    .map(one => [one, one.querySelector('.tot')]);
  const ofPhone = ['.turns > li', '.sides > li'].flatMap(alone)
    .filter(one => one.closest('#shown') && !one.closest('.screen'))
    .map(one => [one, one.querySelector('[data-reckons^=total], b:not(.place)')]);
  const ofBoth = [...[...document.querySelectorAll('#shown .rank > li')].map(one => [one, one.querySelector('.to')]),
    ...alone('.own > li').map(one => [one, one.querySelector('.figures > b')]),
    ...alone('.tanks .tank').map(one => [one, one.querySelector('.s')]),
    ...alone('.screen .seats > li').map(one => [one, one.querySelector('.total')])];
  const rows = [...ofSheet, ...ofResult, ...ofScreen, ...ofPhone, ...ofBoth].filter(([, total]) => total)
    .flatMap(([named, total]) => namesOf(named).flatMap(name => name.split('+')).map(
      name => [name, read(total).match(/-?\\d+|$/)[0]]));
  // Of two routes each has its row, and a player has what both bring.
  const ofRoutes = ['.chips > .btn', '.du-screen tbody tr'].flatMap(routes => {
    const each = [...document.querySelectorAll(routes)].map(one => [namesOf(one)[0], Number(
      read(one.querySelector('.tot') ?? one.querySelector('b')).match(/-?\\d+|$/)[0])]);
    return each.map(([name]) => [name, `${each.filter(([other]) => other === name).reduce((sum, [, worth]) => sum + worth, 0)}`]);
  });
  const found = {};
  for (const [name, total] of [...rows, ...ofRoutes].map(([name, total]) => [name.replace(/\\s/g, ''), total])) {
    found[name] = ofSheet.length || (found[name] ?? total) === total ? total : `${found[name]} and ${total}`;
  }
  return found;
}"""
"""The total of each player by name: of a result, of a television, of a phone's board, and of a sheet, where it stands below the
name or beside it: in the row of the sum, else last. Where a board has two of a player that differ, both."""

SCENE: Final = ".scene, .screen .accused"
"""What takes the place of everything else, totals among it."""

BROUGHT: Final = """() => Object.fromEntries([...document.querySelectorAll('.scores.evening tbody tr')].map(one =>
  [one.querySelector('bdi').textContent.trim(), Number(one.querySelector('.tot').textContent.trim().replace('½', '.5'))]))"""
"""What each has of the evening, as its page says it."""

OFF_SCREEN: Final = """() => [...document.querySelectorAll('body *')].filter(one => {
  if (one.matches('.hide, .hide *, script, style, template, svg *')) return false;
  if (!one.checkVisibility({opacityProperty: true, visibilityProperty: true})) return false;
  const words = new Range();
  return [...one.childNodes].some(node => {
    if (node.nodeType !== 3 || !node.textContent.trim()) return false;
    words.selectNodeContents(node);
    const box = words.getBoundingClientRect(), name = one.closest('.either')?.getBoundingClientRect();
    if (name && box.top >= name.bottom - 1) return false;
    return box.width > 1 && (box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.left < -1 || box.top < -1);
  });
}).map(one => `${one.tagName.toLowerCase()}.${one.className} "${one.textContent.trim().slice(0, 40)}"`)"""
"""Words that a television has no room for: nobody scrolls there. Of a name with two forms, the one that stands there counts."""


WAY_IN: Final = """([, unseen]) => {
  const stage = document.querySelector('.curtain:not([hidden])') || document.body, join = document.querySelector('.to-join');
  const boxes = join?.checkVisibility() ? [...join.children].map(one => one.getBoundingClientRect()) : [], words = new Range();
  const both = (a, b) => ({
    left: Math.max(a.left, b.left), top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom),
  });
  const shownOf = (line, one) => !one ? line
    : shownOf(getComputedStyle(one).overflow === 'visible' ? line : both(line, one.getBoundingClientRect()), one.parentElement);
  return [...stage.querySelectorAll('*')].filter(one => !join?.contains(one) && !one.matches(unseen)
    && one.checkVisibility({visibilityProperty: true}) && [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim())
  ).filter(one => {
    words.selectNodeContents(one);
    return [...words.getClientRects()].some(line => boxes.some(box => {
      const {left, top, right, bottom} = both(shownOf(line, one), box);
      return right - left > 2 && bottom - top > 2;
    }));
  }).map(one => `"${one.textContent.trim().slice(0, 40)}" by the way to join`);
}"""
"""Words of which but a part lies below the code or the address: their middle may be free."""


def faults_of_screen(page: Page) -> list[str]:
    """What does not hold of a television: nobody taps there, and what is drawn may run out of it."""
    covered = f"[...await ({COVERED})(page), ...({WAY_IN})(page)]"
    looks = f"async page => [[...({CUT_OFF})(), ...({CLIPPED})()], ({NAMELESS})(), ({OFF_SCREEN})(), {covered}]"
    named = zip(
        ("cut off", "tells nobody", "off the screen", "covered"), page.evaluate(looks, [OPENED, UNSEEN]), strict=True
    )
    return [f"{fault}: {one}" for fault, all_of_it in named for one in all_of_it]


TOO_WIDE: Final = """() => [...document.querySelectorAll('body *')].filter(one =>
  one.checkVisibility() && one.getBoundingClientRect().right + scrollX > document.documentElement.clientWidth + 1
).slice(-3).map(one => `${one.tagName.toLowerCase()}.${one.className} "${one.textContent.trim().slice(0, 40)}"`).join(', ')"""
"""The innermost of what runs out of the page to the right."""

LOADED: Final = "(document.readyState === 'complete' || new Promise(done => addEventListener('load', done)))"
"""Until the page is here whole: half of one has buttons whose words are still on their way."""


def faults_of(page: Page) -> list[str]:
    """What does not hold of the page as it stands."""
    cut_off, nameless, covered, over, small = page.evaluate(
        f"""async ([smallest, ...page]) => {{
          await {LOADED};
          const cut = [...({CUT_OFF})(), ...({CLIPPED})(), ...({CUT_KEYS})()];
          return [cut, ({NAMELESS})(), await ({COVERED})(page), {OVER}, ({TOO_SMALL})(smallest)];
        }}""",
        [SMALLEST_TARGET, OPENED, UNSEEN],
    )
    named = (("cut off", cut_off), ("tells nobody", nameless), ("covered", covered))
    found = [f"{fault}: {one}" for fault, all_of_it in named for one in all_of_it]
    if over > 0:
        found.append(f"{over} px wider than the screen: {page.evaluate(TOO_WIDE)}")
    return found + [f"smaller than {SMALLEST_TARGET} px: {one}" for one in small[:3]]
