import { useEffect, useRef, useState } from 'react';

/**
 * A form that opens in the middle of a page takes the focus by itself; when it closes, what had the
 * focus before gets it back.
 */
export function useBorrowedFocus(take: (() => void) | undefined): void {
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
