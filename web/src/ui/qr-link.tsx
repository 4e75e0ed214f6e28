import { createContext, use, useEffect, useRef, useState } from 'react';
import type { QrPath } from '../lib/qr-path.ts';

/** Draws the QR code of a link at once. Only the server sets it; browsers load the library when needed. */
export const QrLinkContext = createContext<((path: string) => QrPath) | undefined>(undefined);

/** Loads what `QrLink` draws with beforehand, so that a code appears at once. */
export function preloadQrLink(): void {
  import('../lib/qr-path.ts').catch(() => {});
}

interface QrLinkProps {
  /** The path of a page of this site, which a phone opens when it scans the code. */
  path: string;
  /** The address of the site, if phones reach it under another one than this page. */
  origin?: string;
  /** The accessible name. */
  label: string;
  className?: string;
}

/** The QR code of a link, black on white in both themes, because scanners expect that. */
export function QrLink({ path, origin, label, className }: QrLinkProps) {
  const drawNow = use(QrLinkContext);
  const [code, setCode] = useState(() => drawNow?.(path));

  useEffect(() => {
    let cancelled = false;
    import('../lib/qr-path.ts').then(
      ({ qrPath }) => !cancelled && setCode(qrPath((origin ?? location.origin) + path)),
      // Without a connection there is no code; what it says is also there as text.
      () => {},
    );
    return () => {
      cancelled = true;
    };
  }, [path, origin]);

  return (
    // What the server has drawn stays until the browser has drawn the same.
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

const loadLibrary = () => import('qrcode');

/** The same for `QrCanvas`. */
export function preloadQr(): void {
  loadLibrary().catch(() => {});
}

const SIZE = 320;
const RETRY_MS = 100;
const RETRIES = 10;

interface QrCanvasProps {
  /** The text that a scanner reads. */
  text: string;
  /** The accessible name. */
  label: string;
  onReady?: (canvas: HTMLCanvasElement) => void;
  onFailure?: (error: unknown) => void;
}

/** A QR code of 320 px with margin 2, black on white in both themes, because scanners expect that. */
export function QrCanvas({ text, label, onReady, onFailure }: QrCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const report = useRef({ onReady, onFailure });
  report.current = { onReady, onFailure };

  useEffect(() => {
    let cancelled = false;

    async function draw() {
      try {
        const { toCanvas } = await loadLibrary();
        const target = await waitForCanvas();
        if (cancelled) return;
        await toCanvas(target, text, {
          width: SIZE,
          margin: 2,
          color: { dark: '#000000', light: '#ffffff' },
        });
        // The library sets a size in pixels, which would overflow a narrow phone.
        target.style.width = target.style.height = '';
        report.current.onReady?.(target);
      } catch (error) {
        if (!cancelled) report.current.onFailure?.(error);
      }
    }

    async function waitForCanvas(): Promise<HTMLCanvasElement> {
      for (let attempt = 0; attempt <= RETRIES; attempt += 1) {
        if (canvas.current || cancelled) break;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
      if (!canvas.current) throw new Error('There is no canvas to draw on');
      return canvas.current;
    }

    draw();
    return () => {
      cancelled = true;
    };
  }, [text]);

  return (
    <canvas
      ref={canvas}
      width={SIZE}
      height={SIZE}
      role="img"
      aria-label={label}
      // On a low screen, what belongs to the code is in sight, too.
      className="mx-auto aspect-square w-[min(20rem,41vh)] max-w-full rounded-m border"
    />
  );
}
