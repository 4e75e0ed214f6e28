import { eventPath, leadFormPath } from '@drawbridge/contract/core/pages';
import { mayEnter } from '@drawbridge/contract/events/entering';
import type { Language } from '@drawbridge/contract/languages/languages';
import { Check, Circle, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { classNames } from '../../lib/class-names.ts';
import { countOf } from '../../lib/texts/formats.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TRANSLATIONS, useChangeChecklist } from './api.ts';
import type { EventActionsProps } from './event-actions.tsx';

interface ChecklistStep {
  label: string;
  /** The label of its button while it is the next step. */
  verb?: string;
  done: boolean;
  /** Marks a step that not every event needs. */
  optional?: boolean;
  /** The link or button that leads to the step. */
  control: (look: string, content: ReactNode) => ReactNode;
}

interface EventChecklistProps extends Pick<EventActionsProps, 'event' | 'onAction'> {
  /** The languages in which visitors would read questions untranslated. */
  untranslated: readonly Language[];
}

/** The remaining steps for a new event. The list disappears when everything is done or the event is over. */
export function EventChecklist({ event, onAction, untranslated }: EventChecklistProps) {
  const checklist = useChangeChecklist(event.id);
  const id = useId();
  const link = (to: string) => (className: string, content: ReactNode) => (
    <Link to={to} className={className}>
      {content}
    </Link>
  );
  // The step is optional until the languages are chosen, because all are offered by default.
  const optional = event.languages === null;
  const untranslatedStep =
    untranslated.length > 0
      ? [
          {
            label: `Translate the questions (${countOf(untranslated.length, 'language')}${optional ? ', optional' : ''})`,
            verb: 'Translate',
            done: false,
            optional,
            control: link(eventPath(event.id, 'form') + TRANSLATIONS),
          },
        ]
      : [];
  const steps: ChecklistStep[] = [
    {
      label: 'Add prizes',
      verb: 'Add',
      done: event.prizeCount > 0,
      control: link(eventPath(event.id, 'prizes')),
    },
    {
      label: 'Assign volunteers',
      verb: 'Assign',
      done: event.volunteerCount > 0,
      control: link(eventPath(event.id, 'team')),
    },
    {
      label: 'Ask questions (optional)',
      done: event.questions.some(({ archived }) => !archived),
      optional: true,
      control: link(eventPath(event.id, 'form')),
    },
    ...untranslatedStep,
    {
      label: 'Print the QR code',
      verb: 'Print',
      done: event.checklist === 'printed',
      control: (className, content) => (
        <button type="button" onClick={() => onAction('qr-code')} className={className}>
          {content}
        </button>
      ),
    },
    {
      label: 'Try an entry',
      verb: 'Try',
      done: event.leadCount > 0,
      control: (className, content) => (
        <a href={leadFormPath(event.id)} target="_blank" rel="noreferrer" className={className}>
          {content}
        </a>
      ),
    },
  ];
  const next = steps.find(({ done, optional }) => !done && !optional);
  if (event.checklist === 'closed' || !mayEnter(event) || !next) return null;

  return (
    <Card aria-labelledby={id} className="py-2 pe-2 ps-5">
      <div className="flex items-center justify-between">
        <h2 id={id} className="text-xl">
          Getting ready
        </h2>
        <IconButton icon={X} label="Hide checklist" onClick={() => checklist.mutate('closed')} />
      </div>
      <ul className="divide-y divide-dashed divide-line pe-3 pb-1.5">
        {steps.map((step) => {
          const Icon = step.done ? Check : Circle;
          const look = classNames(
            'flex min-h-11 w-full items-center gap-2.5 text-start',
            step === next && 'font-semibold',
            !step.done && 'hover:underline',
          );
          const content = (
            <>
              <Icon
                aria-hidden
                className={classNames('size-4 shrink-0', step.done ? 'text-ok' : 'text-ink-2')}
              />
              <span className={step.done ? 'text-ink-2 line-through' : undefined}>
                {step.label}
              </span>
              {step.done && <span className="sr-only">done</span>}
              {step === next && (
                <span
                  aria-hidden
                  className={classNames(
                    'my-1.5 ms-auto',
                    buttonClasses(event.leadCount === 0 ? 'primary' : 'soft', 'small'),
                  )}
                >
                  {step.verb}
                </span>
              )}
            </>
          );
          return (
            <li key={step.label}>
              {step.done ? <p className={look}>{content}</p> : step.control(look, content)}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
