// Runs before the first paint; src/ui/theme-toggle.tsx takes over from there. The server puts it into each page.
(() => {
  let stored = null;
  try {
    stored = localStorage.getItem('theme');
  } catch {
    // Storage can be switched off.
  }
  document.documentElement.classList.add(stored === 'dark' ? 'dark' : 'light');

  // A button that is pressed before the scripts have taken the page over is pressed again when they have.
  let pressed = null;
  const note = ({ target }) => {
    pressed = target.closest('button');
  };
  document.addEventListener('click', note);
  document.addEventListener(
    'taken-over',
    () => {
      document.removeEventListener('click', note);
      if (pressed?.isConnected) pressed.click();
    },
    { once: true },
  );
})();
