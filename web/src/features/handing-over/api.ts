import type { Handover } from '@drawbridge/contract/winners';
import { api, downloadFile, urlOf } from '../../lib/api-client.ts';
import { today } from '../../lib/day-formats.ts';
import { sendOnce } from '../../lib/post-once.ts';
import { publicShapes } from '../../lib/public-shapes.ts';
import { reading } from '../../lib/query-client.ts';
import { saveFile } from '../../lib/save-file.ts';
import { t } from '../../lib/texts.ts';
import { useChange } from '../../lib/use-change.ts';

/** Several people may hand prizes over, so what is on the screen is read again and again. */
const fresh = { staleTime: 0, refetchInterval: 10_000 };

/** All winners, for administrators. */
export const winnersQuery = (eventId: string) => ({
  ...reading('/api/events/:eventId/winners', { params: { eventId } }),
  ...fresh,
});

/** The wins that everybody sees, which tell volunteers who is still waiting. */
export const winsQuery = (eventId: string) => ({
  ...reading('/api/events/:eventId/raffles', { params: { eventId }, shape: publicShapes.results }),
  ...fresh,
});

export const wonPrizesQuery = (eventId: string) =>
  reading('/api/prizes', { query: { eventId }, shape: publicShapes.prizes });

/** What hands a prize over, or takes that back, is seen by organisers and by everybody. */
const changedBy = (eventId: string) => [
  urlOf('/api/events/:eventId/winners', { params: { eventId } }),
  urlOf('/api/events/:eventId/raffles', { params: { eventId } }),
];

/** Hands a prize over by a code; the dialog itself shows what came of it. */
export function useHandOver(eventId: string) {
  return useChange({
    send: (code: string) =>
      sendOnce('/api/events/:eventId/handovers', { params: { eventId }, body: { code } }),
    changes: changedBy(eventId),
  });
}

/** One of a draw's winners. */
export interface Win {
  number: number;
  place: number;
}

export const isSameWin = (one: Win) => (other: Win | undefined) =>
  one.number === other?.number && one.place === other.place;

export function useTickByHand(
  eventId: string,
  { number, place }: Win,
  onDone: (done: Handover) => void = () => {},
) {
  return useChange({
    send: ({ note }: { note: string }) =>
      sendOnce('/api/events/:eventId/draws/:number/handover', {
        params: { eventId, number },
        body: { place, note },
      }),
    show: onDone,
    failure: t('presenter.notHandedOver'),
    changes: changedBy(eventId),
  });
}

export function useUndoHandover(eventId: string) {
  return useChange({
    send: ({ number, place }: Win) =>
      api.delete('/api/events/:eventId/draws/:number/handover', {
        params: { eventId, number },
        query: { place },
      }),
    success: ({ name }) => ({
      title: t('presenter.undone'),
      description: t('presenter.waitingAgain', { name }),
    }),
    failure: t('presenter.notUndone'),
    changes: changedBy(eventId),
  });
}

export function useExportWinners(eventId: string) {
  return useChange({
    send: async (format: 'csv' | 'xlsx') => {
      const file = await downloadFile('/api/events/:eventId/winners/export', {
        params: { eventId },
        body: { format },
      });
      saveFile(`winners_${eventId}_${today()}.${format}`, file);
    },
    success: (_answer, format) => ({
      title: t('presenter.exported'),
      description: t('presenter.winnersExported', { format: format.toUpperCase() }),
    }),
    failure: t('presenter.exportFailed'),
  });
}

/** What became of the mail to an event's winners, which servers send within seconds. */
export const winnerMailsQuery = (eventId: string, enabled: boolean) => ({
  ...reading('/api/events/:eventId/winners/mail', { params: { eventId } }),
  enabled,
  staleTime: 0,
  refetchInterval: 3000,
});

export function useMailWinner(eventId: string) {
  return useChange({
    send: ({ number, place, email }: Win & { email: string }) =>
      sendOnce('/api/events/:eventId/draws/:number/mail', {
        params: { eventId, number },
        body: { place, email },
      }),
    success: ({ to }) => ({ title: t('presenter.mailQueued'), description: to }),
    failure: t('presenter.mailNotSent'),
    changes: [urlOf('/api/events/:eventId/winners/mail', { params: { eventId } })],
  });
}
