import { UNKNOWN_NAME } from '@drawbridge/contract/accounts/account-names';
import type { AuditChoices } from '@drawbridge/contract/audit';
import {
  type AuditKind,
  auditAreas,
  auditKinds,
  UNKNOWN_ACTOR,
} from '@drawbridge/contract/audit-kinds';
import { uuid } from '@drawbridge/contract/form-rules';
import { type Chosen, choice, type Filters, period, sentFilters } from '../../ui/filters.tsx';

const everything = { value: 'all', label: 'Everything' };
const namesOf = (named: readonly { id: string; name: string }[]) =>
  named.map(({ id, name }) => ({ value: id, label: name || id }));

interface SentFilters {
  actorId?: string;
  eventId?: string;
  kind?: AuditKind;
  from?: string;
  to?: string;
}

type Name = 'who' | 'event' | 'what' | 'from' | 'to';

export const auditFilters: Filters<Name, SentFilters, AuditChoices> = {
  who: choice({
    label: 'Who',
    accepts: (text) => uuid.test(text) || text === UNKNOWN_ACTOR,
    send: (actorId) => ({ actorId }),
    options: ({ people }) => [
      { ...everything, label: 'Everybody' },
      { value: UNKNOWN_ACTOR, label: UNKNOWN_NAME },
      ...namesOf(people),
    ],
  }),
  event: choice({
    label: 'Event',
    accepts: (text) => uuid.test(text),
    send: (eventId) => ({ eventId }),
    options: ({ events }) => [{ ...everything, label: 'All Events' }, ...namesOf(events)],
  }),
  what: choice({
    label: 'What',
    accepts: (text) => Object.hasOwn(auditKinds, text),
    send: (kind) => ({ kind: kind as AuditKind }),
    options: () => [
      everything,
      ...Object.entries(auditAreas).flatMap(([group, kinds]) =>
        Object.entries(kinds).map(([value, label]) => ({
          value,
          // What volunteers and visitors add is not recorded here: each lead says who added it.
          label: value === 'lead-added' ? `${label} (administrators)` : label,
          group,
        })),
      ),
    ],
  }),
  ...period,
};

export type AuditView = Chosen<Name>;
export const sentAuditFilters = (view: AuditView) => sentFilters(auditFilters, view);
