/** Marks the corner of the screen where toasts appear. */
export const TOAST_AREA = 'data-toast-area';

/** Keeps a dialog open when somebody presses a toast, which is outside the dialog. */
export function keepOpenForToasts(event: Event): void {
  const target = event.target;
  if (target instanceof Element && target.closest(`[${TOAST_AREA}]`)) event.preventDefault();
}
