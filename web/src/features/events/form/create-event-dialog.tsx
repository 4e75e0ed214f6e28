import { type EventInput, eventInput } from '@drawbridge/contract/events';
import { formBuilderPath } from '@drawbridge/contract/pages';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { countOf, currencySign } from '../../../lib/formats.ts';
import { useZodForm } from '../../../lib/use-zod-form.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { ChangeDialog } from '../../../ui/change-dialog.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useMailOn } from '../../mail/api.ts';
import { drawsQuery, eventsQuery, useCreateEvent, useUpdateEvent } from '../api.ts';
import type { EventDialogProps } from '../list/event-actions.tsx';
import { ROA_HINT } from '../list/event-list.tsx';
import { SponsorFields, useSponsorQueue } from '../sponsors/sponsor-queue.tsx';
import { BasicFields, FormSection, useEventForm } from './event-fields.tsx';
import { lastUsedCountry } from './event-form.ts';
import { MoreOptions, moreFields } from './more-options.tsx';

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

/** What a duplicate has of the event. */
const copiedFields = ['name', 'location', ...moreFields] as const;

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
        ...Object.fromEntries(copiedFields.map((field) => [field, copied[field]])),
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
      pending={createEvent.isPending || sponsorQueue.draft.logo.reading}
    >
      <BasicFields />
      <SponsorFields queue={sponsorQueue} />
      <FinancialFields />
      <MoreOptions lastCountry={lastUsedCountry(events)} />
    </FormDialog>
  );
}

export function EditEventDialog({ event, onClose }: EventDialogProps) {
  // The event as it was when the form opened; the list behind it may be refetched meanwhile.
  const [before] = useState(event);
  const { data: draws } = useQuery(drawsQuery(event.id));
  const drawn = draws && (draws.sealed !== null || draws.draws.length > 0);
  const asked = event.questions.filter(({ archived }) => !archived).length;
  const hasWinners = draws?.draws.some(({ kind }) => kind === 'draw');

  return (
    <ChangeDialog
      title="Edit Event"
      description="Update the event's details."
      schema={eventInput}
      values={before}
      mutation={useUpdateEvent(before)}
      submit={['Update Event', 'Updating...']}
      onClose={onClose}
    >
      <BasicFields />
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
      <FinancialFields />
      <MoreOptions event={event} drawn={drawn} hasWinners={hasWinners} />
    </ChangeDialog>
  );
}

function FinancialFields() {
  const currency = useWatch({ control: useEventForm().control, name: 'currency' });
  return (
    <FormSection title="Financial Metrics">
      <AmountField
        name="totalAmountCollected"
        label={`Total Amount Collected (${currencySign(currency)})`}
        step={0.01}
        min={0}
      />
      <AmountField name="roa" label="ROA (%)" step={0.1} hint={ROA_HINT} />
    </FormSection>
  );
}

interface AmountFieldProps {
  name: 'totalAmountCollected' | 'roa';
  label: string;
  step: number;
  min?: number;
  hint?: string;
}

function AmountField({ name, label, step, min, hint }: AmountFieldProps) {
  const form = useEventForm();
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
