/** Marks the corner of the screen where toasts appear. */
export const TOAST_AREA = 'data-toast-area';

/** Whether somebody has pressed a toast, which is outside of any dialog. */
export function isInToastArea({ target }: Event): boolean {
  return target instanceof Element && target.closest(`[${TOAST_AREA}]`) !== null;
}
