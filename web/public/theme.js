// Runs before the first paint; src/ui/theme-toggle.tsx takes over from there. The server puts it into each page.
(() => {
  let stored = null;
  let tickets = null;
  try {
    stored = localStorage.getItem('theme');
    tickets = localStorage.getItem('tickets');
  } catch {
    // Storage can be switched off.
  }
  const { classList } = document.documentElement;
  classList.add(stored === 'dark' ? 'dark' : 'light');
  const [, , eventId] = location.pathname.split('/');
  // The form keeps a place for the ticket of a device that has entered.
  if (eventId && tickets?.includes(eventId) && location.search !== '?kiosk')
    classList.add('entered');

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
