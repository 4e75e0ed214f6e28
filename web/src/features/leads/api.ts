import type { Deleted } from '@drawbridge/contract/deleted';
import { BULK_VERIFY_MAX } from '@drawbridge/contract/lead-values';
import type {
  AdminLead,
  BulkVerifyAnswer,
  LeadChange,
  LeadExportRow,
  LeadInput,
} from '@drawbridge/contract/leads';
import type { ConsentText } from '@drawbridge/contract/people';
import { queryOptions } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { get, patch, post, remove, sentenceOf } from '../../lib/api-client.ts';
import { today } from '../../lib/calendar-days.ts';
import { countOf } from '../../lib/formats.ts';
import { changeRows, removeRow, replaceRow } from '../../lib/lists.ts';
import { saveFile } from '../../lib/save-file.ts';
import { endSentence } from '../../lib/sentences.ts';
import { useToastMutation } from '../../lib/use-toast-mutation.ts';
import { type LeadAttempt, sendLead } from '../../shared/lead-attempts.ts';
import {
  type ExportedLead,
  type ExportPlan,
  exportFileName,
  toExported,
} from './export/export-table.ts';
import { writeFile } from './export/write-file.ts';
import { ALL_EVENTS } from './filters/lead-view.ts';
import type { LeadStep } from './lead-handlers.ts';
import { PROMOTED_HINT } from './lead-step-button.tsx';

const LEADS = '/api/leads';
/** Refetched because event cards, volunteer cards and the dashboard count leads. */
const lists = [LEADS, '/api/events', '/api/users/volunteers', '/api/volunteer', '/api/analytics'];

export const leadsQuery = (eventId: string) =>
  queryOptions<AdminLead[]>({
    queryKey: [`${LEADS}?eventId=${eventId}`],
    meta: { large: true },
    // Comparing 100,000 leads field by field takes longer than rendering the forty visible ones.
    structuralSharing: false,
  });

export function useCreateLead() {
  return useToastMutation({
    send: ({ lead, made }: { lead: LeadInput; made: LeadAttempt }) =>
      sendLead(made, (now) => post<AdminLead>(LEADS, { ...lead, ...now, source: 'volunteer' })),
    success: ({ name }) => ({ title: 'Lead created', description: `${name} has been added` }),
    failure: 'Creation failed',
    refetches: lists,
  });
}

export function useUpdateLead(id: string) {
  return useToastMutation({
    send: (change: LeadChange) => patchLead(id, change),
    success: { title: 'Lead updated' },
    failure: 'Update failed',
    refetches: lists,
  });
}

/**
 * Verifies a pending lead or promotes a verified one. One mutation serves the whole list, because one per
 * row makes scrolling slow; `stepping` are the leads being changed.
 */
export function useChangeLeadStatus() {
  const [stepping, setStepping] = useState<ReadonlySet<string>>(new Set());

  const changeStatus = useToastMutation({
    send: async ({ id, status }: LeadStep) => {
      setStepping((before) => new Set(before).add(id));
      try {
        return await patchLead(id, { status });
      } finally {
        setStepping((before) => new Set([...before].filter((other) => other !== id)));
      }
    },
    success: ({ name, status }) => ({
      title: 'Status updated',
      description: status === 'promoted' ? PROMOTED_HINT : `${name} is now ${status}`,
    }),
    failure: 'Update failed',
    refetches: lists,
  });
  return { changeStatus: changeStatus.mutate, stepping };
}

export function useDeleteLead() {
  return useToastMutation({
    send: async (id: string) => {
      const answer = await remove<Deleted>(`${LEADS}/${id}`);
      removeRow(LEADS, id);
      return answer;
    },
    success: { title: 'Lead deleted' },
    failure: 'Deletion failed',
    refetches: lists,
  });
}

// Far below the server's limit, so that a large selection shows progress.
const VERIFY_CHUNK = Math.min(BULK_VERIFY_MAX, 10_000);

/** Verifies any number of leads; `done` counts those that the server has processed. */
export function useVerifyLeads() {
  const [done, setDone] = useState(0);
  const verified = useRef(0);

  const verifyLeads = useToastMutation({
    send: async (leadIds: string[]): Promise<BulkVerifyAnswer> => {
      verified.current = 0;
      setDone(0);
      for (const chunk of chunksOf(leadIds, VERIFY_CHUNK)) {
        const answer = await post<BulkVerifyAnswer>(
          `${LEADS}/bulk-verify`,
          { leadIds: chunk },
          { large: true },
        );
        if (answer.skipped === 0) showVerified(chunk);
        verified.current += answer.verified;
        setDone((before) => before + chunk.length);
      }
      return { verified: verified.current, skipped: leadIds.length - verified.current };
    },
    success: (answer) => ({
      title: 'Leads verified',
      description: answer.skipped
        ? `${countOf(answer.verified, 'lead')} verified, ${answer.skipped} no longer pending`
        : `${countOf(answer.verified, 'lead')} verified`,
    }),
    failure: (error) => ({
      title: 'Bulk verify failed',
      description: verified.current
        ? `${endSentence(sentenceOf(error))} ${countOf(verified.current, 'lead')} had been verified before.`
        : sentenceOf(error),
    }),
    refetches: lists,
  });
  return { verifyLeads, done };
}

/** Which leads a file contains; the specified export is that of the selected event. */
export type ExportRequest =
  | { contents: 'event' }
  | { contents: 'all' }
  | { contents: 'filtered'; leads: readonly AdminLead[]; format: 'csv' | 'xlsx' };

/** Saves leads as a file; `progress` goes from 0 to 1 while it is written. */
export function useExportLeads(eventId: string, eventNames: ReadonlyMap<string, string>) {
  const [progress, setProgress] = useState(0);

  const exportLeads = useToastMutation({
    send: async (request: ExportRequest) => {
      setProgress(0);
      const { plan, leads } = await prepareExport(request, eventId, eventNames);
      // The server records what is read for an export, but not what is made of leads that were read anyway.
      if (request.contents !== 'event') {
        const ofEvent = request.contents === 'all' ? ALL_EVENTS : eventId;
        await post(`${LEADS}/export`, { eventId: ofEvent, leads: leads.length });
      }
      saveFile(plan.fileName, await writeFile(plan, leads, setProgress));
    },
    success: (_answer, request) => ({
      title: 'Export successful',
      description:
        request.contents === 'filtered' && request.format === 'xlsx'
          ? 'Leads exported to XLSX file'
          : 'Leads exported to CSV file',
    }),
    failure: 'Export failed',
  });
  return { exportLeads, progress };
}

/** Reads the leads of a file, unless they are on screen. */
async function prepareExport(
  request: ExportRequest,
  eventId: string,
  eventNames: ReadonlyMap<string, string>,
): Promise<{ plan: ExportPlan; leads: ExportedLead[] }> {
  if (request.contents === 'event') {
    const url = `${LEADS}/export?eventId=${eventId}`;
    const fileName = exportFileName(eventId, today(), 'csv');
    return {
      plan: { format: 'csv', withEvent: false, fileName },
      leads: await get<LeadExportRow[]>(url, { large: true }),
    };
  }
  const texts = await get<ConsentText[]>('/api/people/consents');
  const consents = new Map(texts.map(({ version, note }) => [version, note]));
  const toRow = (lead: AdminLead) => toExported(lead, eventNames, consents);
  if (request.contents === 'all') {
    const all = await get<AdminLead[]>(LEADS, { large: true });
    const fileName = exportFileName(ALL_EVENTS, today(), 'csv', 'with-event');
    return { plan: { format: 'csv', withEvent: true, fileName }, leads: all.map(toRow) };
  }
  const { format, leads } = request;
  const fileName = exportFileName(eventId, today(), format, 'filtered');
  return { plan: { format, withEvent: true, fileName }, leads: leads.map(toRow) };
}

async function patchLead(id: string, change: LeadChange): Promise<AdminLead> {
  const changed = await patch<AdminLead>(`${LEADS}/${id}`, change);
  replaceRow(LEADS, changed);
  return changed;
}

function showVerified(ids: string[]): void {
  const verified = new Set(ids);
  changeRows<AdminLead>(LEADS, (leads) =>
    leads.map((lead) => (verified.has(lead.id) ? { ...lead, status: 'verified' } : lead)),
  );
}

/** Splits a list into chunks of at most the given size. */
function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  const chunks: Item[][] = [];
  for (let start = 0; start < items.length; start += size) {
    chunks.push(items.slice(start, start + size));
  }
  return chunks;
}
