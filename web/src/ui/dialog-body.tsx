import type { ReactNode } from 'react';

interface DialogBodyProps {
  /** Set for a long list that needs the scroll position; it also makes the body scroll with the keyboard. */
  ref?: React.Ref<HTMLDivElement>;
  children: ReactNode;
}

/** The part of a dialog that scrolls. */
export function DialogBody({ ref, children }: DialogBodyProps) {
  return (
    <div
      ref={ref}
      {...(ref && { tabIndex: 0 })}
      className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto overscroll-contain px-5 py-5 -outline-offset-2 md:px-6"
    >
      {children}
    </div>
  );
}
