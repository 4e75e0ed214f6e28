import type {
  BulkInput,
  LeadFileInput,
  LeadFilters,
  LeadTally,
} from '@drawbridge/contract/collecting/lead-lists';
import type { LeadSort, LeadStatus } from '@drawbridge/contract/collecting/lead-values';
import type { AdminLead, LeadChange, LeadInput } from '@drawbridge/contract/collecting/leads';
import { english } from '@drawbridge/contract/languages/english';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, downloadFile, getPage, type Page, urlOf } from '../../lib/api/api-client.ts';
import { saveFile } from '../../lib/device/save-file.ts';
import { apiQuery, queryClient } from '../../lib/queries/query-client.ts';
import { sendOnce, sendWithId } from '../../lib/queries/send-once.ts';
import { useApiMutation } from '../../lib/queries/use-api-mutation.ts';
import { say } from '../../lib/texts/say.ts';
import { type LeadAttempt, sendLead } from '../lead-form/lead-attempts.ts';

const LEADS = '/api/leads';

export const PAGE_ROWS = 30;

/** The address of a list's first page. */
export function listUrl(filters: LeadFilters, sort: LeadSort = 'newest'): string {
  return urlOf(LEADS, { query: { ...filters, sort, limit: PAGE_ROWS } });
}

/**
 * A page of a list. It leaves the cache soon after it is out of view, so that a long list takes no more memory than a
 * short one.
 */
export const leadPageQuery = (url: string) =>
  queryOptions({
    queryKey: [url],
    queryFn: ({ signal }) => getPage<'/api/leads'>(url, { signal }),
    gcTime: 10_000,
  });

export const leadCountsQuery = (filters: LeadFilters) =>
  apiQuery('/api/leads/counts', { query: filters });

export const leadMarksQuery = (filters: LeadFilters) =>
  apiQuery('/api/leads/marks', { query: filters });

export const leadDetailsQuery = (id: string) => ({
  ...apiQuery('/api/leads/:leadId', { params: { leadId: id } }),
  staleTime: 0,
});

export const submittersQuery = (eventId: string) =>
  apiQuery('/api/leads/submitters', { query: { eventId } });

/** A list of leads whose first page has been loaded. */
export interface ListedLeads {
  /** The address of the first page. */
  url: string;
  /** The applied filters: the fields change at once, the list when it has been loaded. */
  filter: LeadFilters;
  sort: LeadSort;
  first: Page<AdminLead[]> | undefined;
  counts: LeadTally | undefined;
  /** The number of its leads; undefined until they have been counted. */
  total: number | undefined;
}

/** The list with these filters, or the previous one until the first page has been loaded. */
export function useLeadList(filter: LeadFilters, sort: LeadSort) {
  const url = listUrl(filter, sort);
  const reading = useQuery(leadPageQuery(url));
  const [listed, setListed] = useState({ url, filter, sort });
  if (listed.url !== url && !reading.isPending) setListed({ url, filter, sort });

  const { data: first } = useQuery(leadPageQuery(listed.url));
  // A short list is complete and need not be counted.
  const counting = useQuery({ ...leadCountsQuery(listed.filter), enabled: Boolean(first?.next) });
  const counts = first?.next ? counting.data : undefined;
  const total = first?.next ? counts && totalOf(counts) : first?.rows.length;
  return { list: { ...listed, first, counts, total } satisfies ListedLeads, reading };
}

export function totalOf({ pending, verified, promoted }: LeadTally): number {
  return pending + verified + promoted;
}

export const PROMOTED_HINT = english('Promoted leads are no longer in the draw');

export interface LeadStep {
  id: string;
  status: LeadStatus;
}

export function useCreateLead() {
  return useApiMutation({
    send: ({ lead, attempt }: { lead: LeadInput; attempt: LeadAttempt }) =>
      sendLead(attempt, (ids) => {
        const body = { ...lead, ...ids, source: 'volunteer' };
        return api.post(LEADS, { body });
      }),
    success: ({ name }) => ({
      title: say('Lead created'),
      description: say('{name} has been added', { name }),
    }),
    failure: say('Creation failed'),
    changes: [LEADS],
  });
}

export function useUpdateLead(id: string) {
  return useApiMutation({
    send: (body: LeadChange) => api.patch('/api/leads/:leadId', { params: { leadId: id }, body }),
    show: showChanged,
    success: { title: say('Lead updated') },
    failure: say('Update failed'),
    changes: [LEADS],
  });
}

/**
 * Verifies a pending lead or promotes a verified one. One mutation serves the whole list, because one per
 * row makes scrolling slow; `stepping` are the leads being changed.
 */
export function useChangeLeadStatus() {
  const [stepping, setStepping] = useState<ReadonlySet<string>>(new Set());

  const changeStatus = useApiMutation({
    send: async ({ id, status }: LeadStep) => {
      setStepping((before) => new Set(before).add(id));
      try {
        const params = { leadId: id };
        const lead = await api.patch('/api/leads/:leadId', { params, body: { status } });
        showChanged(lead);
        return { ...lead, prizesLeft: status === 'promoted' ? await countPrizesLeft(lead) : 0 };
      } finally {
        setStepping((before) => new Set([...before].filter((other) => other !== id)));
      }
    },
    success: ({ name, status, prizesLeft }) => ({
      title: say('Status updated'),
      description:
        status !== 'promoted'
          ? status === 'verified'
            ? say('{name} is now verified', { name })
            : say('{name} is now pending', { name })
          : prizesLeft
            ? say(
                '{name} is no longer in the draw, and {count} prize is still to be drawn',
                '{name} is no longer in the draw, and {count} prizes are still to be drawn',
                { count: prizesLeft, name },
              )
            : say('{name} is no longer in the draw', { name }),
    }),
    undo: ({ id, name, status }) => ({
      send: () => sendOnce('/api/leads/undo', { body: { leadId: id } }),
      done:
        status === 'promoted'
          ? say('{name} is verified again', { name })
          : say('{name} is pending again', { name }),
      failure: say('Undo failed'),
    }),
    failure: say('Update failed'),
    changes: [LEADS],
  });
  return { changeStatus: changeStatus.mutate, stepping };
}

/** The number of prizes of the lead's event that can still be drawn; none if that cannot be determined. */
async function countPrizesLeft({ eventId }: AdminLead): Promise<number> {
  const prizes = api.get('/api/prizes/left', { query: { eventId } });
  return prizes.then(
    ({ left }) => left,
    () => 0,
  );
}

export function useDeleteLead(id: string) {
  return useApiMutation({
    send: () => api.delete('/api/leads/:leadId', { params: { leadId: id } }),
    show: () => changeLeads((leads) => leads.filter((lead) => lead.id !== id)),
    success: { title: say('Lead deleted') },
    failure: say('Deletion failed'),
    changes: [LEADS],
  });
}

/** The selected leads by their ids, or all that match a filter; `count` is their number. */
export type SelectedLeads = { count: number } & (
  | { leadIds: string[] }
  | { filter: LeadFilters; except: string[] }
);

export function useVerifyLeads() {
  return useApiMutation({
    send: async ({ count, ...selected }: SelectedLeads) => {
      const sent = await sendWithId('/api/leads/bulk-verify', { body: selected, large: true });
      const { verified } = sent.response;
      return { request: sent.id, verified, skipped: Math.max(0, count - verified) };
    },
    success: ({ verified, skipped }) => ({
      title: say('Leads verified'),
      description: skipped
        ? say(
            '{count} lead verified, {skipped} no longer pending',
            '{count} leads verified, {skipped} no longer pending',
            { count: verified, skipped },
          )
        : say('{count} lead verified', '{count} leads verified', { count: verified }),
    }),
    undo: ({ request, verified }) => undoBulk(request, verified, 'pending'),
    failure: say('Bulk verify failed'),
    changes: [LEADS],
  });
}

/** Undoes a bulk request; the leads get their previous status back. */
const undoBulk = (request: string, changed: number, status: LeadStatus) =>
  changed === 0
    ? undefined
    : {
        send: () => sendOnce('/api/leads/undo', { body: { request } }),
        done: ({ undone }: { undone: number }) =>
          [
            status === 'pending'
              ? say('{count} lead pending again', '{count} leads pending again', { count: undone })
              : say('{count} lead verified again', '{count} leads verified again', {
                  count: undone,
                }),
            undone < changed && say('{count} changed since', { count: changed - undone }),
          ]
            .filter(Boolean)
            .join(', '),
        failure: say('Undo failed'),
      };

/** All leads that match a filter, as the screen has counted them. */
export type CountedLeads = Omit<BulkInput, 'id'>;

export function usePromoteMatching() {
  return useApiMutation({
    send: async (body: CountedLeads) => {
      const { id, response } = await sendWithId('/api/leads/promote', { body, large: true });
      return { request: id, ...response };
    },
    success: ({ promoted }) => ({
      title: say('Leads promoted'),
      description: `${say('{count} lead promoted.', '{count} leads promoted.', { count: promoted })} ${say(PROMOTED_HINT)}`,
    }),
    undo: ({ request, promoted }) => undoBulk(request, promoted, 'verified'),
    failure: say('Bulk promote failed'),
    changes: [LEADS],
  });
}

export function useGiveChances() {
  return useApiMutation({
    send: async (body: { filter: LeadFilters; chances: number }) => {
      const { id, response: answer } = await sendWithId('/api/leads/chances', {
        body,
        large: true,
      });
      return { request: id, ...answer };
    },
    success: ({ changed, won, sealed }, { chances }) => ({
      title: say('Chances set'),
      description: [
        say('{count} lead now has {chances}', '{count} leads now have {chances}', {
          count: changed,
          chances: say('{count} chance', '{count} chances', { count: chances }),
        }),
        won > 0 &&
          say('{count} winning lead kept theirs', '{count} winning leads kept theirs', {
            count: won,
          }),
        sealed > 0 &&
          say(
            '{count} lead in a sealed draw kept theirs',
            '{count} leads in a sealed draw kept theirs',
            { count: sealed },
          ),
      ]
        .filter(Boolean)
        .join(', '),
    }),
    undo: ({ request, changed }) =>
      changed === 0
        ? undefined
        : {
            send: () => sendOnce('/api/leads/undo', { body: { request } }),
            done: ({ undone }: { undone: number }) =>
              say(
                '{count} lead has its earlier chances again',
                '{count} leads have their earlier chances again',
                { count: undone },
              ),
            failure: say('Undo failed'),
          },
    failure: say('Setting the chances failed'),
    changes: [LEADS],
  });
}

/** Sets the chances of one lead. */
export function useSetChances(id: string) {
  return useApiMutation({
    send: (chances: number) =>
      api.patch('/api/leads/:leadId', { params: { leadId: id }, body: { chances } }),
    show: showChanged,
    failure: say('Update failed'),
    changes: [LEADS],
  });
}

/** Marks a lead as here on behalf of the person. */
export function useMarkHere(id: string) {
  return useApiMutation({
    send: () => api.post('/api/leads/:leadId/here', { params: { leadId: id } }),
    success: { title: say('Marked as here') },
    failure: say('Update failed'),
    changes: [LEADS],
  });
}

export const rollCallQuery = (eventId: string) => ({
  ...apiQuery('/api/events/:eventId/roll-calls/current', { params: { eventId } }),
  staleTime: 0,
});

export function useDeleteMatching() {
  return useApiMutation({
    send: (body: CountedLeads) => sendOnce('/api/leads/delete', { body, large: true }),
    success: ({ deleted, won, sealed }) => ({
      title: say('Leads deleted'),
      description: [
        say('{count} lead deleted', '{count} leads deleted', { count: deleted }),
        won > 0 && say('{count} winning lead kept', '{count} winning leads kept', { count: won }),
        sealed > 0 &&
          say('{count} lead in a sealed draw kept', '{count} leads in a sealed draw kept', {
            count: sealed,
          }),
      ]
        .filter(Boolean)
        .join(', '),
    }),
    failure: say('Deletion failed'),
    changes: [LEADS],
  });
}

const MERGE_UNDO_MS = 60_000;

/** Merges other leads of a person into the kept one, one after the other. */
export function useMergeLeads() {
  return useApiMutation({
    send: async ({ kept, others }: { kept: AdminLead; others: readonly AdminLead[] }) => {
      const requests: string[] = [];
      let lead = kept;
      for (const other of others) {
        const params = { leadId: kept.id };
        const sent = await sendWithId('/api/leads/:leadId/merge', {
          params,
          body: { other: other.id },
        });
        // The last merge has to be undone first.
        requests.unshift(sent.id);
        lead = sent.response.lead;
      }
      return { requests, lead, removed: others.map(({ id }) => id) };
    },
    show: ({ lead, removed }) => {
      changeLeads((leads) => leads.filter(({ id }) => !removed.includes(id)));
      showChanged(lead);
    },
    success: ({ lead }) => ({
      title: say('Leads merged'),
      description: say('{name} has taken what was missing', { name: lead.name }),
      durationMs: MERGE_UNDO_MS,
    }),
    undo: ({ requests }) => ({
      send: async () => {
        for (const request of requests) await sendOnce('/api/leads/undo', { body: { request } });
      },
      done: say('The leads are separate again'),
      failure: say('Undo failed'),
    }),
    failure: say('Merge failed'),
    changes: [LEADS],
  });
}

/** Duplicates of an event, the newest first, of which one after the other can be merged. */
export const duplicatesQuery = (eventId: string) => ({
  ...apiQuery('/api/leads', {
    query: { eventId, duplicate: true, limit: DUPLICATES_MAX },
  }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

const DUPLICATES_MAX = 1000;

/** The requested file, and its name. */
interface ExportRequest {
  file: Pick<LeadFileInput, 'format' | 'sort'> &
    LeadFilters &
    Partial<Pick<LeadFileInput, 'details' | 'layout'>>;
  fileName: string;
}

/** Saves leads as a file; `bytes` is the number received so far. */
export function useExportLeads() {
  const [bytes, setBytes] = useState(0);

  const exportLeads = useApiMutation({
    send: async ({ file, fileName }: ExportRequest) => {
      setBytes(0);
      // The file's times are in the same time zone as the list's.
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      const body = { ...file, timeZone };
      saveFile(fileName, await downloadFile('/api/leads/export', { body, onProgress: setBytes }));
    },
    success: (_answer, { file }) => ({
      title: say('Export successful'),
      description: say('Leads exported to {format} file', { format: file.format.toUpperCase() }),
    }),
    failure: say('Export failed'),
  });
  return { exportLeads, bytes };
}

const showChanged = (changed: AdminLead) =>
  changeLeads((leads) => leads.map((lead) => (lead.id === changed.id ? changed : lead)));

/** Changes the leads on screen before they are refetched. */
function changeLeads(change: (leads: AdminLead[]) => AdminLead[]): void {
  queryClient.setQueriesData<Page<AdminLead[]>>(
    { predicate: ({ queryKey }) => String(queryKey[0]).startsWith(`${LEADS}?`) },
    // Other queries of leads are plain lists.
    (page) => page && (page.rows ? { ...page, rows: change(page.rows) } : page),
  );
}
