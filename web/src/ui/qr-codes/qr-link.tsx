import { createContext, use, useEffect, useState } from 'react';
import type { QrPath } from '../../lib/texts/qr-path.ts';

/** Draws the QR code of a link at once. Only the server sets it; browsers load the library when needed. */
export const QrLinkContext = createContext<((path: string) => QrPath) | undefined>(undefined);

/** Loads the drawing library of `QrLink` in advance, so that a code appears at once. */
export function preloadQrLink(): void {
  import('../../lib/texts/qr-path.ts').catch(() => {});
}

interface QrLinkProps {
  /** The path of a page of this site, which a phone opens when it scans the code. */
  path: string;
  /** The origin of the site, if phones reach it at another address than this page. */
  origin?: string;
  label: string;
  className?: string;
}

/** The QR code of a link, black on white in both themes, because scanners expect that. */
export function QrLink({ path, origin, label, className }: QrLinkProps) {
  const drawNow = use(QrLinkContext);
  const [code, setCode] = useState(() => drawNow?.(path));

  useEffect(() => {
    let cancelled = false;
    import('../../lib/texts/qr-path.ts').then(
      ({ qrPath }) => !cancelled && setCode(qrPath((origin ?? location.origin) + path)),
      // Without a connection there is no code; its link is also on the page as text.
      () => {},
    );
    return () => {
      cancelled = true;
    };
  }, [path, origin]);

  return (
    // The code drawn by the server stays until the browser has drawn the same.
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${code?.size ?? 1} ${code?.size ?? 1}`}
      shapeRendering="crispEdges"
      className={className}
      suppressHydrationWarning
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={code?.path} fill="#000" suppressHydrationWarning />
    </svg>
  );
}
