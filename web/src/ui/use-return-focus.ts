import { useState } from 'react';

/**
 * Radix gives the focus back to a dialog's trigger; ours are opened by state and have none, so what
 * had the focus when the dialog came gets it back when it goes.
 */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement);
  return (event) => {
    event.preventDefault();
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
  };
}
