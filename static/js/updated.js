/* Loads the page again once the app has been updated since it was loaded: a new board needs the new styles and scripts.
   The first event of each stream says which app it is. What is half entered is kept by board.js. */
(function () {
  "use strict";
  const loaded = document.currentScript.dataset.app;

  /* Once for each app: two workers of different ages would send the page to and fro. */
  window.reloadsWhenUpdated = function (source) {
    source.addEventListener("app", function (event) {
      if (event.data === loaded || sessionStorage.getItem("app") === event.data) return;
      sessionStorage.setItem("app", event.data);
      location.reload();
    });
  };
})();
