"""What a page can try against another origin, as code that it runs: changing something there, or reading it.

Each is an async function of `at`: `at.home` the origin attacked, `at.code` a table there, `at.match` its match, `at.link` the
path of a seat's own link, `at.here` a server of the attacker's own. It returns all that it got to read.
"""

PATIENCE_MS = 30_000
"""How long a browser may take to answer what was tried: each attempt waits for that, and is no attempt if it never comes."""

TOOLS = """
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const nothing = () => { throw new Error("nothing came of it, not even a refusal"); };
const first = (one) => Promise.race([one, wait(PATIENCE_MS).then(nothing)]);
const frame = (more = {}) => {
  const made = Object.assign(document.createElement("iframe"), {name: "aim" + Math.random()}, more);
  document.body.append(made);
  return made;
};
const read = (made) => { try { return made.contentDocument.body.innerHTML; } catch (error) { return ""; } };
const loaded = (made) => first(new Promise((done) => { made.onload = made.onerror = done; }));
const send = async (action, fields, more = {}) => {
  const target = frame();
  await wait(50);
  const form = Object.assign(document.createElement("form"), {method: "post", action, target: target.name}, more);
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement("input"), {name, value, type: "hidden"}));
  }
  document.body.append(form);
  const there = loaded(target);
  form.submit();
  await there;
  return read(target);
};
const shownIn = async (opened) => {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await wait(50)) {
    try {
      if (opened.closed) return "";
      const there = opened.document;
      if (opened.location.href !== "about:blank" && there.readyState === "complete") return there.body.innerHTML;
    } catch (error) { return ""; }
  }
  return nothing();
};
const inside = async (html, more) => {
  const made = frame(more);
  const there = loaded(made);
  if (!more.src) made.srcdoc = html;
  await there;
  await wait(400);
  return read(made);
};
const ask = async (path, more) => {
  try { const answer = await fetch(path, {credentials: "include", ...more}); return await answer.text(); }
  catch (error) { return ""; }
};
const element = async (tag, more) => {
  const made = Object.assign(document.createElement(tag), more);
  const there = loaded(made);
  document.body.append(made);
  await there;
  return [made.naturalWidth || "", made.textContent].join("");
};
const closing = (at) => [`${at.home}/t/${at.code}/closed`, {closed: "true"}];
const form = (at, path, name, value) =>
  `<form id=f method=post action="${at.home}${path}"><input name="${name}" value="${value}"></form>`;
const script = "<script>document.getElementById('f').submit()</" + "script>";
"""

CHANGES: dict[str, str] = {
    "form": "return await send(...closing(at));",
    "form with files": "return await send(...closing(at), {enctype: 'multipart/form-data'});",
    "form as plain text": "return await send(...closing(at), {enctype: 'text/plain'});",
    "form that tells no referrer": """
        document.head.append(Object.assign(document.createElement("meta"), {name: "referrer", content: "no-referrer"}));
        return await send(...closing(at));""",
    "form in a window of its own": """
        const opened = window.open("about:blank", "aim");
        const made = document.createElement("form");
        Object.assign(made, {method: "post", action: closing(at)[0], target: "aim"});
        made.append(Object.assign(document.createElement("input"), {name: "closed", value: "true"}));
        document.body.append(made);
        made.submit();
        return await shownIn(opened);""",
    "form of a sandboxed frame, whose origin is null": """
        return await inside(form(at, `/t/${at.code}/closed`, "closed", "true") + script,
          {sandbox: "allow-scripts allow-forms"});""",
    "form of a data address, whose origin is null": """
        return await inside("", {src: "data:text/html," +
          encodeURIComponent(form(at, `/t/${at.code}/closed`, "closed", "true") + script)});""",
    "form of a frame without an address": """
        return await inside(form(at, `/t/${at.code}/closed`, "closed", "true") + script, {});""",
    "form sent on by a redirect": "return await send(`${at.here}/t/${at.code}/closed`, {closed: 'true'});",
    "form that opens a table": "return await send(`${at.home}/tables`, {name: 'Eve'});",
    "form that takes a seat": "return await send(`${at.home}/t/${at.code}/join/2`, {});",
    "form that takes a seat by its link": "return await send(`${at.home}${at.link}`, {});",
    "form that takes an entry back": "return await send(`${at.home}/m/${at.match}/undo`, {});",
    "form that breaks the match off": "return await send(`${at.home}/m/${at.match}/end`, {});",
    "form of JSON in disguise": """
        return await send(`${at.home}/api/v1/tables`, {'{"players":["Eve': '"]}'}, {enctype: "text/plain"});""",
    "fetch that reads no answer": """
        return await ask(closing(at)[0], {method: "POST", mode: "no-cors", body: new URLSearchParams({closed: "true"})});""",
    "fetch": "return await ask(closing(at)[0], {method: 'POST', body: new URLSearchParams({closed: 'true'})});",
    "fetch of JSON as plain text": """
        return await ask(`${at.home}/api/v1/tables`, {method: "POST", mode: "no-cors", body: '{"players":["Eve"]}'});""",
    "fetch of JSON": """
        return await ask(`${at.home}/api/v1/tables`,
          {method: "POST", headers: {"Content-Type": "application/json"}, body: '{"players":["Eve"]}'});""",
    "fetch that outlives its page": """
        return await ask(closing(at)[0],
          {method: "POST", mode: "no-cors", keepalive: true, body: new URLSearchParams({closed: "true"})});""",
    "fetch sent on by a redirect": """
        return await ask(`${at.here}/t/${at.code}/closed`,
          {method: "POST", mode: "no-cors", body: new URLSearchParams({closed: "true"})});""",
    "beacon": "navigator.sendBeacon(closing(at)[0], new URLSearchParams({closed: 'true'})); await wait(400); return '';",
    "beacon of JSON": """
        navigator.sendBeacon(`${at.home}/api/v1/tables`, new Blob(['{"players":["Eve"]}'], {type: "text/plain"}));
        await wait(400);
        return "";""",
    "old-fashioned request": """
        const asked = new XMLHttpRequest();
        asked.withCredentials = true;
        asked.open("POST", closing(at)[0]);
        const ended = first(new Promise((done) => { asked.onloadend = done; }));
        asked.send(new URLSearchParams({closed: "true"}));
        await ended;
        return asked.responseText;""",
}
"""By name. At home each of them does change something, so that it is known to try."""

READS: dict[str, str] = {
    "fetch": "return await ask(`${at.home}/t/${at.code}`);",
    "fetch of a file": "return await ask(`${at.home}/api/v1/matches/${at.match}/export.json`);",
    "old-fashioned request": """
        const asked = new XMLHttpRequest();
        asked.withCredentials = true;
        asked.open("GET", `${at.home}/m/${at.match}/board`);
        const ended = first(new Promise((done) => { asked.onloadend = done; }));
        asked.send();
        await ended;
        return asked.responseText;""",
    "stream of the board": """
        const stream = new EventSource(`${at.home}/m/${at.match}/stream`, {withCredentials: true});
        const said = await first(new Promise((done) => {
          for (const kind of ["board", "message"]) stream.addEventListener(kind, (event) => done(event.data));
          stream.onerror = () => done("");
        }));
        stream.close();
        return said || "";""",
    "window opened": """
        const opened = window.open(`${at.home}/t/${at.code}`);
        return await shownIn(opened);""",
}
"""By name. At home each of them does read the names at the table."""

EMBEDS: dict[str, str] = {
    "frame": "return await inside('', {src: `${at.home}/t/${at.code}`});",
    "frame with the stream": "return await inside('', {src: `${at.home}/m/${at.match}/stream`});",
    "frame that may do nothing": "return await inside('', {src: `${at.home}/t/${at.code}`, sandbox: ''});",
    "object": "return await element('object', {data: `${at.home}/t/${at.code}`, type: 'text/html'});",
    "embedded": "return await element('embed', {src: `${at.home}/t/${at.code}`, type: 'text/html'});",
    "script": "return await element('script', {src: `${at.home}/api/v1/matches/${at.match}/export.json`});",
    "script of scores": "return await element('script', {src: `${at.home}/m/${at.match}/scores.csv`});",
    "style": """
        const made = Object.assign(document.createElement("link"), {rel: "stylesheet"});
        made.href = `${at.home}/static/css/tokens.css`;
        const said = new Promise((done) => { made.onload = () => done("styled"); made.onerror = () => done(""); });
        document.head.append(made);
        return await first(said) || "";""",
    "picture": "return await element('img', {src: `${at.home}/static/icons.svg`});",
    "picture of a step": "return await element('img', {src: `${at.home}/m/${at.match}/undo`});",
    "worker": """
        try { const made = new Worker(`${at.home}/static/js/board.js`); made.terminate(); return "worker"; }
        catch (error) { return ""; }""",
    "socket": """
        const socket = new WebSocket(`${at.home.replace("http", "ws")}/m/${at.match}/stream`);
        return await first(new Promise((done) => {
          socket.onmessage = (event) => done(String(event.data));
          socket.onopen = () => done("open");
          socket.onerror = () => done("");
        })) || "";""",
    "video": "return await element('video', {src: `${at.home}/m/${at.match}/board`, autoplay: true});",
    "message to an open board": """
        const opened = window.open(`${at.home}/m/${at.match}`);
        await wait(600);
        for (const text of ["undo", {type: "undo"}]) opened.postMessage(text, "*");
        await wait(200);
        try { return opened.document.body.innerHTML; } catch (error) { return ""; }""",
}
"""By name: ways to have another origin's answers inside one's own page. The app allows none, not even at home."""


def program(body: str) -> str:
    return f"async (at) => {{ const PATIENCE_MS = {PATIENCE_MS}; {TOOLS} {body} }}"
