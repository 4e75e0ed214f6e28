import { rafflePath } from '@drawbridge/contract/core/pages';
import { useQuery } from '@tanstack/react-query';
import { UserCheck } from 'lucide-react';
import { useState } from 'react';
import { usePublicOrigin } from '../../events/sharing/public-origin.ts';
import { api } from '../../lib/api/api-client.ts';
import { apiQuery } from '../../lib/queries/query-client.ts';
import { sendOnce } from '../../lib/queries/send-once.ts';
import { useToastMutation } from '../../lib/queries/use-toast-mutation.ts';
import { formatCount } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import { t } from '../../lib/texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { QrLink } from '../../ui/qr-codes/qr-link.tsx';
import { describeObstacle, eligibleUrl, peopleInDraw } from '../api.ts';
import { useStage } from '../stage-context.tsx';
import { Choice } from './show-settings.tsx';

/** The people who take part in the next draw: everybody, or those who have answered the latest roll call. */
export function useTakingPart() {
  const { people, stage } = useStage();
  const here = people?.here ?? undefined;
  const onlyHere = stage.onlyHere && here !== undefined;
  const counted = onlyHere ? here : people;
  return {
    ...{ here, onlyHere },
    count: counted?.people,
    /** The chances of these people; undefined where everybody has one. */
    chances: counted && people && people.mostChances > 1 ? counted.chances : undefined,
    obstacle:
      onlyHere && here.people === 0
        ? t('presenter.nobodyHere')
        : people && describeObstacle(people),
  };
}

/** The draw that warnings are about. */
export function usePlannedDraw() {
  const { event, people } = useStage();
  return { drawAt: event.drawAt, people, onlyHere: useTakingPart().onlyHere };
}

/** '412 people in the draw · 1,204 chances, the most 10' */
export function TakingPart() {
  const { people } = useStage();
  const { count, chances, onlyHere } = useTakingPart();
  if (count === undefined) return null;
  return [
    onlyHere ? t('presenter.peopleHere', { number: formatCount(count) }) : peopleInDraw(count),
    chances !== undefined &&
      t('presenter.chancesInDraw', {
        total: formatCount(chances),
        most: formatCount(people?.mostChances ?? 1),
      }),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Limits the next draw to the people who have answered the latest roll call; nothing before the first. */
export function WhoTakesPart() {
  const { people, show } = useStage();
  const { here, onlyHere } = useTakingPart();
  if (!people || !here) return null;
  const named = (key: 'presenter.here' | 'presenter.everybody', count: number) =>
    t(key, { number: formatCount(count) });
  return (
    <Choice
      label={t('presenter.whoTakesPart')}
      options={[
        [true, named('presenter.here', here.people)],
        [false, named('presenter.everybody', people.people)],
      ]}
      value={onlyHere}
      onChoose={(chosen) => show({ onlyHere: chosen })}
    />
  );
}

const path = '/api/events/:eventId/roll-calls';

/** The open roll call with its digits, for the presenter, and on request the code that answers it. */
export function OpenRollCall({ withCode = false }: { withCode?: boolean }) {
  const { eventId, people } = useStage();
  const here = people?.here;
  const origin = usePublicOrigin();
  const { queryKey, ...rest } = apiQuery(`${path}/current`, { params: { eventId } });
  const { data } = useQuery({
    ...rest,
    // Each roll call has digits of its own.
    queryKey: [queryKey[0], here?.rollCall],
    enabled: here?.open === true,
  });
  const close = useToastMutation({
    send: () => api.delete(`${path}/current`, { params: { eventId } }),
    failure: t('presenter.rollCallNotClosed'),
    refetches: [eligibleUrl(eventId)],
  });
  if (!people || !here?.open) return null;
  const digits = data?.current && 'digits' in data.current ? data.current.digits : '';

  return (
    <section
      aria-label={t('presenter.rollCall')}
      className="flex flex-wrap items-center gap-4 rounded-l bg-card px-4 py-3"
    >
      {withCode && digits && origin && (
        <QrLink
          path={`${rafflePath(eventId)}#here=${digits}`}
          origin={origin}
          label={say('QR code that answers the roll call')}
          className="size-40 rounded-s"
        />
      )}
      <p
        dir="ltr"
        className="min-w-[4ch] font-bold font-display text-4xl tabular-nums tracking-[0.12em]"
      >
        {digits}
      </p>
      <p role="status" className="min-w-0 flex-1 text-ink-2 text-sm tabular-nums">
        {t('presenter.areHere', {
          number: formatCount(here.people),
          total: formatCount(people.people),
        })}
      </p>
      <Button size="small" pending={close.isPending} onClick={() => close.mutate(undefined)}>
        {t('presenter.closeRollCall')}
      </Button>
    </section>
  );
}

/** Opens a roll call and limits the next draw to it. Another one makes everybody answer again, so it asks first. */
export function RollCallButton({ size }: { size?: 'small' | undefined }) {
  const { eventId, people, show } = useStage();
  const [asking, setAsking] = useState(false);
  const open = useToastMutation({
    send: () => sendOnce(path, { params: { eventId }, body: {} }),
    failure: t('presenter.rollCallNotOpened'),
    refetches: [eligibleUrl(eventId)],
  });
  const begin = () => {
    setAsking(false);
    open.mutate(undefined, { onSuccess: () => show({ onlyHere: true }) });
  };
  return (
    <>
      <Button
        icon={UserCheck}
        {...(size && { size })}
        pending={open.isPending}
        onClick={() => (people?.here?.people ? setAsking(true) : begin())}
      >
        {t('presenter.rollCall')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('presenter.anotherRollCall')}
          description={t('presenter.answerAgain', {
            number: formatCount(people?.here?.people ?? 0),
          })}
          confirmLabel={t('presenter.rollCall')}
          onConfirm={begin}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
