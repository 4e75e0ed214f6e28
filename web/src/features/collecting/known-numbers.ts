import type { PublicEvent } from '@drawbridge/contract/events';
import type { NumberMarks, OwnLead } from '@drawbridge/contract/leads';
import { numberMark, phoneProblemIn, readPhone } from '@drawbridge/contract/phones/phone-key';
import { useMemo } from 'react';
import { t } from '../../lib/texts.ts';
import type { OutboxLead } from './outbox/outbox-rules.ts';

export interface KnownNumbers {
  /** The user's own leads. */
  leads: readonly OwnLead[];
  /** Of everybody's latest leads only the marks of their numbers, which name nobody. */
  marks: NumberMarks;
}

/** Says of a typed number whether it was entered at the event before; works without a network. */
export function useDuplicates(
  { id: eventId, country }: PublicEvent,
  { leads, marks }: KnownNumbers,
  unsent: readonly OutboxLead[],
) {
  const names = useMemo(() => {
    const own = [...leads, ...unsent.filter(({ takenBack }) => !takenBack)];
    return new Map(
      own
        .filter((lead) => lead.eventId === eventId)
        .map(({ phone, name }) => [readPhone(phone, country).key, name]),
    );
  }, [leads, unsent, eventId, country]);
  const known = useMemo(() => new Set(marks[eventId]), [marks, eventId]);

  return (typed: string): string | undefined => {
    if (!typed || phoneProblemIn(typed, country)) return undefined;
    const { key } = readPhone(typed, country);
    const name = names.get(key);
    if (name) return t('volunteer.addedBefore', { name });
    if (known.has(numberMark(key))) return t('volunteer.knownNumber');
    return undefined;
  };
}
