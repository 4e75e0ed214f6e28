import { ticketPath } from '@drawbridge/contract/pages';
import { ticketName } from '@drawbridge/contract/ticket-names';
import { useEffect, useState } from 'react';
import { EntryCodeText } from '../../shared/entry-code-text.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { preloadQr, QrCanvas } from '../../ui/qr-link.tsx';
import { Ticket, TicketPerforation } from '../../ui/ticket.tsx';

const UNDO_MS = 10_000;

interface AddedLeadProps {
  eventId: string;
  name: string;
  code: string;
  /** Whether the lead is still on this device, or the contact was entered before. */
  note?: string | null | undefined;
  onUndo: () => void;
}

/** The person who was just added, with their ticket to photograph; shown until the next lead is added. */
export function AddedLead({ eventId, name, code, note, onUndo }: AddedLeadProps) {
  const undoable = useTrueFor(UNDO_MS);
  const shownName = useTicketName(eventId, code);

  return (
    <div className="mt-3 flex flex-col gap-2 md:mt-4 md:gap-3">
      <div className="flex min-h-11 items-center justify-between gap-3 rounded-m bg-ink pl-4 text-paper">
        <p role="status" className="min-w-0 break-words py-1.5 md:py-2">
          {name} added
          {note && <span className="block text-sm opacity-80">{note}</span>}
        </p>
        {undoable && (
          <button
            type="button"
            onClick={onUndo}
            className="h-11 shrink-0 rounded-m px-4 font-semibold underline underline-offset-4"
          >
            Undo
          </button>
        )}
      </div>
      <Ticket aria-label="Entry code" role="region" className="flex [--ground:var(--card)]">
        <div className="flex shrink-0 items-center p-3">
          <QrCanvas
            size="small"
            text={location.origin + ticketPath(eventId, code, name)}
            label={`Entry code of ${name}`}
          />
        </div>
        <TicketPerforation notches sideways="always" />
        <div className="min-w-0 flex-1 p-3 max-md:py-2">
          <p className="min-h-7 font-bold font-display text-2xl">{shownName}</p>
          <p className="line-clamp-2 break-words font-semibold leading-5">{name}'s ticket</p>
          <p className="text-ink-2 text-sm">Let them scan or photograph it</p>
          <p className="mt-1 text-xs md:text-sm">
            <EntryCodeText code={code} />
          </p>
          <CopyButton value={code} label="Copy entry code" size="small" className="mt-1 md:mt-2" />
        </div>
      </Ticket>
    </div>
  );
}

/** The ticket's name, also of a lead that has not been sent. */
const loadCodes = () => import('../../shared/ticket-codes.ts');

/** The ticket is drawn and named without a network, too. */
export function preloadTicket(): void {
  preloadQr();
  loadCodes().catch(() => {});
}

function useTicketName(eventId: string, code: string): string | undefined {
  const [name, setName] = useState<string>();
  useEffect(() => {
    let left = false;
    loadCodes().then(
      ({ publicTicket }) => {
        const ticket = publicTicket(eventId, code);
        if (ticket && !left) setName(ticketName(ticket));
      },
      () => {},
    );
    return () => {
      left = true;
    };
  }, [eventId, code]);
  return name;
}

function useTrueFor(milliseconds: number): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return !over;
}
