/** Copies a text, also on plain http, where `navigator.clipboard` is missing. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.className = 'sr-only';
  // The field is added inside an open dialog, because the dialog traps the focus.
  (document.querySelector('[role="dialog"]') ?? document.body).append(area);
  const focused = document.activeElement;
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!copied) throw new Error('The browser did not let us copy');
}
