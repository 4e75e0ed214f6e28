import { type EventInput, eventInput } from '@drawbridge/contract/events';
import { formBuilderPath } from '@drawbridge/contract/pages';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { countOf, currencySign } from '../../../lib/formats.ts';
import { useZodForm } from '../../../lib/use-zod-form.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useMailOn } from '../../mail/api.ts';
import { drawsQuery, eventsQuery, useCreateEvent, useUpdateEvent } from '../api.ts';
import type { EventDialogProps } from '../list/event-actions.tsx';
import { ROA_HINT } from '../list/event-money.tsx';
import { SponsorFields } from '../sponsors/sponsor-fields.tsx';
import { useSponsorQueue } from '../sponsors/use-sponsor-queue.ts';
import { BasicFields, FormSection } from './event-fields.tsx';
import type { EventForm } from './event-form.ts';
import { eventChanges, lastUsedCountry } from './event-form.ts';
import { MoreOptions } from './more-options.tsx';

/** In the order of the form, in which wrong fields get the focus. */
const empty = {
  name: '',
  date: '',
  status: 'upcoming',
  location: '',
  totalAmountCollected: '',
  roa: '',
  winnerDisplay: 'full',
  organiser: '',
  privacyText: '',
  privacyUrl: '',
  consentNote: '',
  marketingText: '',
  retentionDays: null,
  language: 'en',
  languages: null,
  currency: 'USD',
  receipts: false,
} as const;

interface CreateEventDialogProps extends Pick<EventDialogProps, 'onClose'> {
  /** The event to duplicate. */
  event?: EventDialogProps['event'];
}

export function CreateEventDialog({ event: copied, onClose }: CreateEventDialogProps) {
  const mailOn = useMailOn();
  const form = useZodForm(eventInput, {
    defaultValues: {
      ...empty,
      ...(copied && {
        name: copied.name,
        location: copied.location,
        country: copied.country,
        winnerDisplay: copied.winnerDisplay,
        organiser: copied.organiser,
        privacyText: copied.privacyText,
        privacyUrl: copied.privacyUrl,
        consentNote: copied.consentNote,
        marketingText: copied.marketingText,
        retentionDays: copied.retentionDays,
        language: copied.language,
        languages: copied.languages,
        currency: copied.currency,
        timeZone: copied.timeZone,
        receipts: copied.receipts && mailOn,
        copyOf: copied.id,
      }),
    },
  });
  const { data: events = [] } = useQuery(eventsQuery);
  const sponsorQueue = useSponsorQueue();
  const createEvent = useCreateEvent();

  function create(event: EventInput) {
    // A sponsor that was typed but not queued yet is included.
    const sponsors = sponsorQueue.takeAll();
    if (sponsors) createEvent.mutate({ event, sponsors }, { onSuccess: onClose });
  }

  return (
    <FormDialog
      title={copied ? 'Duplicate Event' : 'Create Event'}
      description={
        copied
          ? `With the questions, sponsors, prizes and texts of ${copied.name}, without its leads.`
          : 'Add an event to collect leads and run raffles.'
      }
      onClose={onClose}
      form={form}
      onSubmit={create}
      submitLabel="Create Event"
      pendingLabel={createEvent.isPending ? 'Creating...' : 'Create Event'}
      // Wait for a logo that is still being read.
      pending={createEvent.isPending || sponsorQueue.logo.reading}
    >
      <BasicFields form={form} />
      <SponsorFields queue={sponsorQueue} />
      <FinancialFields form={form} />
      <MoreOptions form={form} lastCountry={lastUsedCountry(events)} />
    </FormDialog>
  );
}

export function EditEventDialog({ event, onClose }: EventDialogProps) {
  // The event as it was when the form opened; the list behind it may be refetched meanwhile.
  const [before] = useState(event);
  const form = useZodForm(eventInput, { defaultValues: before });
  const updateEvent = useUpdateEvent(event.id);
  const { data: draws } = useQuery(drawsQuery(event.id));
  const drawn = draws && (draws.sealed !== null || draws.draws.length > 0);
  const asked = event.questions.filter(({ archived }) => !archived).length;
  const hasWinners = draws?.draws.some(({ kind }) => kind === 'draw');

  return (
    <FormDialog
      title="Edit Event"
      description="Update the event's details."
      onClose={onClose}
      form={form}
      onSubmit={(after) => updateEvent.mutate(eventChanges(before, after), { onSuccess: onClose })}
      submitLabel="Update Event"
      pendingLabel="Updating..."
      pending={updateEvent.isPending}
    >
      <BasicFields form={form} />
      <FormSection
        title="Form"
        hint={`It asks ${countOf(asked, 'question')} beside name, phone number and e-mail address.`}
      >
        {/* In another tab, so that what was typed here is not lost. */}
        <a
          href={formBuilderPath(event.id)}
          target="_blank"
          rel="noreferrer"
          className={`${buttonClasses('secondary', 'medium')} justify-self-start`}
        >
          Edit the form
        </a>
      </FormSection>
      <FinancialFields form={form} />
      <MoreOptions form={form} event={event} drawn={drawn} hasWinners={hasWinners} />
    </FormDialog>
  );
}

function FinancialFields({ form }: { form: EventForm }) {
  const currency = useWatch({ control: form.control, name: 'currency' });
  return (
    <FormSection title="Financial Metrics">
      <AmountField
        form={form}
        name="totalAmountCollected"
        label={`Total Amount Collected (${currencySign(currency)})`}
        step={0.01}
        min={0}
      />
      <AmountField form={form} name="roa" label="ROA (%)" step={0.1} hint={ROA_HINT} />
    </FormSection>
  );
}

interface AmountFieldProps {
  form: EventForm;
  name: 'totalAmountCollected' | 'roa';
  label: string;
  step: number;
  min?: number;
  hint?: string;
}

function AmountField({ form, name, label, step, min, hint }: AmountFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const { ref, ...registered } = form.register(name, {
    // A number field reports input it cannot parse as an empty string, and empty means 0. Without this,
    // a typo would be saved as 0.
    setValueAs: (typed: string) => (input.current?.validity.badInput ? 'unreadable' : typed),
  });

  return (
    <Field form={form} name={name} label={label} hint={hint}>
      <Input
        {...registered}
        ref={(element) => {
          input.current = element;
          ref(element);
        }}
        type="number"
        inputMode="decimal"
        step={step}
        min={min}
        placeholder="0"
        autoComplete="off"
        // Scrolling over a focused number field would change its value.
        onWheel={(event) => event.currentTarget.blur()}
      />
    </Field>
  );
}
