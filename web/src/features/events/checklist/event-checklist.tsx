import type { AdminEvent } from '@drawbridge/contract/events';
import { formBuilderPath, leadFormPath } from '@drawbridge/contract/pages';
import { Check, Circle, X } from 'lucide-react';
import { Link } from 'wouter';
import { classNames } from '../../../lib/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useChangeChecklist } from '../api.ts';
import type { EventAction } from '../list/event-actions.tsx';

interface EventChecklistProps {
  event: AdminEvent;
  onAction: (action: EventAction) => void;
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
export function EventChecklist({ event, onAction }: EventChecklistProps) {
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
