import type { DrawVerdict } from '@drawbridge/contract/fair-draw/check/check';
import type { DrawnWinner, DrawRecord } from '@drawbridge/contract/fair-draw/draws';
import { ChevronRight, Trophy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { formatList } from '../../lib/texts/formats.ts';
import { t } from '../../lib/texts/texts.ts';
import { ticketName } from '../../lib/texts/ticket-names.ts';
import { Card } from '../../ui/card.tsx';
import { type CheckedRecords, erasedText, forfeitOf, isShort, prizeOf } from './verification.ts';

/** The winners and their prizes, including forfeits. Shown before the first draw too, so that nothing shifts. */
export function Winners({ checked: { list, verdicts } }: { checked: CheckedRecords }) {
  const draws = list.draws.flatMap((record, index) =>
    record.kind === 'draw'
      ? record.winners.map((winner, at) => ({
          draw: record,
          winner,
          verdict: verdicts[index],
          forfeitReason: forfeitOf(list, record.number, at)?.reason,
        }))
      : [],
  );
  const standing = draws.filter(({ forfeitReason }) => forfeitReason === undefined).length;
  return (
    <Card aria-labelledby="winners" className="p-5 md:p-7">
      <h2 id="winners" className="text-2xl">
        {standing === 0 ? t('verify.noWinner') : t('verify.winners', { count: standing })}
      </h2>
      {draws.some(({ draw }) => isShort(draw)) && (
        <p className="mt-1 text-pretty text-ink-2">{t('verify.shortForm')}</p>
      )}
      <ul className="mt-3 flex flex-col divide-y divide-line">
        {draws.length === 0 && <li className="min-h-12 text-ink-2">{t('verify.firstName')}</li>}
        <WinnerRows winners={draws.slice(0, LISTED_MAX)} />
      </ul>
      {draws.length > LISTED_MAX && (
        <Disclosure label={t('visitor.morePrizes', { count: draws.length - LISTED_MAX })}>
          <ul className="flex flex-col divide-y divide-line">
            <WinnerRows winners={draws.slice(LISTED_MAX)} />
          </ul>
        </Disclosure>
      )}
    </Card>
  );
}

/** The number of winners above which the others are in a list that opens. */
const LISTED_MAX = 8;

function WinnerRows({ winners }: { winners: readonly WinnerProps[] }) {
  return winners.map((drawn, index) => (
    // Keyed by index, because a forged record may give two draws the same number.
    // biome-ignore lint/suspicious/noArrayIndexKey: draws never change their place.
    <li key={index} className="flex items-start gap-3 py-3 first:pt-0 last:pb-0">
      <Winner {...drawn} />
    </li>
  ));
}

interface WinnerProps {
  draw: DrawRecord;
  winner: DrawnWinner;
  verdict: DrawVerdict | undefined;
  forfeitReason: string | undefined;
}

function Winner({ draw, winner: drawn, verdict, forfeitReason }: WinnerProps) {
  const { number } = draw;
  const { winner, erased, tickets } = drawn;
  return (
    <>
      <Trophy
        aria-hidden
        className={`mt-1 size-5 shrink-0 ${forfeitReason === undefined ? 'text-wait' : 'text-ink-2'}`}
      />
      <div className="min-w-0 flex-1 break-words">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span
            className={classNames(
              'min-w-0 font-display font-semibold text-lg',
              forfeitReason !== undefined && 'text-ink-2 line-through',
            )}
          >
            {erased ? t('verify.erased') : <bdi>{winner?.name ?? t('verify.notNamed')}</bdi>}
          </span>
          {verdict?.ok === false && (
            <span className="font-semibold text-danger text-sm">{t('verify.wrong')}</span>
          )}
        </p>
        {forfeitReason !== undefined && (
          <p className="font-semibold">{t('verify.releasedFor', { reason: forfeitReason })}</p>
        )}
        {erased && <p className="text-ink-2">{erasedText(erased)}</p>}
        <p>{namesOf(tickets)}</p>
        {winner?.email && (
          <p className="text-ink-2">
            <bdi dir="ltr">{winner.email}</bdi>
          </p>
        )}
        <p className="text-ink-2 text-sm">
          {t('verify.drawOf', { number: String(number), prize: prizeOf(draw) })}
        </p>
      </div>
    </>
  );
}

const NAMES_SHOWN = 20;

/** The names of a person's tickets, of which there may be thousands. */
export function namesOf(tickets: readonly string[]): string {
  const shown = tickets.slice(0, NAMES_SHOWN).map((ticket) => ticketName(ticket));
  const more = tickets.length - shown.length;
  const names = formatList(shown);
  return more > 0 ? t('verify.moreTickets', { names, more }) : names;
}

interface DisclosureProps {
  /** The title of the section. */
  label: ReactNode;
  startsOpen?: boolean;
  children: ReactNode;
}

/** A collapsible section. Its content is rendered only when it is open. */
export function Disclosure({ label, startsOpen = false, children }: DisclosureProps) {
  const [open, setOpen] = useState(startsOpen);
  return (
    <details
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group text-start"
    >
      <summary className="-ms-2 flex min-h-11 w-fit cursor-pointer list-none items-center gap-1 rounded-s px-2 font-semibold text-accent-ink md:min-h-9 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 transition-transform duration-150 group-open:rotate-90 rtl:not-group-open:-scale-x-100"
        />
        {label}
      </summary>
      {open && <div className="pt-2 pb-3">{children}</div>}
    </details>
  );
}
