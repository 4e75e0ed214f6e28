// Loaded only where there is a ticket, or no event.
import { ticketPath, typedLeadFormPath } from '@drawbridge/contract/core/pages';
import { ChevronRight } from 'lucide-react';
import type { FormEvent } from 'react';
import { t } from '../../lib/texts/texts.ts';
import { ticketName } from '../../lib/texts/ticket-names.ts';
import type { SavedTicket } from '../../raffle/tickets/saved-entry-codes.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/fields/field.tsx';
import { TicketPerforation } from '../../ui/frame/ticket.tsx';

interface TicketsLinkProps {
  eventId: string;
  /** The tickets, newest first. */
  tickets: readonly SavedTicket[];
  title: string;
}

/** A link to the tickets on this device, in the look of a ticket. */
export function TicketsLink({ eventId, tickets, title }: TicketsLinkProps) {
  const names = tickets.flatMap(({ ticket }) => (ticket ? [ticketName(ticket)] : []));
  return (
    <a
      href={ticketPath(eventId)}
      className="relative mb-4 flex animate-rise rounded-m border bg-accent-soft text-start text-accent-ink shadow-lift"
    >
      <span className="min-w-0 flex-1 px-4 py-2.5">
        <span className="block font-semibold text-sm">{title}</span>
        <span className="wrap-anywhere block font-bold font-display text-ink text-lg">
          {names[0]}
          {names.length > 1 && (
            <span className="ms-2 font-normal font-text text-ink-2 text-sm">
              {t('visitor.morePrizes', { count: names.length - 1 })}
            </span>
          )}
        </span>
      </span>
      <TicketPerforation notches sideways="always" />
      <ChevronRight aria-hidden className="mx-4 size-5 shrink-0 self-center rtl:rotate-180" />
    </a>
  );
}

/** The notice for visitors who followed a code of no event. */
export function OtherEvent() {
  function open(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault();
    const code = String(new FormData(submitted.currentTarget).get('code')).trim();
    if (code) location.assign(typedLeadFormPath(encodeURIComponent(code)));
  }

  return (
    <form onSubmit={open} className="text-start">
      <p className="mb-4 text-pretty text-center text-ink-2">{t('visitor.unknownCode')}</p>
      <Field label={t('visitor.codeOfEvent')}>
        <Input name="code" autoComplete="off" autoCapitalize="none" dir="ltr" maxLength={20} />
      </Field>
      <Button type="submit" variant="primary" className="mt-3 w-full">
        {t('visitor.openForm')}
      </Button>
    </form>
  );
}
