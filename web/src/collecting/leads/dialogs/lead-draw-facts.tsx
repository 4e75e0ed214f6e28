import type { AdminLead } from '@drawbridge/contract/collecting/leads';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import { CHANCES_MAX } from '@drawbridge/contract/fair-draw/draws';
import { useQuery } from '@tanstack/react-query';
import { Minus, Plus } from 'lucide-react';
import { formatCount, formatTime } from '../../../lib/texts/formats.ts';
import { say } from '../../../lib/texts/say.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { rollCallQuery, useMarkHere, useSetChances } from '../api.ts';
import { reasons } from '../lead-filters.tsx';

interface LeadDrawFactsProps {
  lead: AdminLead;
  event: AdminEvent | undefined;
  /** The other leads of the person; undefined until they have been read. */
  samePerson: readonly AdminLead[] | undefined;
}

/** A lead in the next draw: why it is not in it, its chances, and whether the person is here. */
export function LeadDrawFacts({ lead, event, samePerson = [] }: LeadDrawFactsProps) {
  const { notInDraw } = lead;
  const { data } = useQuery(rollCallQuery(lead.eventId));
  const markHere = useMarkHere(lead.id);
  const open = data?.current;
  const hereAt = lead.hereNow && formatTime(new Date(lead.here * 1000).toISOString());
  const withChances = event !== undefined && event.maxChances > 1;
  if (!notInDraw && !withChances && !hereAt && !open) return null;

  return (
    <section
      aria-label={say('In the draw')}
      className="flex flex-col divide-y rounded-m bg-sunk px-4 [&>*]:py-2"
    >
      {/* An open roll call can still be answered: the row below says so. */}
      {notInDraw && notInDraw !== 'absent' && (
        <p>{say('Not in the draw: {reason}', { reason: say(reasons[notInDraw]) })}</p>
      )}
      {withChances && <Chances lead={lead} maxChances={event.maxChances} samePerson={samePerson} />}
      {(hereAt || open) && (
        <div className="flex items-center justify-between gap-3">
          <p>
            {hereAt
              ? say('Here, in the roll call of {hereAt}', { hereAt })
              : say('Has not said “I’m here” yet')}
          </p>
          {open && !(lead.hereNow && lead.here === open.rollCall) && (
            <Button size="small" pending={markHere.isPending} onClick={() => markHere.mutate()}>
              {say('Mark as here')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

interface ChancesProps {
  lead: AdminLead;
  maxChances: number;
  samePerson: readonly AdminLead[];
}

function Chances({ lead, maxChances, samePerson }: ChancesProps) {
  const { chances, won } = lead;
  const { isPending, variables = chances, mutate } = useSetChances(lead.id);
  const shown = isPending ? variables : chances;
  // A person has the greatest number of chances of their verified leads with the same number.
  const numbers = samePerson.filter(
    ({ status, phone, phoneE164 }) =>
      status === 'verified' && (phoneE164 ?? phone) === (lead.phoneE164 ?? lead.phone),
  );
  const counted = Math.min(maxChances, Math.max(shown, ...numbers.map((each) => each.chances)));
  const note = won
    ? say('A winner’s chances cannot change.')
    : counted < shown
      ? say('counts as {counted}, the most in this event', { counted })
      : counted > shown &&
        say(
          'counts as {counted}: the greatest of {count} entry with this number',
          'counts as {counted}: the greatest of {count} entries with this number',
          { count: numbers.length + 1, counted },
        );

  return (
    <div className="flex items-center justify-between gap-3">
      <p>
        {say('Chances')}
        {note && <span className="block text-ink-2 text-sm">{note}</span>}
      </p>
      {won ? (
        <span className="font-semibold tabular-nums">{formatCount(chances)}</span>
      ) : (
        <div className="flex items-center">
          <IconButton
            icon={Minus}
            label={say('One chance less')}
            disabled={shown <= 1}
            pending={isPending}
            onClick={() => mutate(chances - 1)}
          />
          <span
            role="status"
            aria-label={say('Chances')}
            className="min-w-8 text-center font-semibold tabular-nums"
          >
            {formatCount(shown)}
          </span>
          <IconButton
            icon={Plus}
            label={say('One chance more')}
            disabled={shown >= CHANCES_MAX}
            pending={isPending}
            onClick={() => mutate(chances + 1)}
          />
        </div>
      )}
    </div>
  );
}
