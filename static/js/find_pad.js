/* A ready game whose whole name stands in the field, typed or picked from those that are offered, is found without a tap on "Find". */
"use strict";
(() => {
  const field = document.getElementById("find");
  if (!field) return;
  const known = [...field.list.options].map((one) => one.value.toLowerCase());
  field.addEventListener("input", () => {
    if (known.includes(field.value.trim().toLowerCase())) field.form.requestSubmit();
  });
})();
