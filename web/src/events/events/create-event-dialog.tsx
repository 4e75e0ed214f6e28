import { eventPath } from '@drawbridge/contract/core/pages';
import {
  type AdminEvent,
  copiedFields,
  type EventChange,
  type EventInput,
  type EventStatus,
  eventInput,
  eventStatuses,
} from '@drawbridge/contract/events/events';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useLocation } from 'wouter';
import { useMailOn } from '../../lib/queries/login-methods.ts';
import { currencySign } from '../../lib/texts/figures.ts';
import { countOf } from '../../lib/texts/formats.ts';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { ChangeDialog } from '../../ui/dialogs/change-dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Field, Input } from '../../ui/fields/field.tsx';
import { ControlledField, SchemaField } from '../../ui/fields/schema-field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { NewTabLink } from '../../ui/new-tab-link.tsx';
import { changeEvent, drawsQuery, EVENTS, eventsQuery, useCreateEvent } from './api.ts';
import type { EventDialogProps } from './event-actions.tsx';
import { BrandFields, FormSection, useEventForm } from './event-fields.tsx';
import { ROA_HINT } from './event-list.tsx';
import { MoreOptions } from './more-options.tsx';
import { SponsorsSection, useSponsorQueue } from './sponsor-queue.tsx';

/** The order is that of the form, in which wrong fields get the focus. */
const empty = {
  name: '',
  date: '',
  status: 'upcoming',
  location: '',
  totalAmountCollected: '',
  roa: '',
  winnerDisplay: undefined,
  suspense: 2,
  organiser: '',
  privacyText: '',
  privacyUrl: '',
  consentNote: '',
  marketingText: '',
  retentionDays: null,
  language: 'en',
  languages: ['en'] as EventInput['languages'],
  currency: 'USD',
  drawAt: null,
  receipts: false,
  logo: null,
  cover: null,
  accent: null,
} as const;

export interface CreateEventDialogProps extends Pick<EventDialogProps, 'onClose'> {
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
  const [, navigate] = useLocation();

  async function create(event: EventInput) {
    // A sponsor that was typed but not queued yet is included.
    const sponsors = await sponsorQueue.takeAll();
    if (!sponsors) return;
    const open = ({ id }: { id: string }) => {
      onClose();
      // The new page replaces the dialog's history entry, so that Back leads to the events.
      navigate(eventPath(id), { replace: true });
    };
    createEvent.mutate({ event, sponsors }, { onSuccess: open });
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
      // The button waits for a logo that is still being read.
      pending={createEvent.isPending || sponsorQueue.reading}
    >
      <BasicFields />
      <SponsorsSection queue={sponsorQueue} />
      <FinancialFields />
      <BrandFields />
      <MoreOptions lastCountry={lastUsedCountry(events)} />
    </FormDialog>
  );
}

export function EditEventDialog({ event, onClose }: EventDialogProps) {
  // The event as it was when the form opened; the list behind it may be refetched meanwhile.
  const [before] = useState(() => ({
    ...event,
    drawAt: event.drawClock?.replace(' ', 'T') ?? null,
  }));
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
      mutation={{
        send: (after) => changeEvent(before.id, eventChanges(before, after)),
        success: { title: 'Event updated' },
        failure: 'Failed to update event',
        changes: [EVENTS],
      }}
      submit={['Update Event', 'Updating...']}
      onClose={onClose}
    >
      <BasicFields />
      <FormSection
        title="Form"
        hint={`It asks ${asked === 0 ? 'for nothing' : countOf(asked, 'question')} in addition to name, phone number and email address.`}
      >
        {/* The link opens another tab, so that no input is lost. */}
        <NewTabLink href={eventPath(event.id, 'form')} className="justify-self-start">
          Edit the form
        </NewTabLink>
      </FormSection>
      <FinancialFields />
      <BrandFields />
      <MoreOptions
        event={event}
        drawn={drawn}
        hasWinners={hasWinners}
        sealed={draws ? draws.sealed !== null : undefined}
      />
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
    // Parses a number field. It reports input that it cannot parse as an empty string, and empty means 0. Without this,
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

/** The changed fields alone, so that two people editing the same event do not undo each other's changes. */
export function eventChanges(before: AdminEvent, after: EventInput): EventChange {
  const changes: EventChange = Object.fromEntries(
    Object.entries(after).filter(
      ([field, value]) =>
        JSON.stringify(value) !== JSON.stringify(before[field as keyof AdminEvent]),
    ),
  );
  // The draw keeps its local time when the time zone changes.
  return changes.timeZone ? { ...changes, drawAt: after.drawAt } : changes;
}

/** The country of the newest event, which is the server's default for the next one. */
export function lastUsedCountry(events: readonly AdminEvent[]): string | undefined {
  return [...events].sort(
    (one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt),
  )[0]?.country;
}

const statusLabels: Record<EventStatus, string> = {
  upcoming: 'Upcoming',
  active: 'Active',
  ended: 'Ended',
};

function BasicFields() {
  return (
    <FormSection title="Basic Information">
      <SchemaField name="name" className="md:col-span-2" />
      <SchemaField name="date" />
      <ControlledField name="status" label="Status" required>
        {(control) => (
          <Select
            {...control}
            options={eventStatuses.map((value) => ({ value, label: statusLabels[value] }))}
          />
        )}
      </ControlledField>
      <SchemaField name="location" className="md:col-span-2" />
    </FormSection>
  );
}
