import type { AdminEvent } from '@drawbridge/contract/events';
import { formBuilderPath, leadFormPath } from '@drawbridge/contract/pages';
import { Check, Circle, Ellipsis, ListChecks, Pencil, Trash2, X } from 'lucide-react';
import { Fragment } from 'react';
import { Link } from 'wouter';
import { classNames } from '../../lib/class-names.ts';
import { useIsLimited } from '../../lib/session.ts';
import { useChange } from '../../lib/use-change.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { TOOLTIP } from '../../ui/tooltip.tsx';
import { changeEvent, EVENTS, useChangeChecklist } from './api.ts';

interface EventActionsProps {
  event: AdminEvent;
  onAction: (action: EventAction) => void;
  /** Shows Form, Edit and Delete as icons, in the ticket's corner. */
  compact?: boolean;
}

export function EventActions({ event, onAction, compact = false }: EventActionsProps) {
  // Whoever organises single events neither makes nor deletes events.
  const limited = useIsLimited();
  const buttons = eventActions.filter(({ action }) =>
    action === 'delete' ? !compact && !limited : !compact || action !== 'edit',
  );
  const sendArchived = (archived: boolean) => changeEvent(event.id, { archived });
  const done = (archived: boolean) =>
    archived ? 'Event archived' : 'Event taken out of the archive';
  const failure = 'Failed to update event';
  const archive = useChange({
    send: sendArchived,
    success: ({ archived }) => ({ title: done(archived) }),
    undo: ({ archived }) => ({
      send: () => sendArchived(!archived),
      done: done(!archived),
      failure,
    }),
    failure,
    changes: [EVENTS],
  });
  const seldom = [
    ...(limited
      ? []
      : [
          {
            label: 'Duplicate',
            hint: 'With its questions, sponsors, prizes and texts',
            onSelect: () => onAction('duplicate'),
          },
        ]),
    ...(event.status === 'ended' || event.archived
      ? [
          {
            label: event.archived ? 'Take out of the archive' : 'Archive',
            hint: 'Archived events are below all others',
            onSelect: () => archive.mutate(!event.archived),
          },
        ]
      : []),
  ];

  const form = (
    <Link
      to={formBuilderPath(event.id)}
      aria-label={compact ? 'Form' : undefined}
      {...(compact && { [TOOLTIP]: 'Form' })}
      className={buttonClasses(compact ? 'quiet' : 'secondary', 'small')}
    >
      {compact ? <ListChecks aria-hidden /> : 'Form'}
    </Link>
  );

  return (
    <>
      {buttons.map(({ action, label, often }) => (
        <Fragment key={action}>
          {action === 'edit' && form}
          <Button
            size="small"
            variant={action === 'delete' ? 'danger-quiet' : often ? 'soft' : 'secondary'}
            onClick={() => onAction(action)}
          >
            {label}
          </Button>
        </Fragment>
      ))}
      <div className="absolute top-1 end-1 flex items-center gap-2">
        {compact && form}
        {compact && <IconButton icon={Pencil} label="Edit" onClick={() => onAction('edit')} />}
        {seldom.length > 0 && (
          <Menu items={seldom}>
            <IconButton icon={Ellipsis} label={`More for ${event.name}`} />
          </Menu>
        )}
        {compact && !limited && (
          <IconButton icon={Trash2} label="Delete" danger onClick={() => onAction('delete')} />
        )}
      </div>
    </>
  );
}

/** The actions of an event, each of which opens a dialog; `often` marks those that are needed during an event. */
const eventActions = [
  { action: 'qr-code', label: 'QR Code', often: true },
  { action: 'raffle', label: 'Raffle', often: true },
  { action: 'sponsors', label: 'Sponsors', often: false },
  { action: 'prizes', label: 'Prizes', often: false },
  { action: 'volunteers', label: 'Volunteers', often: false },
  { action: 'leads', label: 'Leads', often: true },
  { action: 'edit', label: 'Edit', often: false },
  { action: 'delete', label: 'Delete', often: false },
] as const;

export type EventAction = (typeof eventActions)[number]['action'] | 'duplicate' | 'erasure';

/** The props of every dialog about one event. */
export interface EventDialogProps {
  event: AdminEvent;
  onClose: () => void;
}

interface ChecklistStep {
  label: string;
  done: boolean;
  /** Not every event needs it. */
  optional?: boolean;
  /** The dialog or the page where it is done. */
  action?: EventAction;
  link?: { href: string; target?: '_blank'; rel?: 'noreferrer' };
}

/** What is left to do for a new event. It disappears when everything is done. */
export function EventChecklist({ event, onAction }: Pick<EventActionsProps, 'event' | 'onAction'>) {
  const checklist = useChangeChecklist(event.id);
  const asks = event.questions.some(({ archived }) => !archived);
  const steps: ChecklistStep[] = [
    { label: 'Add prizes', done: event.prizeCount > 0, action: 'prizes' },
    { label: 'Assign volunteers', done: event.volunteerCount > 0, action: 'volunteers' },
    {
      label: 'Ask questions (optional)',
      done: asks,
      optional: true,
      link: { href: formBuilderPath(event.id) },
    },
    { label: 'Print the QR code', done: event.checklist === 'printed', action: 'qr-code' },
    {
      label: 'Try an entry',
      done: event.leadCount > 0,
      link: { href: leadFormPath(event.id), target: '_blank', rel: 'noreferrer' },
    },
  ];
  const isReady = steps.every(({ done, optional }) => done || optional);
  if (event.checklist === 'closed' || isReady) return null;

  return (
    <section
      data-checklist
      aria-label="Getting ready"
      className="rounded-m bg-sunk py-1.5 pe-1 ps-3.5"
    >
      <div className="flex items-center justify-between">
        <h3 className="font-semibold font-text text-sm">Getting ready</h3>
        <IconButton icon={X} label="Hide checklist" onClick={() => checklist.mutate('closed')} />
      </div>
      <ul className="pb-1.5 text-sm">
        {steps.map(({ label, done, action, link = { href: '' } }) => {
          const Icon = done ? Check : Circle;
          const content = (
            <>
              <Icon
                aria-hidden
                className={classNames('size-4 shrink-0', done ? 'text-ok' : 'text-ink-2')}
              />
              <span className={done ? 'text-ink-2 line-through' : undefined}>{label}</span>
              {done && <span className="sr-only">done</span>}
            </>
          );
          const Anchor = link.target ? 'a' : Link;
          const classes = 'flex min-h-11 w-full items-center gap-2.5 text-start md:min-h-8';
          return (
            <li key={label}>
              {done ? (
                <p className={classes}>{content}</p>
              ) : action ? (
                <button
                  type="button"
                  onClick={() => onAction(action)}
                  className={classNames(classes, 'hover:underline')}
                >
                  {content}
                </button>
              ) : (
                <Anchor {...link} className={classNames(classes, 'hover:underline')}>
                  {content}
                </Anchor>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
