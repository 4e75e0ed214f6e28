import { ticketPath } from '@drawbridge/contract/core/pages';
import type { PublicEvent } from '@drawbridge/contract/events/events';
import type { TextKey } from '@drawbridge/contract/languages/texts';
import { Download, Share2 } from 'lucide-react';
import { useState } from 'react';
import { copyText } from '../../lib/device/copy-text.ts';
import { saveFile } from '../../lib/device/save-file.ts';
import { t } from '../../lib/texts/texts.ts';
import { ticketName } from '../../lib/texts/ticket-names.ts';
import type { OwnTicket } from '../../raffle/tickets/saved-entry-codes.ts';
import { Button } from '../../ui/button.tsx';

interface TicketActionsProps {
  event: PublicEvent | undefined;
  ticket: OwnTicket;
}

/** Saves the ticket as a picture, and shares it. */
export function TicketActions({ event, ticket }: TicketActionsProps) {
  const [saving, setSaving] = useState(false);
  const [result, setResult] = useState<TextKey>();

  async function save() {
    setSaving(true);
    setResult(undefined);
    try {
      const { drawTicket } = await import('./ticket-picture.ts');
      const name = (event?.name ?? 'raffle').trim().replace(/[\s/\\:*?"<>|]+/g, '-');
      saveFile(`${name}-ticket.png`, await drawTicket(ticket, event));
    } catch {
      setResult('workspace.notSaved');
    } finally {
      setSaving(false);
    }
  }

  async function share() {
    setResult(undefined);
    const { eventId, code, name, ticket: hash } = ticket;
    const url = `${location.origin}${ticketPath(eventId, code, name)}`;
    const text = t(`workspace.share${name ? 'Named' : 'Unnamed'}${event ? 'For' : ''}`, {
      ticket: ticketName(hash),
      name,
      event: event?.name ?? '',
      code,
    });
    try {
      // Sharing is missing on plain http and in some desktop browsers.
      if (navigator.share) await navigator.share({ title: t('workspace.shareTitle'), text, url });
      else {
        await copyText(`${text}\n${url}`);
        setResult('workspace.shared');
      }
    } catch (error) {
      // Closing the list of apps is not a failure.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      setResult('workspace.notShared');
    }
  }

  return (
    <div className="flex w-full flex-col gap-2">
      <div className="grid grid-cols-2 gap-2.5">
        <Button icon={Download} pending={saving} onClick={save}>
          {t('workspace.saveTicket')}
        </Button>
        <Button icon={Share2} onClick={share}>
          {t('workspace.share')}
        </Button>
      </div>
      <p role="status" className="text-center text-ink-2 text-sm empty:hidden">
        {result && t(result)}
      </p>
    </div>
  );
}
