import { eventPath, leadFormPath, stagePath } from '@drawbridge/contract/core/pages';
import { mayEnter } from '@drawbridge/contract/events/entering';
import { winnerDisplayNames, winnerDisplays } from '@drawbridge/contract/events/raffle-options';
import type { Language } from '@drawbridge/contract/languages/languages';
import { Check, Circle, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { classNames } from '../../lib/class-names.ts';
import { say } from '../../lib/texts/say.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { reachOf } from '../sharing/local-address-warning.tsx';
import { usePublicOrigin } from '../sharing/public-origin.ts';
import { formViews, settingsPath, useChooseWinnerDisplay, useHideChecklist } from './api.ts';
import type { EventActionsProps } from './event-actions.tsx';

interface EventChecklistProps extends Pick<EventActionsProps, 'event' | 'onAction'> {
  /** The languages in which visitors would read questions untranslated. */
  untranslated: readonly Language[];
}

/** The remaining steps for a new event. The list disappears when everything is done or the event is over. */
export function EventChecklist({ event, onAction, untranslated }: EventChecklistProps) {
  const hide = useHideChecklist(event);
  const chooseDisplay = useChooseWinnerDisplay(event.id);
  const origin = usePublicOrigin();
  const reach = origin ? reachOf(origin) : 'everywhere';
  if (event.checklist === 'closed' || !mayEnter(event)) return null;

  const steps: Step[] = [
    {
      label: say('Add prizes'),
      verb: say('Add'),
      done: event.prizeCount > 0,
      control: linkTo(eventPath(event.id, 'prizes')),
    },
    {
      label: say('Assign volunteers'),
      verb: say('Assign'),
      done: event.volunteerCount > 0,
      control: linkTo(eventPath(event.id, 'team')),
    },
    {
      label: say('Ask questions (optional)'),
      done: event.questions.some(({ archived }) => !archived),
      optional: true,
      control: linkTo(eventPath(event.id, 'form')),
    },
    ...(untranslated.length > 0
      ? [
          {
            label: say(
              'Translate the questions ({count} language)',
              'Translate the questions ({count} languages)',
              { count: untranslated.length },
            ),
            verb: say('Translate'),
            done: false,
            control: linkTo(eventPath(event.id, 'form') + formViews.languages),
          },
        ]
      : []),
    {
      label: say("Say how you use people's details"),
      verb: say('Write'),
      done: Boolean(event.organiser || event.privacyText || event.privacyUrl),
      control: linkTo(eventPath(event.id, 'form') + formViews.texts),
    },
    {
      label: say('Set the time of the draw'),
      verb: say('Set'),
      done: event.drawAt !== null,
      control: linkTo(settingsPath(event.id, 'draw')),
    },
    {
      label: say('Choose how winners are shown'),
      verb: say('Choose'),
      done: event.winnerDisplayChosen,
      control: (className, content) => (
        <Menu
          items={winnerDisplays.map((display) => ({
            label: say(winnerDisplayNames[display]),
            hint:
              display === 'full'
                ? say('The raffle page shows both to everyone.')
                : say('The raffle page shows Ana M. and a…@example.com.'),
            onSelect: () => chooseDisplay.mutate(display),
          }))}
        >
          <button type="button" className={className}>
            {content}
          </button>
        </Menu>
      ),
    },
    {
      label:
        reach === 'network'
          ? say('Phones outside this network cannot open the address (optional)')
          : say('Let phones open the address'),
      verb: say('See how'),
      done: reach === 'everywhere',
      optional: reach === 'network',
      control: buttonTo(() => onAction('qr-code')),
    },
    {
      label: say('Print the QR code'),
      verb: say('Print'),
      done: event.checklist === 'printed',
      control: buttonTo(() => onAction('qr-code')),
    },
    {
      label: say('Try an entry'),
      verb: say('Try'),
      done: event.leadCount > 0,
      control: newTabTo(leadFormPath(event.id)),
    },
    {
      label: say('Try the wall (optional)'),
      done: false,
      optional: true,
      control: newTabTo(stagePath(event.id)),
    },
  ];

  return (
    <StepList
      title={say('Getting ready')}
      steps={steps}
      loud={event.leadCount === 0}
      onHide={() => hide.mutate()}
    />
  );
}

export interface Step {
  label: string;
  /** The label of its button while it is the next step. */
  verb?: string;
  done: boolean;
  /** Marks a step that not every event needs. */
  optional?: boolean;
  /** The link or button that leads to the step. */
  control: (look: string, content: ReactNode) => ReactNode;
}

export const linkTo = (to: string) => (className: string, content: ReactNode) => (
  <Link to={to} className={className}>
    {content}
  </Link>
);

export const buttonTo = (onClick: () => void) => (className: string, content: ReactNode) => (
  <button type="button" onClick={onClick} className={className}>
    {content}
  </button>
);

export const newTabTo = (href: string) => (className: string, content: ReactNode) => (
  <a href={href} target="_blank" rel="noreferrer" className={className}>
    {content}
  </a>
);

interface StepListProps {
  title: string;
  steps: readonly Step[];
  /** Marks the next step with a primary button, where nothing on the page is more important. */
  loud?: boolean;
  onHide?: () => void;
}

/** Steps to take, of which the first open one has a button. It disappears when all but optional steps are done. */
export function StepList({ title, steps, loud = false, onHide }: StepListProps) {
  const id = useId();
  const next = steps.find(({ done, optional }) => !done && !optional);
  if (!next) return null;
  return (
    <Card aria-labelledby={id} className="py-2 pe-2 ps-5">
      <div className="flex min-h-10 items-center justify-between">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {onHide && <IconButton icon={X} label={say('Hide checklist')} onClick={onHide} />}
      </div>
      <ul className="divide-y divide-dashed divide-line pe-3 pb-1.5">
        {steps.map((step) => {
          const look = classNames(
            'flex min-h-11 w-full items-center gap-2.5 text-start',
            step === next && 'font-semibold',
            !step.done && 'hover:underline',
          );
          const content = <StepContent step={step} isNext={step === next} loud={loud} />;
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

function StepContent({ step, isNext, loud }: { step: Step; isNext: boolean; loud: boolean }) {
  const Icon = step.done ? Check : Circle;
  return (
    <>
      <Icon
        aria-hidden
        className={classNames('size-4 shrink-0', step.done ? 'text-ok' : 'text-ink-2')}
      />
      <span className={step.done ? 'text-ink-2 line-through' : undefined}>{step.label}</span>
      {step.done && <span className="sr-only">{say('done')}</span>}
      {isNext && (
        <span
          aria-hidden
          className={classNames(
            'my-1.5 ms-auto',
            buttonClasses(loud ? 'primary' : 'soft', 'small'),
          )}
        >
          {step.verb}
        </span>
      )}
    </>
  );
}
