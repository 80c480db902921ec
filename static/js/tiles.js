/* The table of Down Under under fingers: answers a tap at once, zooms, goes from cell to cell with the arrow keys. */
"use strict";
