// Runs before the first paint; src/lib/theme.ts takes over from there.
(() => {
  let stored = null;
  try {
    stored = localStorage.getItem('theme');
  } catch {
    // Storage can be switched off; the light theme needs none.
  }
  document.documentElement.classList.add(stored === 'dark' ? 'dark' : 'light');
})();
