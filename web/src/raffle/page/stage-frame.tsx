import { leadFormPath } from '@drawbridge/contract/core/pages';
import { Ticket } from 'lucide-react';
import { Suspense } from 'react';
import { SponsorLogos } from '../../events/sponsors/sponsor-logos.tsx';
import { classNames } from '../../lib/class-names.ts';
import { lazyPart, optionalPart } from '../../lib/lazy-part.tsx';
import { formatDay } from '../../lib/texts/day-formats.ts';
import { EventText } from '../../lib/texts/event-text.tsx';
import { t } from '../../lib/texts/texts.ts';
import { BrandLogo, isBranded, MadeWith } from '../../ui/frame/brand.tsx';
import { LanguageSwitch } from '../../ui/frame/language-switch.tsx';
import { Mark } from '../../ui/frame/wordmark.tsx';
import { useStage } from '../stage-context.tsx';
import { DrawTime } from '../tickets/draw-time.tsx';

const lastRecord = () => import('../scenes/last-record.tsx');
const LastRecord = optionalPart(lastRecord, 'LastRecord', 'watched');
const PresenterTools = lazyPart(() => import('../presenter/presenter-tools.tsx'), 'PresenterTools');

/** `small` makes the event's name less prominent during a draw. */
export function StageHeader({ small }: { small: boolean }) {
  const { event, results, mayDraw } = useStage();
  const dateAndLocation = `${formatDay(event.date)} · ${event.location}`;

  return (
    <header className="flex shrink-0 flex-wrap items-start gap-x-6 gap-y-3">
      {event.logo && !small && <BrandLogo src={event.logo} className="-me-2 size-14 md:size-18" />}
      <div
        className={classNames(
          'min-w-0 flex-1',
          small && 'flex flex-wrap items-baseline gap-x-4 text-sm',
        )}
      >
        <h1
          title={event.name}
          className={classNames(
            'break-words',
            small ? 'line-clamp-2 font-semibold font-text text-sm' : 'text-3xl md:text-4xl',
          )}
        >
          <EventText of={event} />
        </h1>
        <p
          title={dateAndLocation}
          className={classNames(
            'min-w-0 break-words text-ink-2',
            small ? 'line-clamp-1' : 'mt-1 text-lg',
          )}
        >
          {dateAndLocation}
        </p>
        {!small && results.length === 0 && <DrawTime event={event} className="mt-1 text-lg" />}
      </div>
      {!isBranded(event) && (
        <Mark className={classNames('text-accent max-md:hidden', small ? 'size-6' : 'size-11')} />
      )}
      {mayDraw && !small && (
        <div className="min-w-0 basis-full">
          <Suspense>
            <PresenterTools />
          </Suspense>
        </div>
      )}
    </header>
  );
}

export function StageFooter() {
  const { event, sponsors, scene, draws } = useStage();
  // The sponsors are shown above after the last prize.
  const isFinale = scene.kind === 'finale';

  return (
    <footer className="flex shrink-0 flex-wrap items-center justify-between gap-x-10 gap-y-5">
      <div className="min-w-0 flex-1 basis-88">
        <p className="max-w-xl text-ink-2 text-sm">{t('workspace.randomWinners')}</p>
        {/* The space is reserved, so that nothing moves when the first draw is held. */}
        <p className="mt-1 min-h-lh max-w-xl text-ink-2 text-sm">
          {draws && draws.nextNumber > 1 && (
            <Suspense>
              <LastRecord people />
            </Suspense>
          )}
        </p>
      </div>
      {sponsors.length > 0 && !isFinale && <SponsorLogos sponsors={sponsors} />}
      <LanguageSwitch offered={event.languages} className="mx-0" />
      {isBranded(event) && (
        <div className="-mt-5 basis-full">
          <MadeWith />
        </div>
      )}
    </footer>
  );
}

/** An invitation to the form, for visitors who found this page first. */
export function Invitation({ id }: { id: string }) {
  return (
    <p className="mt-6 flex flex-wrap items-center gap-x-3 rounded-m border bg-card px-4 py-1 text-sm md:py-3">
      <Ticket aria-hidden className="size-5 shrink-0 text-accent" />
      <span className="min-w-40 flex-1">{t('workspace.notInDraw')}</span>
      {/* A plain link, because this page was loaded without the questions of the form. */}
      <a
        href={leadFormPath(id)}
        className="inline-flex min-h-11 items-center font-semibold text-accent-ink underline md:min-h-0"
      >
        {t('workspace.enterRaffle')}
      </a>
    </p>
  );
}
