import { eventPath, verifyPath } from '@drawbridge/contract/core/pages';
import { useQuery } from '@tanstack/react-query';
import { buttonTo, linkTo, newTabTo, StepList } from '../../events/events/step-list.tsx';
import { reading } from '../../lib/queries/query-client.ts';
import type { EventTabProps } from '../event-tab.ts';

/** The remaining steps after an event. */
export function WrappingUp({ event, leads, onAction }: EventTabProps) {
  const { data: winners } = useQuery(
    reading('/api/events/:eventId/winners', { params: { eventId: event.id } }),
  );
  if (!winners) return null;
  const standing = winners.filter(({ forfeited }) => !forfeited);
  const waiting = standing.filter(({ handover }) => handover === null);
  return (
    <StepList
      title="Wrapping up"
      steps={[
        {
          label: `Hand over the prizes (${standing.length - waiting.length} of ${standing.length})`,
          verb: 'Hand over',
          done: waiting.length === 0,
          control: linkTo(eventPath(event.id, 'results')),
        },
        {
          label: 'Set when the leads are erased',
          verb: 'Set',
          done: event.retentionDays !== null || leads === 0,
          control: buttonTo(() => onAction('edit')),
        },
        {
          label: 'Remove the volunteers',
          verb: 'Remove',
          done: event.volunteerCount === 0,
          control: linkTo(eventPath(event.id, 'team')),
        },
        {
          label: 'Export the leads (optional)',
          done: leads === 0,
          optional: true,
          control: linkTo(eventPath(event.id, 'leads')),
        },
        {
          label: "Send the sponsors' reports (optional)",
          done: false,
          optional: true,
          control: linkTo(eventPath(event.id, 'sponsors')),
        },
        ...(winners.length > 0
          ? [
              {
                label: 'Save the proof of the draws (optional)',
                done: false,
                optional: true,
                control: newTabTo(verifyPath(event.id)),
              },
            ]
          : []),
      ]}
    />
  );
}
