/* Pads passed on and taken in: a link is shared, or copied, by a tap; files that are chosen, or dropped anywhere on the page, and
   all files of a folder, are sent at once. Without this script there are a link to mark, and a field for files. */
(function () {
  "use strict";
  const form = document.querySelector("[data-takes-in]");
  const isPad = (file) => file.name.toLowerCase().endsWith(".json");

  function send(files) {
    const held = new DataTransfer();
    for (const one of files) held.items.add(one);
    if (!held.files.length) return;
    form.elements.file.files = held.files;
    form.requestSubmit();
  }

  /* A folder is read in parts, until a part is empty. */
  async function inFolder(reader) {
    const part = await new Promise((done) => reader.readEntries(done, () => done([])));
    return part.length ? [...part, ...(await inFolder(reader))] : [];
  }

  async function filesOf(entry) {
    if (entry.isFile) return [await new Promise((done) => entry.file(done, () => done(null)))].filter(Boolean);
    const found = await Promise.all((await inFolder(entry.createReader())).map(filesOf));
    return found.flat().filter(isPad);
  }

  async function dropped(transfer) {
    const entries = [...transfer.items].map((one) => one.webkitGetAsEntry?.()).filter(Boolean);
    const files = [...transfer.files];
    send(entries.length ? (await Promise.all(entries.map(filesOf))).flat() : files);
  }

  async function pass(button) {
    const field = document.getElementById(button.dataset.copies);
    if (navigator.share) return navigator.share({ url: field.value }).catch(() => null);
    field.select();
    /* Over http there is no clipboard but this. */
    await navigator.clipboard?.writeText(field.value).catch(() => null);
    document.execCommand("copy");
    const sign = button.querySelector("use");
    return sign.setAttribute("href", sign.getAttribute("href").replace("#share", "#check"));
  }

  for (const one of document.querySelectorAll("[data-copies]")) {
    one.hidden = false;
    one.addEventListener("click", () => pass(one));
  }
  if (!form) return;
  form.classList.add("at-once");
  form.elements.file.addEventListener("change", () => form.requestSubmit());
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", function (event) {
    event.preventDefault();
    dropped(event.dataTransfer);
  });
})();
