/* In the form of a game of one's own, Enter leads to the next field, and behind the last row adds rows; the button alone starts.
   Without this script Enter only shows the form again, with more rows. */
(function () {
  "use strict";
  const form = document.getElementById("define");
  const isOpen = (one) => one.offsetParent && !one.closest("details:not([open])");
  const fields = () => [...form.querySelectorAll("input:not([type])")].filter(isOpen);

  form.addEventListener("focusin", ({ target }) => (target.enterKeyHint = "next"));
  form.addEventListener("keydown", function (event) {
    const { target } = event;
    if (event.key !== "Enter" || event.isComposing || target.localName !== "input") return;
    event.preventDefault();
    const all = fields();
    const at = all.indexOf(target);
    if (at < 0) return;
    if (all[at + 1]) all[at + 1].focus();
    else if (target.closest(".pad-row")) form.querySelector(".pad-rows [name=more]").click();
    else target.blur();
  });
})();
