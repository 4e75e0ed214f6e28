import type { Token } from '@drawbridge/contract/programs/tokens';
import type { UseQueryResult } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ControlledField } from '../../ui/controlled-field.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog.tsx';
import { Resource } from '../../ui/empty-state.tsx';
import { Input } from '../../ui/field.tsx';
import { MultiSelect } from '../../ui/multi-select.tsx';
import { SearchableSelect } from '../../ui/searchable-select.tsx';
import { TOOLTIP } from '../../ui/tooltip.tsx';

interface ProgramListProps<Row> {
  /** What is listed: 'tokens'. */
  what: string;
  read: UseQueryResult<Row[]>;
  icon: LucideIcon;
  help: string;
  /** A row, which is an `li`. */
  children: (row: Row) => ReactNode;
}

/** The tokens or webhooks, or that there are none. */
export function ProgramList<Row extends { id: string }>(props: ProgramListProps<Row>) {
  const { what, read, icon, help, children } = props;
  return (
    <Resource card reads={[read]} what={what} empty={{ icon, title: `No ${what} yet`, help }}>
      {(rows) => (
        <ul aria-label={what} className="divide-y divide-line rounded-l border bg-card">
          {rows.map((row) => (
            <Fragment key={row.id}>{children(row)}</Fragment>
          ))}
        </ul>
      )}
    </Resource>
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

interface ChoicesFieldProps {
  name: string;
  label: string;
  choices: Readonly<Record<string, string>>;
}

/** What a token may do, or a webhook is told. */
export function ChoicesField({ name, label, choices }: ChoicesFieldProps) {
  return (
    <ControlledField name={name} label={label} required>
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

/** One event, or all of them as an empty choice. */
export function EventField({ events }: { events: readonly { id: string; name: string }[] }) {
  return (
    <ControlledField name="eventId" label="Event">
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
