import type { LeadSort } from '@drawbridge/contract/collecting/lead-values';
import { writeAnswer } from '@drawbridge/contract/events/questions/answers';
import { AGREED, type Answer, type Question } from '@drawbridge/contract/events/questions/kinds';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ApiError, api, downloadFile, getPage } from '../../lib/api/api-client.ts';
import { saveFile } from '../../lib/device/save-file.ts';
import { deviceId, readStored, writeStored } from '../../lib/device/storage.ts';
import { apiQuery, refetch } from '../../lib/queries/query-client.ts';
import { formatDayAndTime } from '../../lib/texts/day-formats.ts';
import { questionInPageLanguage } from '../../lib/texts/event-text.tsx';
import { translate } from '../../lib/texts/texts.ts';

const POLL_INTERVAL_MS = 15_000;

/** The sessions of the links opened in this tab, also for browsers without storage. */
const sessions = new Map<string, string>();
const keyOf = (secret: string) => `sponsor ${secret}`;

/** Opens a link. After a reload, its password need not be entered again. */
export async function openLink(secret: string, password?: string): Promise<string> {
  const body = { secret, password, device: deviceId('login') };
  const { token } = await api.post('/api/sponsor-page/session', { body });
  sessions.set(secret, token);
  writeStored(keyOf(secret), token, 'in this tab');
  return token;
}

/** Makes a call with the session of a link, which is opened again if the session has ended. */
async function withSession<Answer>(
  secret: string,
  call: (token: string) => Promise<Answer>,
): Promise<Answer> {
  const known = sessions.get(secret) ?? readStored(keyOf(secret), 'in this tab');
  if (known) {
    try {
      return await call(known);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error;
    }
  }
  return call(await openLink(secret));
}

export const LEADS_URL = '/api/sponsor-page';

/** The filters and order of the listed leads. */
export interface Listed {
  search: string;
  sort: LeadSort;
}

/** The address of the first page of the leads. */
export const firstPage = (listed: Listed) =>
  `${LEADS_URL}?${new URLSearchParams({ ...listed, search: listed.search.trim() })}`;

/** A page of the leads, which refetches regularly while it is visible. */
export const leadsQuery = (secret: string, url: string) =>
  queryOptions({
    queryKey: [url, secret],
    queryFn: ({ signal }) =>
      withSession(secret, (token) => getPage<typeof LEADS_URL>(url, { token, signal })),
    refetchInterval: POLL_INTERVAL_MS,
    refetchOnWindowFocus: true,
    // The field and the previous list stay on screen during a search until the next list arrives.
    placeholderData: keepPreviousData,
    // Pages are not cached, so that a person who has withdrawn is not shown again when an earlier page is opened.
    gcTime: 0,
  });

/** Saves a note and refetches the list, which shows it. */
export async function saveNote(secret: string, body: { key: string; note: string }): Promise<void> {
  await withSession(secret, (token) => api.put('/api/sponsor-page/note', { body, token }));
  await refetch([LEADS_URL]);
}

export const reportQuery = (secret: string) =>
  queryOptions({
    queryKey: ['/api/sponsor-page/report', secret],
    queryFn: ({ signal }) =>
      withSession(secret, (token) => api.get('/api/sponsor-page/report', { token, signal })),
    staleTime: 0,
    gcTime: 0,
  });

/** The report that an organiser opens with their own session. */
export const organiserReportQuery = (sponsorId: string) => ({
  ...apiQuery('/api/sponsors/:sponsorId/report', { params: { sponsorId } }),
  staleTime: 0,
});

export async function downloadLeads(secret: string, format: 'csv' | 'xlsx'): Promise<void> {
  const file = await withSession(secret, (token) =>
    downloadFile('/api/sponsor-page/file', { body: { format }, token }),
  );
  saveFile(`leads.${format}`, file);
}

/** An answer in the language of the page. */
export function answerText(question: Question, answer: Answer): string {
  if (question.kind === 'yesNo') return translate(answer ? 'Yes' : 'No');
  if (question.kind === 'agreement') return translate('Yes');
  return writeAnswer(questionInPageLanguage(question), answer);
}

/** A counted value in the language of the page. */
export function valueText(question: Question, { value, name }: { value: string; name: string }) {
  const { choices } = questionInPageLanguage(question);
  const own = choices.find(({ id }) => id === value)?.label;
  return own ?? translate(value === AGREED ? 'Yes' : name);
}

/** A timestamp in the event's time zone. */
export function formatInZone(moment: string, timeZone: string): string {
  // The Swedish date format equals ours: 2026-12-05 09:05.
  const written = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(new Date(moment));
  return formatHour(written);
}

/** 'Dec 5, 2026, 2:00 PM' of '2026-12-05 14:00'. */
export const formatHour = (written: string) =>
  formatDayAndTime(written.slice(0, 10), written.slice(11, 16));
