import type { PersonData, PersonExport } from '@drawbridge/contract/people';
import { queryOptions } from '@tanstack/react-query';
import { api, hasCode } from '../../lib/api-client.ts';
import { today } from '../../lib/day-formats.ts';
import { countOf } from '../../lib/formats.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useChange } from '../../lib/use-change.ts';

/** Whose data is shown: that of a contact, or of the person of a lead. */
export type PersonChoice = { contact: string } | { leadId: string };

const nothing: PersonData = { contact: null, leads: [], accounts: [], total: 0 };

/** Read again with every visit, and forgotten afterwards. */
export const personQuery = (choice: PersonChoice) =>
  queryOptions({
    queryKey: ['/api/people/find', choice],
    queryFn: ({ signal }) =>
      api.post('/api/people/find', { body: choice, signal }).catch((error: unknown) => {
        // After its erasure, the lead by which the person was found is no longer there.
        if (hasCode(error, 'lead-not-found')) return nothing;
        throw error;
      }),
    staleTime: 0,
    gcTime: 0,
  });

export function useExportPerson() {
  return useChange({
    send: async (chosen: PersonExport) => {
      const data = await api.post('/api/people/export', { body: chosen });
      const content = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
      saveFile(`personal-data_${today()}.json`, content);
    },
    success: { title: 'Export successful', description: 'What you ticked is in the file' },
    failure: 'Export failed',
  });
}

export function useEraseLeads(leadIds: string[]) {
  return useChange({
    send: () => api.post('/api/people/erase', { body: { leadIds } }),
    success: ({ leads }) => ({ title: 'Erased', description: `${countOf(leads, 'lead')} erased` }),
    failure: 'Erasing failed',
    changes: ['/api/people'],
  });
}
