import type { SponsorPage, SponsorReport } from '@drawbridge/contract/sponsor-pages';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, download, get, post } from '../../lib/api-client.ts';
import { saveFile } from '../../lib/save-file.ts';
import { deviceId, readStored, writeStored } from '../../lib/storage.ts';

const PAGE = '/api/sponsor-page';
const EVERY_MS = 15_000;

/** The sessions of the links that were opened in this tab, also for browsers without storage. */
const sessions = new Map<string, string>();
const keyOf = (secret: string) => `sponsor ${secret}`;

/** Opens a link. Whoever reloads the page need not enter the password again. */
export async function openLink(secret: string, password?: string): Promise<string> {
  const body = { secret, password, device: deviceId('log-in') };
  const { token } = await post<{ token: string }>(`${PAGE}/session`, body);
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

/** A page of the leads, which asks again by itself while somebody looks at it. */
export const leadsQuery = (secret: string, page: number) =>
  queryOptions({
    queryKey: [`${PAGE}?page=${page}`, secret],
    queryFn: ({ signal }) =>
      withSession(secret, (token) => get<SponsorPage>(`${PAGE}?page=${page}`, { token, signal })),
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: true,
    // Somebody who has withdrawn must not be seen again when an earlier page is opened.
    gcTime: 0,
  });

export const reportQuery = (secret: string) =>
  queryOptions({
    queryKey: [`${PAGE}/report`, secret],
    queryFn: ({ signal }) =>
      withSession(secret, (token) => get<SponsorReport>(`${PAGE}/report`, { token, signal })),
    staleTime: 0,
    gcTime: 0,
  });

/** The same for the organiser. */
export const organiserReportQuery = (sponsorId: string) =>
  queryOptions<SponsorReport>({ queryKey: [`/api/sponsors/${sponsorId}/report`], staleTime: 0 });

export async function downloadLeads(secret: string, format: 'csv' | 'xlsx'): Promise<void> {
  const file = await withSession(secret, (token) =>
    download(`${PAGE}/file`, { format }, undefined, { token }),
  );
  saveFile(`leads.${format}`, file);
}
