/** Marks the corner of the screen where toasts appear. */
export const TOAST_AREA = 'data-toast-area';

/** Pressing a toast is no press beside the dialog, so it does not close it. */
export function keepOpenForToasts(event: Event): void {
  const target = event.target;
  if (target instanceof Element && target.closest(`[${TOAST_AREA}]`)) event.preventDefault();
}
