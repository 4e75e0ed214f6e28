import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { createPortal } from 'react-dom';
import './printed-page.css';

interface PrintedPageProps {
  /** Whether everything is on the page; its images may still be loading. */
  ready: boolean;
  /** Called when the print dialog has closed. */
  onDone: () => void;
  children: ReactNode;
}

/**
 * Something for paper. It is not shown on screen: while it is there, it is what the browser prints (see
 * `printed-page.css`), and it opens the print dialog when its images are loaded.
 */
export function PrintedPage({ ready, onDone, children }: PrintedPageProps) {
  const page = useRef<HTMLDivElement>(null);
  const done = useEffectEvent(onDone);

  useEffect(() => {
    if (!ready) return;
    let left = false;
    const images = [...(page.current?.querySelectorAll('img') ?? [])];
    // A picture that cannot be shown does not keep the rest from being printed.
    Promise.allSettled(images.map((image) => image.decode())).then(() => {
      if (left) return;
      addEventListener('afterprint', () => done(), { once: true });
      print();
    });
    return () => {
      left = true;
    };
  }, [ready]);

  return createPortal(
    <div ref={page} className="printed light" aria-hidden>
      {children}
    </div>,
    document.body,
  );
}
