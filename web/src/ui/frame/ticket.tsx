import { PRODUCT_NAME } from '@drawbridge/contract/core/pages';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { Mark } from './wordmark.tsx';

/**
 * A card that looks like a ticket, with sections separated by a `TicketPerforation`. The notches have the
 * colour of the page; on another background, set `--ground` on the ticket.
 */
export function Ticket({ className, ...rest }: ComponentProps<'article'>) {
  return (
    <article
      className={classNames('relative rounded-l border bg-card shadow-lift', className)}
      {...rest}
    />
  );
}

/** The scalloped lower edge of a ticket; give it the colour of the section above it. */
export function TicketEdge({ className }: { className: string }) {
  return (
    <div
      aria-hidden
      className={classNames(
        'h-2 [mask:radial-gradient(circle_at_12px_100%,transparent_7.5px,black_8px)_repeat-x_0_0/24px_100%]',
        className,
      )}
    />
  );
}

interface TicketPerforationProps {
  /** Shows the notches; without them, only the dashed line is shown. */
  notches?: boolean;
  /** Puts the stub beside the ticket instead of below it: on large screens, or always. */
  sideways?: boolean | 'always';
}

// Half a ring centred on the ticket's edge; it covers one pixel of the edge itself.
const notch = 'absolute size-5 rounded-full border bg-(--ground,var(--paper))';
const left = 'top-1/2 -left-[10.5px] -translate-y-1/2 [clip-path:inset(-1px_-1px_-1px_9.5px)]';
const right = 'top-1/2 -right-[10.5px] -translate-y-1/2 [clip-path:inset(-1px_9.5px_-1px_-1px)]';
const top =
  'lg:-top-[10.5px] lg:left-1/2 lg:-translate-x-1/2 lg:translate-y-0 lg:[clip-path:inset(9.5px_-1px_-1px_-1px)]';
const bottom =
  'lg:top-auto lg:right-1/2 lg:-bottom-[10.5px] lg:translate-x-1/2 lg:translate-y-0 lg:[clip-path:inset(-1px_-1px_9.5px_-1px)]';
const alwaysTop = '-top-[10.5px] left-1/2 -translate-x-1/2 [clip-path:inset(9.5px_-1px_-1px_-1px)]';
const alwaysBottom =
  '-bottom-[10.5px] left-1/2 -translate-x-1/2 [clip-path:inset(-1px_-1px_9.5px_-1px)]';

export function TicketPerforation({ notches = false, sideways = false }: TicketPerforationProps) {
  const [line, ends] = {
    false: ['border-t', [left, right]] as const,
    true: ['border-t lg:border-t-0 lg:border-s', [`${left} ${top}`, `${right} ${bottom}`]] as const,
    always: ['border-s', [alwaysTop, alwaysBottom]] as const,
  }[`${sideways}`];
  return (
    <div aria-hidden className={classNames('relative border-dashed', line)}>
      {notches && ends.map((end) => <span key={end} className={classNames(notch, end)} />)}
    </div>
  );
}

interface TicketNoticeProps {
  title: string;
  /** One sentence: the reason, or the next action. */
  text: string;
  /** Buttons, shown on the stub. */
  children?: ReactNode;
}

export function TicketNotice({ title, text, children }: TicketNoticeProps) {
  return (
    <div className="flex min-h-dvh items-center justify-center p-5">
      <Ticket className="w-full max-w-md text-center">
        <div className="flex flex-col items-center px-8 pt-9 pb-6">
          <Mark className="size-9 text-accent" />
        </div>
        <TicketPerforation notches />
        <div className="px-8 pt-7 pb-9">
          <h1 className="text-2xl">{title}</h1>
          <p className="mt-2 text-pretty text-ink-2">{text}</p>
          {children && <div className="mt-6 flex flex-col gap-3 empty:hidden">{children}</div>}
        </div>
      </Ticket>
    </div>
  );
}

export function NoticePage(notice: TicketNoticeProps) {
  return (
    <main>
      <title>{`${notice.title} · ${PRODUCT_NAME}`}</title>
      <TicketNotice {...notice} />
    </main>
  );
}
