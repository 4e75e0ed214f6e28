import type { AdminEvent } from '@drawbridge/contract/events/events';
import { winnerDisplayNames, winnerDisplays } from '@drawbridge/contract/events/raffle-options';
import { CHANCES_MAX } from '@drawbridge/contract/fair-draw/draws';
import { useQuery } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { apiQuery } from '../../lib/queries/query-client.ts';
import { say } from '../../lib/texts/say.ts';
import { Field, Input } from '../../ui/fields/field.tsx';
import { ControlledField } from '../../ui/fields/schema-field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { useEventForm } from '../events/event-fields.tsx';

/** How much of a winner's name public pages show. */
export function WinnerDisplayField({ hasWinners }: { hasWinners?: boolean | undefined }) {
  return (
    <ControlledField
      name="winnerDisplay"
      label={say('Winners are shown with')}
      hint={hasWinners && say('Also applies to existing winners.')}
      className="md:col-span-2"
    >
      {(control) => (
        <Select
          {...control}
          value={control.value ?? 'full'}
          options={winnerDisplays.map((value) => ({
            value,
            label: say(winnerDisplayNames[value]),
          }))}
        />
      )}
    </ControlledField>
  );
}

export function DrawTimeField() {
  const form = useEventForm();
  return (
    <Field
      form={form}
      name="drawAt"
      label={say('Time of the Draw (Optional)')}
      hint={say("In the event's time zone.")}
      className="md:col-span-2"
    >
      <Input
        {...form.register('drawAt', { setValueAs: (typed: string | null) => typed || null })}
        type="datetime-local"
        max="2999-12-31T23:59"
        className="md:max-w-64"
      />
    </Field>
  );
}

const USUAL = 10;
/** The number of leads that are read to find those with more chances than would count. */
const READ_MAX = 1000;

interface ChancesFieldProps {
  /** The edited event; a new one has no leads. */
  event: AdminEvent | undefined;
  /** True while a draw is sealed. */
  sealed: boolean | undefined;
}

/** 'Chances per person: one | up to 10' */
export function ChancesField({ event, sealed = false }: ChancesFieldProps) {
  const form = useEventForm();
  const { field } = useController({ control: form.control, name: 'maxChances' });
  const value = field.value ?? 1;
  const many = value !== 1;
  const above = useLeadsAbove(event, value);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)_7rem] items-start gap-3 md:col-span-2">
      <Field
        label={say('Chances per person')}
        hint={
          sealed
            ? say('A draw is sealed. Draw it or void it first.')
            : (above ?? many)
              ? say(
                  'Entering twice never helps. Everybody sees how many they had, and anyone how many each winner had.',
                )
              : say('Everybody has one chance.')
        }
        className={many ? undefined : 'col-span-2'}
      >
        <Select
          ref={field.ref}
          value={many ? 'many' : 'one'}
          disabled={sealed}
          onValueChange={(chosen) =>
            field.onChange(chosen === 'one' ? 1 : Math.max(event?.maxChances ?? 1, USUAL))
          }
          options={[
            { value: 'one', label: say('One') },
            { value: 'many', label: say('Up to …') },
          ]}
        />
      </Field>
      {many && (
        <Field form={form} name="maxChances" label={say('At most')}>
          <Input
            type="number"
            min={1}
            max={CHANCES_MAX}
            disabled={sealed}
            value={Number.isNaN(value) ? '' : value}
            onChange={({ target }) => field.onChange(target.valueAsNumber)}
            onBlur={field.onBlur}
          />
        </Field>
      )}
    </div>
  );
}

/** Says how many leads have more chances than would count. */
function useLeadsAbove(event: AdminEvent | undefined, value: number): string | undefined {
  const lower = event !== undefined && value < event.maxChances;
  const { data } = useQuery({
    ...apiQuery('/api/leads', {
      query: { eventId: event?.id, manyChances: true, sort: 'chances', limit: READ_MAX },
    }),
    enabled: lower,
  });
  if (!lower) return undefined;
  const above = data?.filter(({ chances }) => chances > value).length ?? 0;
  if (above === 0) return undefined;
  return above === READ_MAX
    ? say('{above} leads or more have more; they count as {value}.', { above, value })
    : say(
        '{count} lead has more; it counts as {value}.',
        '{count} leads have more; they count as {value}.',
        { count: above, value },
      );
}
