import type { ReactNode } from 'react';
import { Mark } from './mark.tsx';
import { Ticket } from './ticket.tsx';
import { TicketPerforation } from './ticket-perforation.tsx';

interface TicketNoticeProps {
  title: string;
  /** One sentence: why, or what to do. */
  text: string;
  /** Buttons, shown on the stub. */
  children?: ReactNode;
}

/** A full-screen message. */
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
          {children && <div className="mt-6">{children}</div>}
        </div>
      </Ticket>
    </div>
  );
}
