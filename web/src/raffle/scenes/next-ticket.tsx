import type { Prize } from '@drawbridge/contract/raffle/prizes';
import { type ReactNode, useId } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { t } from '../../lib/texts/texts.ts';
import { ticketName } from '../../lib/texts/ticket-names.ts';
import { Picture } from '../../ui/frame/brand.tsx';
import { Mark } from '../../ui/frame/wordmark.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { useStage } from '../stage-context.tsx';
import { PrizeDescription } from '../tickets/prize-description.tsx';
import { DrawnOf } from './board.tsx';
import { PrizeName } from './prize-name.tsx';
import { useFit } from './use-fit.ts';

/** The wall shows a description only where it leaves the name at least this large, in em. */
const BESIDE_DESCRIPTION = 2.6;
const NAME_SIZES = [5.5, 5, 4.5, 4, 3.5, 3, 2.6, 2.25, 1.9, 1.6, 1.35, 1.15, 1];

interface NextTicketProps {
  /** Makes the ticket fill its space, readable from afar. */
  wall?: boolean;
  /** Another prize, shown in turn before the draws. */
  shown?: Prize | undefined;
  /** The actions, given the id of the prize's name. */
  children?: (nameId: string) => ReactNode;
}

export function NextTicket({ wall = false, shown, children }: NextTicketProps) {
  const { scene, prizes } = useStage();
  const nameId = useId();
  const Heading = wall ? 'h2' : 'h3';
  const { next: first, forfeit } = scene.kind === 'idle' ? scene : {};
  const next = shown ?? first;
  const passed = wall && forfeit && forfeit.prizeId === (next?.id ?? null) ? forfeit : undefined;
  const texts = useFit<HTMLDivElement>(
    NAME_SIZES,
    JSON.stringify([
      ...[next?.name, next?.value, next?.description, next?.quantity, next?.picture, passed],
    ]),
    next?.description ? BESIDE_DESCRIPTION : 1,
  );

  return (
    <section
      aria-labelledby={nameId}
      className={classNames(
        'light ticket-stub @container flex min-h-0 min-w-0 flex-1 rounded-l bg-paper text-ink',
        wall ? '[--notch:0.6rem] [--stub:5.5rem]' : 'lg:[--notch:0.875rem] lg:[--stub:8rem]',
      )}
    >
      <div className="flex w-(--stub) shrink-0 flex-col items-center justify-center text-center text-ink-2">
        {next ? (
          <RichText
            text={t('workspace.prizeOf', {
              number: prizes.indexOf(next) + 1,
              total: prizes.length,
            })}
            tags={{
              number: (part) => (
                <span className="font-bold font-display text-[length:min(3.25rem,8cqw)] text-accent-ink tabular-nums leading-none">
                  {part}
                </span>
              ),
              total: (part) => <span className={wall ? '' : 'mt-1 text-sm'}>{part}</span>,
            }}
          />
        ) : (
          <Mark className="size-11 text-accent" />
        )}
      </div>
      <div className="flex min-h-0 min-w-0 flex-1 upright:flex-col">
        <div
          className={classNames(
            'flex min-h-0 min-w-0 flex-1 flex-col border-edge border-s-2 border-dashed',
            wall
              ? 'gap-[0.3rem] px-[1.2rem] py-[0.55rem]'
              : 'gap-y-3 px-5 py-4 lg:gap-y-5 lg:px-8 lg:py-7',
          )}
        >
          {next?.picture && !wall && (
            <Picture
              first
              src={next.picture}
              className="-mx-5 -mt-4 h-36 w-[calc(100%+2.5rem)] max-w-none shrink-0 rounded-se-l object-cover @min-[36rem]:hidden"
            />
          )}
          <p
            className={classNames(
              'shrink-0 font-semibold text-accent-ink uppercase tracking-widest rtl:tracking-normal',
              !wall && 'text-sm',
            )}
          >
            {next !== first
              ? t('stage.toBeWon')
              : t(next ? 'workspace.nextPrize' : 'stage.nextDraw')}
          </p>
          <div
            ref={wall ? texts : undefined}
            className="group flex min-h-0 flex-1 flex-col justify-center-safe gap-1 overflow-hidden"
          >
            <Heading
              id={nameId}
              data-part="name"
              className={classNames(
                'shrink-0 text-pretty pb-[0.06em] font-bold text-[length:var(--fit,min(3.5rem,8.5cqw))] leading-[1.1] group-data-[full=cut]:line-clamp-2 group-data-[full=cut]:wrap-anywhere',
                !wall && 'break-words',
                !wall && next?.picture && '@min-[36rem]:text-[length:min(3.5rem,5cqw)]',
              )}
            >
              {next ? <PrizeName of={next} /> : <bdi>{t('stage.oneWinner')}</bdi>}
            </Heading>
            {/* A forfeited winner takes this space. */}
            {next && !passed && (
              <DrawnOf
                prize={next}
                className={classNames('shrink-0 text-ink-2', wall ? 'text-[1.2rem]' : 'text-lg')}
              />
            )}
            {next?.value && !passed && (
              <p
                className={classNames(
                  'min-w-0 shrink-0 break-words text-ink-2',
                  wall
                    ? 'font-display font-semibold text-[1.2rem] group-data-full:line-clamp-1'
                    : 'text-lg',
                )}
              >
                <bdi>{next.value}</bdi>
              </p>
            )}
            {next && !passed && (
              <PrizeDescription
                of={next}
                className={wall ? 'shrink-0 leading-[1.25] group-data-full:hidden' : ''}
              />
            )}
            {passed && (
              <p
                key={passed.forfeits}
                className="flex shrink-0 flex-wrap gap-x-[0.4rem] border-edge border-t-2 border-dashed pt-[0.2rem] text-ink-2 group-data-full:flex-nowrap group-data-full:whitespace-nowrap"
              >
                <s className="stage-strike min-w-0 truncate font-semibold text-ink no-underline">
                  {ticketName(passed.ticket)}
                </s>
                <bdi className="min-w-0 group-data-full:truncate">{passed.reason}</bdi>
              </p>
            )}
          </div>
          {children?.(nameId)}
        </div>
        {next?.picture && (
          // Shown only where the name has enough room beside it.
          <div
            className={classNames(
              'relative hidden shrink-0',
              wall
                ? 'w-[32%] upright:block upright:h-[45%] upright:w-full @min-[24rem]:block'
                : 'w-[28%] @min-[36rem]:block',
            )}
          >
            <Picture
              src={next.picture}
              className="absolute size-full rounded-e-l object-cover upright:rounded-se-none upright:rounded-ss-none upright:rounded-ee-l"
            />
          </div>
        )}
      </div>
    </section>
  );
}
