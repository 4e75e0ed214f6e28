import { z } from 'zod';
import { defineCalls } from '../../core/call.ts';
import {
  consentText,
  eraseAnswer,
  eraseInput,
  exportInput,
  personData,
  personQuery,
} from '../personal-data.ts';

export const peopleCalls = defineCalls(
  { room: 'collecting', who: 'administrators', tokens: 'none', limited: 'named', changes: 'leads' },
  {
    getConsentTexts: {
      route: 'GET /api/people/consents',
      summary: 'What the forms have said about consent, by version',
      limited: 'filtered',
      answers: { 200: z.array(consentText) },
    },
    // The contact is in the body, because URLs end up in the logs of proxies.
    findPeople: {
      route: 'POST /api/people/find',
      summary:
        'Everything that is stored about a person, by phone number, e-mail or lead; recorded in the audit trail',
      limited: 'filtered',
      body: personQuery,
      answers: { 200: personData },
      problems: ['lead-not-found', 'country-code-missing'],
      audit: 'person-looked-up',
      changes: 'none',
    },
    exportPerson: {
      route: 'POST /api/people/export',
      summary: 'The chosen leads and accounts of a person, for a file to give to them',
      body: exportInput,
      answers: { 200: personData },
      problems: ['lead-not-found'],
      audit: 'person-exported',
      changes: 'none',
    },
    erasePeople: {
      route: 'POST /api/people/erase',
      summary: 'Erase leads for good, including those that have won; draws can still be checked',
      body: eraseInput,
      answers: { 200: eraseAnswer },
      problems: ['lead-not-found', 'lead-sealed'],
      audit: 'lead-erased',
      changes: ['leads', 'records'],
    },
  },
);
