// The theme button of a chapter, and its contents, which are closed on phones only.
const button = document.querySelector('header button');
const contents = document.querySelector('nav details');
const wide = matchMedia('(min-width: 64rem)');
const root = document.documentElement.classList;

function nameButton() {
  const other = root.contains('dark') ? 'light' : 'dark';
  button.setAttribute('aria-label', `Switch to ${other} theme`);
  return other;
}

button.hidden = false;
nameButton();
button.addEventListener('click', () => {
  const theme = nameButton();
  root.remove('light', 'dark');
  root.add(theme);
  nameButton();
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // Storage can be switched off; the theme then lasts as long as the page.
  }
});

const open = () => {
  contents.open = wide.matches;
};
open();
wide.addEventListener('change', open);
// A phone has jumped to the section, and the open contents would cover it.
contents.addEventListener('click', ({ target }) => {
  if (target.closest('a')) open();
});
addEventListener('beforeprint', () => {
  contents.open = true;
});
addEventListener('afterprint', open);
