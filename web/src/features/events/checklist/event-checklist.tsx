import type { AdminEvent } from '@drawbridge/contract/events';
import { leadFormPath } from '@drawbridge/contract/pages';
import { Check, Circle, X } from 'lucide-react';
import { classNames } from '../../../lib/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useChangeEventQuietly } from '../api.ts';
import type { EventAction } from '../list/event-actions.tsx';

interface EventChecklistProps {
  event: AdminEvent;
  onAction: (action: EventAction) => void;
}

/** What is left to do for a new event. It disappears when everything is done. */
export function EventChecklist({ event, onAction }: EventChecklistProps) {
  const change = useChangeEventQuietly(event.id);
  const steps: { label: string; done: boolean; action?: EventAction }[] = [
    { label: 'Add prizes', done: event.prizeCount > 0, action: 'prizes' },
    { label: 'Assign volunteers', done: event.volunteerCount > 0, action: 'volunteers' },
    { label: 'Print the QR code', done: event.checklist === 'printed', action: 'qr-code' },
    { label: 'Try an entry', done: event.leadCount > 0 },
  ];
  if (event.checklist === 'closed' || steps.every(({ done }) => done)) return null;

  return (
    <section
      data-checklist
      aria-label="Getting ready"
      className="rounded-m bg-sunk py-1.5 pr-1 pl-3.5"
    >
      <div className="flex items-center justify-between">
        <h3 className="font-semibold font-text text-sm">Getting ready</h3>
        <IconButton
          icon={X}
          label="Hide checklist"
          onClick={() => change.mutate({ checklist: 'closed' })}
        />
      </div>
      <ul className="pb-1.5 text-sm">
        {steps.map(({ label, done, action }) => {
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
          const classes = 'flex min-h-11 w-full items-center gap-2.5 text-left md:min-h-8';
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
                <a
                  href={leadFormPath(event.id)}
                  target="_blank"
                  rel="noreferrer"
                  className={classNames(classes, 'hover:underline')}
                >
                  {content}
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
