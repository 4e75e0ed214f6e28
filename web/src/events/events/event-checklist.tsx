import { eventPath, leadFormPath, stagePath } from '@drawbridge/contract/core/pages';
import { mayEnter } from '@drawbridge/contract/events/entering';
import { winnerDisplays } from '@drawbridge/contract/events/raffle-options';
import type { Language } from '@drawbridge/contract/languages/languages';
import { countOf } from '../../lib/texts/formats.ts';
import { Menu } from '../../ui/menu.tsx';
import { reachOf } from '../sharing/local-address-warning.tsx';
import { usePublicOrigin } from '../sharing/public-origin.ts';
import { TRANSLATIONS, useChooseWinnerDisplay, useHideChecklist } from './api.ts';
import type { EventActionsProps } from './event-actions.tsx';
import { winnerDisplayNames } from './event-fields.tsx';
import { buttonTo, linkTo, newTabTo, type Step, StepList } from './step-list.tsx';

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
  const edit = buttonTo(() => onAction('edit'));
  if (event.checklist === 'closed' || !mayEnter(event)) return null;

  const steps: Step[] = [
    {
      label: 'Add prizes',
      verb: 'Add',
      done: event.prizeCount > 0,
      control: linkTo(eventPath(event.id, 'prizes')),
    },
    {
      label: 'Assign volunteers',
      verb: 'Assign',
      done: event.volunteerCount > 0,
      control: linkTo(eventPath(event.id, 'team')),
    },
    {
      label: 'Ask questions (optional)',
      done: event.questions.some(({ archived }) => !archived),
      optional: true,
      control: linkTo(eventPath(event.id, 'form')),
    },
    ...(untranslated.length > 0
      ? [
          {
            label: `Translate the questions (${countOf(untranslated.length, 'language')})`,
            verb: 'Translate',
            done: false,
            control: linkTo(eventPath(event.id, 'form') + TRANSLATIONS),
          },
        ]
      : []),
    {
      label: "Say how you use people's details",
      verb: 'Write',
      done: Boolean(event.organiser || event.privacyText || event.privacyUrl),
      control: edit,
    },
    { label: 'Set the time of the draw', verb: 'Set', done: event.drawAt !== null, control: edit },
    {
      label: 'Choose how winners are shown',
      verb: 'Choose',
      done: event.winnerDisplayChosen,
      control: (className, content) => (
        <Menu
          items={winnerDisplays.map((display) => ({
            label: winnerDisplayNames[display],
            hint:
              display === 'full'
                ? 'The raffle page shows both to everyone.'
                : 'The raffle page shows Ana M. and a…@example.com.',
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
          ? 'Phones outside this network cannot open the address (optional)'
          : 'Let phones open the address',
      verb: 'See how',
      done: reach === 'everywhere',
      optional: reach === 'network',
      control: buttonTo(() => onAction('qr-code')),
    },
    {
      label: 'Print the QR code',
      verb: 'Print',
      done: event.checklist === 'printed',
      control: buttonTo(() => onAction('qr-code')),
    },
    {
      label: 'Try an entry',
      verb: 'Try',
      done: event.leadCount > 0,
      control: newTabTo(leadFormPath(event.id)),
    },
    {
      label: 'Try the wall (optional)',
      done: false,
      optional: true,
      control: newTabTo(stagePath(event.id)),
    },
  ];

  return (
    <StepList
      title="Getting ready"
      steps={steps}
      loud={event.leadCount === 0}
      onHide={() => hide.mutate()}
    />
  );
}
