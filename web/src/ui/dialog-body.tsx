import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';

interface DialogBodyProps {
  className?: string;
  /** For a long list, which has to know how far it is scrolled. */
  ref?: React.Ref<HTMLDivElement>;
  children: ReactNode;
}

/** The part of a dialog that scrolls. */
export function DialogBody({ className, ref, children }: DialogBodyProps) {
  return (
    <div
      ref={ref}
      className={classNames(
        'flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto overscroll-contain px-5 py-5 md:px-6',
        className,
      )}
    >
      {children}
    </div>
  );
}
