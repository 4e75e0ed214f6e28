import type { Prize } from '@drawbridge/contract/raffle/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle/raffle';
import { classNames } from '../../lib/class-names.ts';
import { t } from '../../lib/texts/texts.ts';
import { ticketName } from '../../lib/texts/ticket-names.ts';
import { Picture } from '../../ui/frame/brand.tsx';
import { PrizeName } from './prize-name.tsx';
import { useFit } from './use-fit.ts';
import { EmailText } from './winner-texts.tsx';

const NAME_SIZES = [6, 5.25, 4.5, 4, 3.5, 3, 2.5, 2.1, 1.8, 1.5, 1.25, 1];
const PRIZE_SIZES = [1.8, 1.5, 1.25, 1];
/** The smallest font size of the name before everything else shrinks. */
const LEGIBLE = 2.1;
/** The smallest font size of the name beside the prize's picture, which gives way to a longer name. */
const BESIDE_PICTURE = 3;

interface WinnerFaceProps {
  result: RaffleResult;
  prize: Prize | undefined;
  /** Shows the phrase and the handover of the prize, but no address, for the wall. */
  wall: boolean;
}

const clamped = 'line-clamp-2 w-full shrink-0 wrap-anywhere';

/** The winning ticket alone, before the name follows. */
export function TicketFace({ ticket }: { ticket: string }) {
  return (
    <div className="light flex min-h-0 flex-1 items-center justify-center rounded-l bg-paper px-[1em] text-ink [container-type:inline-size]">
      <p className="font-bold font-display text-[min(6em,11.5cqi)] text-accent-ink tabular-nums leading-[1.1]">
        {ticketName(ticket)}
      </p>
    </div>
  );
}

/** The prize's picture in the right third of a ticket. It is hidden where the name needs the whole width. */
export function TicketPicture({ src }: { src: string }) {
  return (
    <div className="relative w-[32%] shrink-0 upright:h-[40%] upright:w-full group-has-[[data-texts][data-full]]:hidden">
      <Picture src={src} className="absolute size-full object-cover" />
    </div>
  );
}

export function WinnerFace({ result, prize, wall }: WinnerFaceProps) {
  const { winner, ticket, phrase, handedOverAt } = result;
  const content = JSON.stringify([winner, wall && phrase, prize?.name, prize?.value]);
  const picture = wall ? prize?.picture : null;
  const texts = useFit<HTMLDivElement>(NAME_SIZES, content, picture ? BESIDE_PICTURE : LEGIBLE);
  const lower = useFit<HTMLDivElement>(PRIZE_SIZES, content, 1);
  const small = 'shrink-0 group-has-[[data-texts][data-full]]:text-[1.2em]';

  return (
    <div className="light group flex min-h-0 flex-1 flex-col text-ink">
      <div
        className={classNames(
          'flex min-h-0 flex-1 overflow-hidden bg-paper upright:flex-col-reverse',
          prize ? 'ticket-upper rounded-t-l' : 'rounded-l',
        )}
      >
        <div className="flex min-h-0 min-w-0 flex-1 flex-col px-[1.2em] pt-[1em] pb-[0.6em]">
          <div className="grid h-[2.4em] shrink-0 grid-cols-[1fr_auto_1fr] items-center">
            <h2 className="col-start-2 me-[-0.3em] font-bold text-[1.5em] text-accent-ink tracking-[0.3em] rtl:me-0 rtl:tracking-normal">
              {t('workspace.winner')}
            </h2>
            {/* The mark is beside the heading, so that it never covers the name. */}
            {wall && handedOverAt && (
              <p className="stage-stamp col-start-3 justify-self-end whitespace-nowrap rounded-m border-[0.14em] border-current px-[0.4em] py-[0.15em] font-bold text-ok uppercase">
                {t('visitor.handedOver')}
              </p>
            )}
          </div>
          <div
            ref={texts}
            data-texts
            className="flex min-h-0 flex-1 flex-col items-center justify-center-safe overflow-hidden data-[full=cut]:wrap-anywhere"
          >
            <p
              data-part="name"
              className="max-w-full shrink-0 text-balance pb-[0.08em] font-bold font-display text-[length:var(--fit,3.5em)] leading-[1.05] tracking-tight rtl:leading-snug"
            >
              <bdi>{winner.name}</bdi>
            </p>
            <p
              className={classNames(
                small,
                'mt-[0.2em] font-display font-semibold text-[1.8em] text-accent-ink tabular-nums',
              )}
            >
              {ticketName(ticket)}
            </p>
            {!wall && winner.email && (
              <p
                className={classNames(
                  small,
                  'mt-[0.2em] max-w-full text-balance break-words text-[1.2em] text-ink-2',
                )}
              >
                <EmailText email={winner.email} />
              </p>
            )}
            {wall && phrase && (
              <p
                data-part="phrase"
                className={classNames(
                  small,
                  clamped,
                  'mt-[0.2em] text-balance text-[1.6em] text-ink-2 group-has-[[data-texts][data-full]]:line-clamp-1',
                )}
              >
                {t('workspace.quoted', { phrase })}
              </p>
            )}
          </div>
        </div>
        {picture && <TicketPicture src={picture} />}
      </div>
      {prize && (
        <div className="ticket-lower shrink-0 rounded-b-l bg-paper px-[1.6em] py-[0.6em]">
          {/* Letters of some scripts reach beyond their line, which must not shrink them. */}
          <div
            ref={lower}
            className="max-h-[5.2em] overflow-hidden py-[0.4em] data-[full=cut]:wrap-anywhere"
          >
            <p
              data-part="prize"
              className="text-balance font-display font-semibold text-[length:var(--fit,1.5em)] leading-[1.2] group-has-[[data-texts][data-full]]:text-[length:min(1.2em,var(--fit,1.5em))]"
            >
              <PrizeName of={prize} />{' '}
              {prize.value && (
                <bdi data-part="value" className="inline-block font-medium text-ink-2">
                  {prize.value}
                </bdi>
              )}
            </p>
          </div>
        </div>
      )}
    </div>
  );
}
