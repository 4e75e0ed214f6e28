import { z } from 'zod';
import { defineCalls } from '../../core/call.ts';
import {
  consentText,
  eraseInput,
  eraseResponse,
  exportInput,
  personData,
  personQuery,
} from '../personal-data.ts';

export const personalDataCalls = defineCalls(
  {
    room: 'collecting',
    allowedFor: 'administrators',
    tokenScope: 'none',
    eventScope: 'named',
    changes: 'leads',
  },
  {
    getConsentTexts: {
      route: 'GET /api/people/consents',
      summary: 'The consent texts that forms have shown, by version',
      eventScope: 'filtered',
      responses: { 200: z.array(consentText) },
    },
    // The contact is in the body, because URLs end up in the logs of proxies.
    findPeople: {
      route: 'POST /api/people/find',
      summary:
        'Find all data stored about a person, by phone number, e-mail or lead; recorded in the audit trail',
      eventScope: 'filtered',
      body: personQuery,
      responses: { 200: personData },
      problems: ['lead-not-found', 'country-code-missing'],
      audit: 'person-looked-up',
      changes: 'none',
    },
    exportPerson: {
      route: 'POST /api/people/export',
      summary: 'Export the chosen leads and accounts of a person',
      body: exportInput,
      responses: { 200: personData },
      problems: ['lead-not-found'],
      audit: 'person-exported',
      changes: 'none',
    },
    erasePeople: {
      route: 'POST /api/people/erase',
      summary: 'Erase leads permanently, including winners; draws can still be checked',
      body: eraseInput,
      responses: { 200: eraseResponse },
      problems: ['lead-not-found', 'lead-sealed'],
      audit: 'lead-erased',
      changes: ['leads', 'records'],
    },
  },
);
