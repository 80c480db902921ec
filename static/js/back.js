/* A page that answers a form gets an address that can be asked for again: whoever goes back to it would else see the browser's own
   page of errors. */
"use strict";
history.replaceState(history.state, "", document.currentScript.dataset.here);
