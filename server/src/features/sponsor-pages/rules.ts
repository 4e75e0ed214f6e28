import { languageCodes } from '@drawbridge/contract/languages';
import type { SponsorReport } from '@drawbridge/contract/sponsor-pages';
import { inLanguages } from '../events/store.ts';
import { type readReport, type SharedWith, sharedQuestions } from './store.ts';

/** What a sponsor is told about the event beside its leads. */
export function describeSponsor(sponsor: SharedWith) {
  const { name, logo, event } = sponsor;
  const offered = event.languages ?? languageCodes;
  return {
    sponsor: { name: name ?? '', logo },
    event: inLanguages(event, offered),
    questions: sharedQuestions(sponsor).map((question) => inLanguages(question, offered)),
  };
}

export const describeReport = (
  sponsor: SharedWith,
  report: Awaited<ReturnType<typeof readReport>>,
): SponsorReport => ({ ...describeSponsor(sponsor), ...report });
