import { PRODUCT_NAME } from '@drawbridge/contract/pages';
import { useState } from 'react';
import { useRaffle } from '../../features/raffle/api.ts';
import { RaffleStage } from '../../features/raffle/raffle-stage.tsx';
import { StageLoading } from '../../features/raffle/stage/stage-notices.tsx';
import { useStage } from '../../features/raffle/use-stage.ts';
import { useOwnTickets } from '../../features/tickets/own-tickets.ts';
import { savedTickets } from '../../features/tickets/saved-entry-codes.ts';
import { sentenceOf } from '../../lib/api-client.ts';
import { useHydrated } from '../../lib/first-view.ts';
import { OwnLanguage } from '../../lib/own-text.tsx';
import { organises, useSession } from '../../lib/session.ts';
import { t } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { TicketNotice } from '../../ui/ticket.tsx';

const NONE: never[] = [];

export function RafflePage({ eventId }: { eventId: string }) {
  const { raffle, gone, failure, retry } = useRaffle(eventId);
  // Follows the live stream from the beginning, also while the page is still being read.
  const { user } = useSession();
  const hydrated = useHydrated();
  const mayDraw = organises(user, eventId);
  const [saved] = useState(() => savedTickets(eventId));
  // Other people watch the presenter's page.
  const own = useOwnTickets(eventId, mayDraw || !hydrated ? NONE : saved);
  const control = useStage(eventId, mayDraw, own.follow);

  if (gone) {
    return (
      <main className="stage">
        <title>{`${t('visitor.eventNotFound')} · ${PRODUCT_NAME}`}</title>
        <TicketNotice title={t('visitor.eventNotFound')} text={t('workspace.raffleGone')} />
      </main>
    );
  }
  if (failure) {
    return (
      <main className="stage">
        <title>{`${t('workspace.raffle')} · ${PRODUCT_NAME}`}</title>
        <TicketNotice title={t('workspace.raffleNotLoaded')} text={sentenceOf(failure.error)}>
          <Button onClick={retry}>{t('visitor.tryAgain')}</Button>
        </TicketNotice>
      </main>
    );
  }
  if (!raffle) return <StageLoading />;
  return (
    <OwnLanguage value={raffle.event.language}>
      <RaffleStage eventId={eventId} {...raffle} control={control} tickets={own.tickets} />
    </OwnLanguage>
  );
}
