import type { EligiblePeople } from '@drawbridge/contract/draws';
import { formatList } from '../../../lib/formats.ts';
import { t } from '../../../lib/texts.ts';

/** '1 person in the draw', '1,284 people in the draw' */
export function peopleInDraw(people: number): string {
  return t('workspace.peopleInDraw', { count: people });
}

/** Why nobody is in the next draw; undefined if somebody is. */
export function describeObstacle(eligible: EligiblePeople): string | undefined {
  const { people, leads, pending, promoted } = eligible;
  if (people > 0) return undefined;
  const reasons: string[] = [];
  if (leads === 0) reasons.push(t('presenter.noLeads'));
  // It says 'drawn' instead of 'won', because a winner may have forfeited.
  if (leads > pending + promoted) reasons.push(t('presenter.allVerifiedDrawn'));
  if (pending > 0) reasons.push(t('presenter.waiting', { count: pending }));
  // Promoted leads may include winners.
  if (promoted > 0) reasons.push(t('presenter.promoted', { count: promoted }));
  return t('presenter.nobody', { reasons: formatList(reasons, 'conjunction') });
}
