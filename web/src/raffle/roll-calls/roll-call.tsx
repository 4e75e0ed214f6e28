// Loaded when a roll call is open.
import { leadFormPath } from '@drawbridge/contract/core/pages';
import { Check } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { momentOfRollCall } from '../../lib/device/seen-roll-calls.ts';
import { formatList, formatTime } from '../../lib/texts/formats.ts';
import { t } from '../../lib/texts/texts.ts';
import { ticketName } from '../../lib/texts/ticket-names.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import type { OwnTicket } from '../tickets/saved-entry-codes.ts';
import { useRollCall } from './use-roll-call.ts';

interface RollCallProps {
  eventId: string;
  /** The number of the open roll call; undefined if there is none. */
  open: number | undefined;
  tickets: readonly OwnTicket[];
  mayEnter: boolean;
  /** Called when a ticket has answered. */
  onAnswered: () => void;
}

/** The sheet at the lower edge with which people in the hall say that they are here. */
export function RollCall({ eventId, open, tickets, mayEnter, onAnswered }: RollCallProps) {
  const { state, digits, setDigits, send } = useRollCall(eventId, open, tickets, onAnswered);
  const title = useId();
  if (state.kind === 'none') return null;

  const time = formatTime(momentOfRollCall(state.rollCall));
  const names = formatList(tickets.map(({ ticket }) => ticketName(ticket)));
  if (state.kind === 'here') {
    return (
      <Sheet>
        <p role="status" className="flex items-center gap-2 font-semibold text-ok">
          <Check aria-hidden className="size-5 shrink-0" strokeWidth={3} />
          {t('watched.youAreHere', { time })}
        </p>
      </Sheet>
    );
  }
  if (state.kind === 'late' || state.kind === 'unknown') {
    return (
      <Sheet>
        <p role="status">
          {t(state.kind === 'late' ? 'watched.hereTooLate' : 'watched.hereUnknown')}
        </p>
      </Sheet>
    );
  }
  if (tickets.length === 0) {
    return (
      <Sheet labelledBy={title}>
        <h2 id={title} className="text-xl">
          {t('watched.noTicketHere')}
        </h2>
        <p className="mt-1 text-pretty text-ink-2">{t('watched.noTicketHereHelp')}</p>
        {mayEnter && (
          // A plain link, because this page was loaded without the questions of the form.
          <a
            href={leadFormPath(eventId)}
            className={classNames(buttonClasses('primary', 'large'), 'mt-3 w-full')}
          >
            {t('workspace.enterRaffle')}
          </a>
        )}
      </Sheet>
    );
  }

  const { problem, sending, unanswered } = state;
  function submit(submitted: FormEvent) {
    submitted.preventDefault();
    send();
  }
  return (
    <Sheet labelledBy={title}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        <div>
          <h2 id={title} className="text-xl">
            {t('watched.areYouHere')}
          </h2>
          <p className="font-display font-semibold text-ink-2">{names}</p>
        </div>
        <DigitBoxes digits={digits} onChange={setDigits} isWrong={Boolean(problem)} />
        <p role="alert" className="text-pretty text-danger empty:hidden">
          {problem}
        </p>
        <p role="status" className="text-pretty text-wait empty:hidden">
          {unanswered && t('watched.hereNotSent')}
        </p>
        <Button
          type="submit"
          variant="primary"
          pending={sending}
          aria-disabled={digits.length < DIGITS}
          className="h-16 w-full text-xl"
        >
          {t('watched.imHere')}
        </Button>
      </form>
    </Sheet>
  );
}

const DIGITS = 4;

interface DigitBoxesProps {
  digits: string;
  onChange: (digits: string) => void;
  isWrong: boolean;
}

/** One field that looks like four boxes, so that pasting and screen readers work as in any other. */
function DigitBoxes({ digits, onChange, isWrong }: DigitBoxesProps) {
  return (
    <div dir="ltr" className="relative">
      <input
        aria-label={t('watched.fourDigits')}
        inputMode="numeric"
        pattern="[0-9]*"
        autoComplete="off"
        maxLength={DIGITS}
        value={digits}
        aria-invalid={isWrong || undefined}
        onChange={({ target }) => onChange(target.value.replace(/\D/g, '').slice(0, DIGITS))}
        className="peer absolute inset-0 z-1 cursor-text text-lg opacity-0"
      />
      <div
        aria-hidden
        className="grid grid-cols-4 gap-2 rounded-m peer-focus-visible:outline-2 peer-focus-visible:outline-focus peer-focus-visible:outline-offset-2"
      >
        {Array.from({ length: DIGITS }, (_, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the boxes have no other identity.
            key={index}
            className={classNames(
              'flex h-14 items-center justify-center rounded-m border bg-sunk font-bold font-display text-3xl tabular-nums',
              isWrong ? 'border-danger' : digits.length === index ? 'border-accent' : 'border-edge',
            )}
          >
            {digits[index]}
          </span>
        ))}
      </div>
    </div>
  );
}

/** A sheet that stays at the lower edge of the screen, where a thumb reaches it. */
function Sheet({ labelledBy, children }: { labelledBy?: string; children: ReactNode }) {
  const [height, setHeight] = useState(0);
  const [sheet, setSheet] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!sheet) return;
    const observer = new ResizeObserver(() => setHeight(sheet.offsetHeight));
    observer.observe(sheet);
    return () => observer.disconnect();
  }, [sheet]);

  return (
    <>
      {/* The end of the page stays reachable above the sheet. */}
      <div aria-hidden className="shrink-0" style={{ height }} />
      <section
        ref={setSheet}
        {...(labelledBy && { 'aria-labelledby': labelledBy })}
        className="fixed inset-x-0 bottom-0 z-20 mx-auto max-h-dvh max-w-115 animate-rise overflow-y-auto rounded-t-l border border-b-0 bg-card px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] text-ink shadow-float"
      >
        {children}
      </section>
    </>
  );
}
