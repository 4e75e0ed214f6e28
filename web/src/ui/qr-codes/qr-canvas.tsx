import { useEffect, useRef } from 'react';

const loadLibrary = () => import('qrcode');

/** Loads the drawing library of `QrCanvas` in advance. */
export function preloadQr(): void {
  loadLibrary().catch(() => {});
}

const SIZE = 320;
const RETRY_MS = 100;
const RETRIES = 10;

interface QrCanvasProps {
  text: string;
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
      // The height leaves room for the code's controls on a low screen.
      className="mx-auto aspect-square w-[min(20rem,41vh)] max-w-full rounded-m border"
    />
  );
}
