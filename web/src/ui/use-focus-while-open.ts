import { useEffect, useRef, useState } from 'react';

/**
 * For a form that opens inside a page: it takes the focus when it opens, and the element that had the
 * focus before gets it back when the form closes.
 */
export function useFocusWhileOpen(take: (() => void) | undefined): void {
  const [opener] = useState(() => document.activeElement);
  const takeAtFirst = useRef(take);

  useEffect(() => {
    if (!takeAtFirst.current) return;
    takeAtFirst.current();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [opener]);
}
