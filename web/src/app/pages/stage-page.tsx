import { isGone, useRaffle } from '../../features/raffle/api.ts';
import { useStage } from '../../features/raffle/use-stage.ts';
import { Wall, WallNotice } from '../../features/raffle/wall/wall.tsx';
import { OwnLanguage } from '../../lib/own-text.tsx';
import { t } from '../../lib/texts.ts';

/** Nobody is there to press a button, so a failed read is repeated by itself. */
const READ_AGAIN_MS = 5000;
const healing = {
  refetchInterval: ({ state }: { state: { error: unknown } }) =>
    state.error && !isGone(state.error) ? READ_AGAIN_MS : (false as const),
};

/** The raffle for a projector. It follows the presenter, and there is nothing to operate. */
export function StagePage({ eventId }: { eventId: string }) {
  const { raffle, gone } = useRaffle(eventId, healing);
  // Nobody draws here, whoever is signed in.
  const control = useStage(eventId, false);

  if (gone) {
    return <WallNotice title={t('visitor.eventNotFound')} text={t('workspace.raffleGone')} />;
  }
  if (!raffle) return <WallNotice title={t('workspace.loadingRaffle')} />;
  return (
    <OwnLanguage value={raffle.event.language}>
      <Wall eventId={eventId} {...raffle} control={control} />
    </OwnLanguage>
  );
}
