import type { PublicEvent } from '@drawbridge/contract/events';
import { ticketPath } from '@drawbridge/contract/pages';
import { ticketName } from '@drawbridge/contract/ticket-names';
import { Download, Share2 } from 'lucide-react';
import { useState } from 'react';
import { copyText } from '../../lib/copy-text.ts';
import { saveFile } from '../../lib/save-file.ts';
import type { OwnTicket } from '../../shared/own-tickets.ts';
import { Button } from '../../ui/button.tsx';

interface TicketActionsProps {
  event: PublicEvent | undefined;
  ticket: OwnTicket;
}

/** Saves the ticket as a picture, and shares it. */
export function TicketActions({ event, ticket }: TicketActionsProps) {
  const [saving, setSaving] = useState(false);
  const [result, setResult] = useState('');

  async function save() {
    setSaving(true);
    setResult('');
    try {
      const { drawTicket } = await import('./ticket-picture.ts');
      const name = (event?.name ?? 'raffle').trim().replace(/[\s/\\:*?"<>|]+/g, '-');
      saveFile(`${name}-ticket.png`, await drawTicket(ticket, event));
    } catch {
      setResult('The ticket could not be saved. Take a picture of this screen instead.');
    } finally {
      setSaving(false);
    }
  }

  async function share() {
    setResult('');
    const { eventId, code, name, ticket: hash } = ticket;
    const url = `${location.origin}${ticketPath(eventId, code, name)}`;
    const whose = [ticketName(hash), name && `raffle ticket of ${name}`].filter(Boolean).join(', ');
    const text = `${whose}${event ? ` for ${event.name}` : ''}: ${code}`;
    try {
      // Missing on plain http and in some desktop browsers.
      if (navigator.share) await navigator.share({ title: 'Raffle ticket', text, url });
      else {
        await copyText(`${text}\n${url}`);
        setResult('Copied. You can paste it into a message.');
      }
    } catch (error) {
      // Closing the list of apps is not a failure.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      setResult('The ticket could not be shared. Take a picture of this screen instead.');
    }
  }

  return (
    <div className="flex w-full flex-col gap-2">
      <div className="grid grid-cols-2 gap-2.5">
        <Button pending={saving} onClick={save}>
          {!saving && <Download aria-hidden />}
          Save ticket
        </Button>
        <Button onClick={share}>
          <Share2 aria-hidden />
          Share
        </Button>
      </div>
      <p role="status" className="text-center text-ink-2 text-sm empty:hidden">
        {result}
      </p>
    </div>
  );
}
