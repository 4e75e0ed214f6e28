import { ticketPath } from '@drawbridge/contract/pages';
import { ticketName } from '@drawbridge/contract/ticket-names';
import { useEffect, useState } from 'react';
import { EntryCodeText } from '../../shared/entry-code-text.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import { preloadQr, QrCanvas } from '../../ui/qr-link.tsx';

const UNDO_MS = 10_000;

interface AddedLeadProps {
  eventId: string;
  name: string;
  code: string;
  /** Whether the lead is still on this device, or the contact was entered before. */
  note?: string | null | undefined;
  onUndo: () => void;
}

/** The person who was just added, above the form, where the keyboard does not cover it; until the next one. */
export function AddedLead({ onUndo, note, ...lead }: AddedLeadProps) {
  const undoable = useTrueFor(UNDO_MS);
  const [open, setOpen] = useState(false);

  // Below a toast and above the keyboard, wherever the form was scrolled to.
  useEffect(() => {
    scrollTo({ top: 0 });
  }, []);

  return (
    // As high with a note as without, because the next person is already being typed below it.
    <div className="relative rounded-m bg-ink px-4 pt-1.5 text-paper">
      <div role="status">
        <p className="truncate font-semibold leading-6">{lead.name} added</p>
        <p className="line-clamp-2 h-11 pt-0.5 pr-40 text-sm leading-5 opacity-80">{note}</p>
      </div>
      <div className="absolute right-2 bottom-0 flex">
        {undoable && <StripButton label="Undo" onClick={onUndo} />}
        <StripButton label="Show ticket" onClick={() => setOpen(true)} />
      </div>
      {open && <AddedTicketDialog {...lead} onClose={() => setOpen(false)} />}
    </div>
  );
}

function StripButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="h-11 shrink-0 rounded-m px-2 font-semibold underline underline-offset-4"
    >
      {label}
    </button>
  );
}

interface AddedTicketDialogProps extends Pick<AddedLeadProps, 'eventId' | 'name' | 'code'> {
  onClose: () => void;
}

/** Fills a phone's screen with the ticket, to be held out to its owner. */
function AddedTicketDialog({ eventId, name, code, onClose }: AddedTicketDialogProps) {
  const shownName = useTicketName(eventId, code);

  return (
    <Dialog
      title={`${name}'s ticket`}
      description="Let them scan or photograph it"
      onClose={onClose}
    >
      <DialogBody>
        <QrCanvas
          text={location.origin + ticketPath(eventId, code, name)}
          label={`Entry code of ${name}`}
        />
        <div className="flex flex-col items-center gap-2 text-center">
          <p className="min-h-9 font-bold font-display text-3xl">{shownName}</p>
          <p className="text-sm">
            <EntryCodeText code={code} />
          </p>
          <CopyButton value={code} label="Copy entry code" size="small" />
        </div>
      </DialogBody>
    </Dialog>
  );
}

const loadCodes = () => import('../../shared/ticket-codes.ts');

/** The ticket is drawn and named without a network, too. */
export function preloadTicket(): void {
  preloadQr();
  loadCodes().catch(() => {});
}

/** The ticket's name, also of a lead that has not been sent. */
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
