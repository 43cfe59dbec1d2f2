// What this phone keeps: in the browser's own store, or in memory until the page is closed if
// there is no store (private mode).
(() => {
  "use strict";
  const memory = new Map();

  function read(name) {
    try {
      return JSON.parse(localStorage.getItem(name));
    } catch {
      return null;
    }
  }
  function names() {
    try {
      return Object.keys(localStorage);
    } catch {
      return [];
    }
  }

  truc.store = {
    keep(name, value) {
      try {
        localStorage.setItem(name, JSON.stringify(value));
        memory.delete(name); // the store may have been full before
      } catch {
        memory.set(name, value);
      }
    },
    get(name) {
      return memory.get(name) ?? read(name);
    },
    drop(name) {
      memory.delete(name);
      try {
        localStorage.removeItem(name);
      } catch {
        // There is no store.
      }
    },
    // All names that begin with this, in order.
    names(prefix) {
      const all = new Set([...names(), ...memory.keys()]);
      return [...all].filter((name) => name.startsWith(prefix)).sort();
    },
  };
})();
