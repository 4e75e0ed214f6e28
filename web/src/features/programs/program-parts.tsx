import type { Token } from '@drawbridge/contract/programs/tokens';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { readsOf } from '../../lib/use-read.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ControlledField } from '../../ui/controlled-field.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog.tsx';
import { EmptyState, LoadFailure, NotRefreshed } from '../../ui/empty-state.tsx';
import { Input } from '../../ui/field.tsx';
import { MultiSelect } from '../../ui/multi-select.tsx';
import { SearchableSelect } from '../../ui/searchable-select.tsx';
import { ListSkeleton } from '../../ui/skeleton.tsx';
import { TOOLTIP } from '../../ui/tooltip.tsx';

interface ProgramListProps<Row> {
  /** What is listed: 'tokens'. */
  what: string;
  query: UseQueryOptions<Row[]>;
  icon: LucideIcon;
  help: string;
  /** A row, which is an `li`. */
  children: (row: Row) => ReactNode;
}

/** The tokens or webhooks, or that there are none. */
export function ProgramList<Row extends { id: string }>(props: ProgramListProps<Row>) {
  const { what, query, icon, help, children } = props;
  const list = useQuery(query);
  const reads = readsOf(list);

  if (reads.failure) {
    return (
      <Card>
        <LoadFailure what={what} error={reads.failure.error} onRetry={reads.retry} />
      </Card>
    );
  }
  if (!list.data) return <ListSkeleton label={`Loading ${what}`} />;
  return (
    <>
      <NotRefreshed reads={reads} />
      {list.data.length === 0 ? (
        <Card>
          <EmptyState icon={icon} title={`No ${what} yet`} help={help} />
        </Card>
      ) : (
        <ul aria-label={what} className="divide-y divide-line rounded-l border bg-card">
          {list.data.map((row) => (
            <Fragment key={row.id}>{children(row)}</Fragment>
          ))}
        </ul>
      )}
    </>
  );
}

interface ProgramRowProps {
  heading: ReactNode;
  /** One line below the heading. */
  note: string;
  owner: Token['owner'];
  /** How it is doing. */
  state?: ReactNode;
  /** Some of what it may do or is told, and what each means. */
  chosen: readonly string[];
  choices: Readonly<Record<string, string>>;
  /** The only event it is for, by its id. */
  eventId: string | null;
  eventNames: ReadonlyMap<string, string>;
  /** The buttons. */
  children: ReactNode;
}

export function ProgramRow(props: ProgramRowProps) {
  const { heading, note, owner, state, chosen, choices, eventId, eventNames, children } = props;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3.5 md:px-5">
      <div className="min-w-0 flex-1 basis-60">
        {heading}
        <p className="text-ink-2 text-sm">
          {note} · {owner ? `Owner: ${owner.name}` : 'Owner unknown'}
        </p>
        <div className="mt-2 flex flex-wrap gap-1.5">
          {state}
          {chosen.map((name) => (
            <span key={name} {...{ [TOOLTIP]: choices[name] }}>
              <Badge>{name}</Badge>
            </span>
          ))}
          {eventId && <Badge tone="accent">{eventNames.get(eventId) ?? 'A deleted event'}</Badge>}
        </div>
      </div>
      {children}
    </li>
  );
}

interface ChoicesFieldProps<Input extends FieldValues, Output extends FieldValues> {
  form: UseFormReturn<Input, unknown, Output>;
  name: FieldPath<Input>;
  label: string;
  choices: Readonly<Record<string, string>>;
}

/** What a token may do, or a webhook is told. */
export function ChoicesField<Input extends FieldValues, Output extends FieldValues>({
  form,
  name,
  label,
  choices,
}: ChoicesFieldProps<Input, Output>) {
  return (
    <ControlledField form={form} name={name} label={label} required>
      {({ value: values, onValueChange }) => (
        <MultiSelect
          label={label}
          options={Object.entries(choices).map(([value, hint]) => ({ value, label: value, hint }))}
          values={values}
          onValuesChange={onValueChange}
        />
      )}
    </ControlledField>
  );
}

interface EventFieldProps<Input extends FieldValues, Output extends FieldValues> {
  form: UseFormReturn<Input, unknown, Output>;
  name: FieldPath<Input>;
  events: readonly { id: string; name: string }[];
}

/** One event, or all of them as an empty choice. */
export function EventField<Input extends FieldValues, Output extends FieldValues>({
  form,
  name,
  events,
}: EventFieldProps<Input, Output>) {
  return (
    <ControlledField form={form} name={name} label="Event">
      {(control) => (
        <SearchableSelect
          {...control}
          options={[
            { value: '', label: 'All events' },
            ...events.map((event) => ({ value: event.id, label: event.name })),
          ]}
          placeholder="All events"
          searchLabel="Search events"
        />
      )}
    </ControlledField>
  );
}

interface SecretDialogProps {
  title: string;
  /** What the secret is: 'Token'. */
  label: string;
  secret: string;
  onClose: () => void;
  /** How to use it. */
  children: ReactNode;
}

/** Shows a secret for the only time. */
export function SecretDialog({ title, label, secret, onClose, children }: SecretDialogProps) {
  return (
    <Dialog
      title={title}
      description="Copy it now: it is not shown again, and nobody can look it up."
      onClose={onClose}
    >
      <DialogBody>
        <div className="flex gap-2">
          <Input
            readOnly
            aria-label={label}
            value={secret}
            onFocus={(event) => event.target.select()}
            className="font-mono text-sm"
          />
          <CopyButton value={secret} label={`Copy ${label.toLowerCase()}`} className="md:h-11" />
        </div>
        {children}
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
