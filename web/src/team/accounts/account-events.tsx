import type { Account } from '@drawbridge/contract/team/accounts';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { formatDay } from '../../lib/texts/day-formats.ts';
import { formatList } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import { Field } from '../../ui/fields/field.tsx';
import { MultiSelect } from '../../ui/fields/multi-select.tsx';
import { ControlledField } from '../../ui/fields/schema-field.tsx';

export interface ChoosableEvent {
  id: string;
  name: string;
  date: string;
}

export interface OwnedIntegration {
  id: string;
  name: string;
  kind: string;
}

const ALL = 'all';

/** All events, which is null, or some of them, as `events`. Choosing one deselects the other. */
export function EventsField({ events }: { events: readonly ChoosableEvent[] }) {
  return (
    <ControlledField name="events" label={say('Events')}>
      {({ value, onValueChange }) => {
        const chosen: string[] | null = value ?? null;
        const change = (values: string[]) => {
          const all = chosen !== null && values.includes(ALL);
          onValueChange(all ? null : values.filter((value) => value !== ALL));
        };
        return (
          <MultiSelect
            label={say('Events')}
            options={[
              {
                value: ALL,
                label: say('All events'),
                hint: say(
                  'Includes future events, and access to accounts, integrations and server settings',
                ),
              },
              ...events.map((event) => ({
                value: event.id,
                label: event.name,
                hint: formatDay(event.date),
              })),
            ]}
            values={chosen ?? [ALL]}
            onValuesChange={change}
          />
        );
      }}
    </ControlledField>
  );
}

/** Renders its children for an account that is limited to events. */
export function WhenLimitedToEvents({ children }: { children: (events: string[]) => ReactNode }) {
  const events: string[] | null | undefined = useFormContext().watch('events');
  return events && children(events);
}

interface ProgramTransferProps {
  account: Account;
  programs: readonly OwnedIntegration[];
  /** The events that remain to the account. */
  kept: readonly string[];
  values: string[];
  onValuesChange: (values: string[]) => void;
}

/** The consequences of disabling an account or limiting it to events, and the integrations to transfer. */
export function ProgramTransferFields({
  account,
  kept,
  programs,
  ...chosen
}: ProgramTransferProps) {
  const isLost = (eventId: string) => !kept.includes(eventId);
  const links = account.sponsorLinks.filter(isLost).length;
  const logIns = account.credentialsIssuedFor.filter(
    (events) => kept.length === 0 || events.some(isLost),
  ).length;
  const ending = [
    ...(links > 0 ? [say('{count} sponsor link', '{count} sponsor links', { count: links })] : []),
    ...(logIns > 0
      ? [say('{count} volunteer login', '{count} volunteer logins', { count: logIns })]
      : []),
  ];
  const label = say('Transfer tokens and webhooks to you');
  return (
    <>
      {programs.length > 0 && (
        <Field label={label} hint={say('All others are revoked immediately.')}>
          <MultiSelect
            label={label}
            options={programs.map(({ id, name, kind }) => ({ value: id, label: name, hint: kind }))}
            {...chosen}
          />
        </Field>
      )}
      {ending.length > 0 && (
        <p className="text-ink-2 text-sm">
          {say(
            'This revokes {ending} that they created. Create new ones if they are still needed.',
            { ending: formatList(ending, 'conjunction') },
          )}
        </p>
      )}
    </>
  );
}
