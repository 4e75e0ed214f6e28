import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import type { Handover, Winner } from '@drawbridge/contract/winners';
import { queryOptions } from '@tanstack/react-query';
import { download, remove } from '../lib/api-client.ts';
import { today } from '../lib/day-formats.ts';
import { postOnce } from '../lib/post-once.ts';
import { saveFile } from '../lib/save-file.ts';
import { t } from '../lib/texts.ts';
import { useToastMutation } from '../lib/use-toast-mutation.ts';
import { publicShapes } from './public-shapes.ts';

const eventUrl = (eventId: string) => `/api/events/${encodeURIComponent(eventId)}`;
const winnersUrl = (eventId: string) => `${eventUrl(eventId)}/winners`;
const resultsUrl = (eventId: string) => `${eventUrl(eventId)}/raffles`;
const handoverUrl = (eventId: string, number: number) =>
  `${eventUrl(eventId)}/draws/${number}/handover`;

/** Several people may hand prizes over, so what is on the screen is read again and again. */
const fresh = { staleTime: 0, refetchInterval: 10_000 };

/** All winners, for administrators. */
export const winnersQuery = (eventId: string) =>
  queryOptions<Winner[]>({ queryKey: [winnersUrl(eventId)], ...fresh });

/** The wins that everybody sees, which tell volunteers who is still waiting. */
export const winsQuery = (eventId: string) =>
  queryOptions<RaffleResult[]>({
    queryKey: [resultsUrl(eventId)],
    meta: { shape: publicShapes.results },
    ...fresh,
  });

export const wonPrizesQuery = (eventId: string) =>
  queryOptions<Prize[]>({
    queryKey: [`/api/prizes?eventId=${encodeURIComponent(eventId)}`],
    meta: { shape: publicShapes.prizes },
  });

const changedBy = (eventId: string) => [winnersUrl(eventId), resultsUrl(eventId)];

/** Hands a prize over by a code; the dialog itself shows what came of it. */
export function useHandOver(eventId: string) {
  return useToastMutation({
    send: (code: string) => postOnce<Handover>(`${eventUrl(eventId)}/handovers`, { code }),
    refetches: changedBy(eventId),
  });
}

export function useTickByHand(eventId: string) {
  return useToastMutation({
    send: ({ number, note }: { number: number; note: string }) =>
      postOnce<Handover>(handoverUrl(eventId, number), { note }),
    failure: t('presenter.notHandedOver'),
    refetches: changedBy(eventId),
  });
}

export function useUndoHandover(eventId: string) {
  return useToastMutation({
    send: (number: number) => remove<Handover>(handoverUrl(eventId, number)),
    success: ({ name }) => ({
      title: t('presenter.undone'),
      description: t('presenter.waitingAgain', { name }),
    }),
    failure: t('presenter.notUndone'),
    refetches: changedBy(eventId),
  });
}

export function useExportWinners(eventId: string) {
  return useToastMutation({
    send: async (format: 'csv' | 'xlsx') => {
      const file = await download(`${winnersUrl(eventId)}/export`, { format });
      saveFile(`winners_${eventId}_${today()}.${format}`, file);
    },
    success: (_answer, format) => ({
      title: t('presenter.exported'),
      description: t('presenter.winnersExported', { format: format.toUpperCase() }),
    }),
    failure: t('presenter.exportFailed'),
  });
}
