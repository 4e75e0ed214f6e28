import { contact, contactFields, contactValues } from '@drawbridge/contract/contact';
import type { PublicEvent } from '@drawbridge/contract/events';
import { consentNoteOf } from '@drawbridge/contract/form-rules';
import type { CollectedLead } from '@drawbridge/contract/leads';
import { ScanQrCode } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { currentSession } from '../../lib/session.ts';
import { showToast } from '../../lib/toast.ts';
import { LeadFields } from '../../shared/lead-fields.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { moveOnEnter } from '../../ui/field.tsx';
import { Tick } from '../../ui/tick.tsx';
import { AddedLead, preloadTicket } from './added-lead.tsx';
import { hideOwnLead } from './api.ts';
import type { Badge } from './badge/read-badge.ts';
import type { ScanDialog } from './badge/scan-dialog.tsx';
import { useHandScanner } from './badge/use-hand-scanner.ts';
import { type KnownNumbers, useDuplicates } from './known-numbers.ts';
import { alsoEnteredText } from './lead-rules.ts';
import { onArrival, takeBack } from './outbox/outbox.ts';
import type { OutboxLead } from './outbox/outbox-rules.ts';
import { useEnterLead } from './outbox/use-outbox.ts';
import { useLeadForm } from './use-lead-form.ts';

interface LeadEntryFormProps {
  event: PublicEvent;
  /** The leads on this device that have not arrived. */
  unsent: readonly OutboxLead[];
  known: KnownNumbers;
  /** Shown below the form. */
  outboxLine: ReactNode;
}

/** Adds one attendee after the other; after each, the form is reset for the next. */
export function LeadEntryForm({ event, unsent, known, outboxLine }: LeadEntryFormProps) {
  const { form, attemptFor, clear, restore, fill } = useLeadForm(event);
  const [added, setAdded] = useState<OutboxLead>();
  const [Scanner, setScanner] = useState<typeof ScanDialog>();
  const addButton = useRef<HTMLButtonElement>(null);
  const handScanner = useHandScanner(fill);
  const enterLead = useEnterLead();
  const duplicateOf = useDuplicates(event, known, unsent);
  const arrived = useLastArrival(added?.id);
  const kept = unsent.find(({ id }) => id === added?.id);

  const submit = form.handleSubmit((entered) => {
    const { user } = currentSession();
    if (!user) return;
    const marketing = event.marketingText ? form.getValues('marketing') : undefined;
    const lead: OutboxLead = {
      ...entered,
      ...attemptFor(...contactValues(entered), String(marketing)),
      eventId: event.id,
      eventName: event.name,
      consentVersion: event.consentVersion,
      marketing,
      userId: user.id,
      username: user.username,
      addedAt: Date.now(),
      attempts: 0,
      nextAt: 0,
      takenBack: false,
      refusal: null,
    };
    enterLead.mutate(lead, {
      onSuccess: () => {
        setAdded(lead);
        clear();
      },
    });
  });

  function openScanner() {
    import('./badge/scan-dialog.tsx').then(
      (loaded) => setScanner(() => loaded.ScanDialog),
      () =>
        showToast({
          title: 'The scanner could not be loaded',
          description: 'Check the connection and try again, or type the details.',
          destructive: true,
        }),
    );
  }

  function takeBadge(badge: Badge) {
    // The open dialog would keep the focus to itself.
    flushSync(() => setScanner(undefined));
    fill(badge);
    const required = contactFields.filter((field) => contact[field].required);
    if (required.every((field) => form.getValues(field))) addButton.current?.focus();
  }

  async function undo(lead: OutboxLead) {
    if (!(await takeBack(lead))) return;
    hideOwnLead(lead.id);
    setAdded(undefined);
    restore(lead);
    showToast({ title: 'Lead taken back' });
  }

  return (
    <>
      {added && !kept?.refusal && (
        <AddedLead
          key={added.id}
          eventId={added.eventId}
          name={added.name}
          code={arrived?.entryCode ?? added.entryCode}
          note={
            kept
              ? 'Kept on this phone'
              : arrived?.alsoEntered && alsoEnteredText(arrived.alsoEntered)
          }
          onUndo={() => undo(added)}
        />
      )}
      <Card className="p-4 pt-2 md:p-6">
        <h2 className="text-xl">Add New Lead</h2>
        <p className="text-ink-2 text-sm md:text-base">
          Collect attendee information for the event
        </p>
        <form
          noValidate
          onFocus={preloadTicket}
          onKeyDown={(event) => handScanner(event) || moveOnEnter(event)}
          onSubmit={(press) => (enterLead.isPending ? press.preventDefault() : submit(press))}
          className="mt-1.5 flex flex-col gap-3 md:mt-5 md:gap-4"
        >
          <LeadFields
            form={form}
            labels="form"
            country={event.country}
            stillPossible="You can still add it."
            phoneNote={duplicateOf}
          />
          {event.marketingText && (
            <Tick {...form.register('marketing')} label={`They agree: “${event.marketingText}”`} />
          )}
          <div className="flex gap-2">
            <Button
              ref={addButton}
              type="submit"
              variant="primary"
              size="large"
              pending={enterLead.isPending}
              className="flex-1"
            >
              {enterLead.isPending ? 'Adding...' : 'Add Lead'}
            </Button>
            <Button size="large" onClick={openScanner}>
              <ScanQrCode aria-hidden />
              <span>
                Scan<span className="max-md:sr-only"> a badge</span>
              </span>
            </Button>
          </div>
        </form>
        {outboxLine}
        <p className="mt-3 text-ink-2 text-xs md:text-sm">
          Please tell them first: “{consentNoteOf(event)}”
        </p>
        {Scanner && <Scanner onBadge={takeBadge} onClose={() => setScanner(undefined)} />}
      </Card>
    </>
  );
}

/** The server's answer for the lead, once it has arrived. */
function useLastArrival(id: string | undefined): CollectedLead | undefined {
  const [last, setLast] = useState<CollectedLead>();
  useEffect(() => onArrival(setLast), []);
  return last?.id === id ? last : undefined;
}
