// What this phone keeps: in the browser's own store, or where there is none (private mode) until the page is closed.
(() => {
  "use strict";
  const memory = new Map();

  function read(name) {
    try { return JSON.parse(localStorage.getItem(name)); } catch { return null; }
  }
  function names() {
    try { return Object.keys(localStorage); } catch { return []; }
  }

  truc.store = {
    keep(name, value) {
      try { localStorage.setItem(name, JSON.stringify(value)); } catch { memory.set(name, value); }
    },
    get(name) { return memory.get(name) ?? read(name); },
    drop(name) {
      memory.delete(name);
      try { localStorage.removeItem(name); } catch { /* no store */ }
    },
    // Every name that begins so, in order.
    names(prefix) { return [...new Set([...names(), ...memory.keys()])].filter((name) => name.startsWith(prefix)).sort(); },
  };
})();
