import { eventPath } from '@drawbridge/contract/core/pages';
import {
  type AdminEvent,
  copiedFields,
  type EventInput,
  type EventStatus,
  eventInput,
  eventStatuses,
} from '@drawbridge/contract/events/events';
import { english } from '@drawbridge/contract/languages/english';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useLocation } from 'wouter';
import { useMailOn } from '../../lib/queries/login-methods.ts';
import { currencySign } from '../../lib/texts/figures.ts';
import { say } from '../../lib/texts/say.ts';
import { currentLanguage } from '../../lib/texts/texts.ts';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { ChangeDialog } from '../../ui/dialogs/change-dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Field, Input } from '../../ui/fields/field.tsx';
import { ControlledField, SchemaField } from '../../ui/fields/schema-field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { NewTabLink } from '../../ui/new-tab-link.tsx';
import { eventChanges, formValues } from '../settings/event-section.tsx';
import { NewEventOptions } from '../settings/new-event-options.tsx';
import { placeOfNewEvent } from '../settings/place-fields.tsx';
import { useDefaultCountry } from '../sharing/public-origin.ts';
import { changeEvent, EVENTS, eventsQuery, useCreateEvent } from './api.ts';
import type { EventDialogProps } from './event-actions.tsx';
import { FormSection, useEventForm } from './event-fields.tsx';
import { ROA_HINT } from './event-list.tsx';
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
} as const;

export interface CreateEventDialogProps extends Pick<EventDialogProps, 'onClose'> {
  /** The event to duplicate. */
  event?: EventDialogProps['event'];
}

export function CreateEventDialog({ event: copied, onClose }: CreateEventDialogProps) {
  const mailOn = useMailOn();
  const { data: events = [] } = useQuery(eventsQuery);
  const last = lastEvent(events);
  const defaultCountry = useDefaultCountry();
  const form = useZodForm(eventInput, {
    defaultValues: {
      ...empty,
      ...placeOfNewEvent(last),
      // Organisers write in the language that they read.
      language: currentLanguage(),
      ...(copied && {
        ...Object.fromEntries(copiedFields.map((field) => [field, copied[field]])),
        receipts: copied.receipts && mailOn,
        copyOf: copied.id,
      }),
    },
  });
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
      title={copied ? say('Duplicate Event') : say('Create Event')}
      description={
        copied
          ? say('With the questions, sponsors, prizes and texts of {name}, without its leads.', {
              name: copied.name,
            })
          : say('Add an event to collect leads and run raffles.')
      }
      onClose={onClose}
      form={form}
      onSubmit={create}
      submitLabel={say('Create Event')}
      pendingLabel={createEvent.isPending ? say('Creating...') : say('Create Event')}
      // The button waits for a logo that is still being read.
      pending={createEvent.isPending || sponsorQueue.reading}
    >
      <BasicFields />
      <SponsorsSection queue={sponsorQueue} />
      <FinancialFields />
      <NewEventOptions defaultCountry={last?.country ?? defaultCountry} />
    </FormDialog>
  );
}

export function EditEventDialog({ event, onClose }: EventDialogProps) {
  // The event as it was when the form opened; the list behind it may be refetched meanwhile.
  const [before] = useState(() => formValues(event));

  return (
    <ChangeDialog
      title={say('Edit Event')}
      description={say("Update the event's details.")}
      schema={eventInput}
      values={before}
      mutation={{
        send: (after) => changeEvent(before.id, eventChanges(before, after)),
        success: { title: say('Event updated') },
        failure: say('Failed to update event'),
        changes: [EVENTS],
      }}
      submit={[say('Update Event'), say('Updating...')]}
      onClose={onClose}
    >
      <BasicFields />
      <FinancialFields />
      {/* The link opens another tab, so that no input is lost. */}
      <NewTabLink
        href={eventPath(event.id, 'settings')}
        variant="quiet"
        size="small"
        className="self-start"
      >
        {say('All other settings')}
      </NewTabLink>
    </ChangeDialog>
  );
}

function FinancialFields() {
  const currency = useWatch({ control: useEventForm().control, name: 'currency' });
  return (
    <FormSection title={say('Financial Metrics')}>
      <AmountField
        name="totalAmountCollected"
        label={say('Total Amount Collected ({currency})', { currency: currencySign(currency) })}
        step={0.01}
        min={0}
      />
      <AmountField name="roa" label={say('ROA (%)')} step={0.1} hint={say(ROA_HINT)} />
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

/** The event that was created last, whose country, currency and time zone a new one takes. */
export function lastEvent(events: readonly AdminEvent[]): AdminEvent | undefined {
  return [...events].sort(
    (one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt),
  )[0];
}

const statusLabels: Record<EventStatus, string> = english({
  upcoming: 'Upcoming',
  active: 'Active',
  ended: 'Ended',
});

function BasicFields() {
  return (
    <FormSection title={say('Basic Information')}>
      <SchemaField name="name" className="md:col-span-2" />
      <SchemaField name="date" />
      <ControlledField name="status" label={say('Status')} required>
        {(control) => (
          <Select
            {...control}
            options={eventStatuses.map((value) => ({ value, label: say(statusLabels[value]) }))}
          />
        )}
      </ControlledField>
      <SchemaField name="location" className="md:col-span-2" />
    </FormSection>
  );
}
