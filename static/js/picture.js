/* The result as a picture: the drawing that the server makes of it becomes a PNG on this device. It is shared where the
   browser lets pages share files (it wants a secure connection for that), and saved elsewhere. Loaded when first needed. */
(function () {
  "use strict";

  async function pictureOf(link) {
    const drawing = new Image();
    drawing.src = link.href;
    await drawing.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [drawing.naturalWidth, drawing.naturalHeight];
    canvas.getContext("2d").drawImage(drawing, 0, 0);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
    return new File([blob], link.dataset.picture, { type: "image/png" });
  }

  function save(file) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = file.name;
    link.click();
    setTimeout(URL.revokeObjectURL, 10000, link.href);
  }

  async function give(link) {
    const file = await pictureOf(link);
    if (!navigator.canShare || !navigator.canShare({ files: [file] })) return save(file);
    /* Whoever closes the list of apps wants no picture after all. */
    return navigator.share({ files: [file] }).catch((error) => error.name === "AbortError" || save(file));
  }

  document.addEventListener("click", function (event) {
    const link = event.target.closest("a[data-picture]");
    if (!link) return;
    event.preventDefault();
    give(link).catch(() => location.assign(link.href));
  });
})();
