import { readCodeFragment } from '@drawbridge/contract/core/pages';
import { type RosterMatch, sharedEntries } from '@drawbridge/contract/fair-draw/check/find-entrant';
import type { DrawList } from '@drawbridge/contract/fair-draw/draws';
import { Check, Minus, ScanQrCode, Trophy } from 'lucide-react';
import { type Ref, useEffect, useRef, useState } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../lib/texts/texts.ts';
import { ticketName } from '../../../lib/texts/ticket-names.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EntryCodeText } from '../../../ui/code-text.tsx';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { Field, Textarea } from '../../../ui/fields/field.tsx';
import { hasRoster, prizeOf } from '../verification.ts';
import { Disclosure } from '../winners.tsx';
import type { Answer } from '../worker/findings.ts';
import { answerSentence, matchText } from './answer-text.ts';
import { type OwnCode, readCodes, type TypedCodes } from './read-codes.ts';

const ScanDialog = lazyDialog(
  () => import('../../../ui/qr-codes/code-scanner.tsx'),
  'ScanDialog',
  'workspace',
);

interface YourAnswerProps {
  codes: readonly OwnCode[];
  /** The records; undefined while they are loading. */
  list: DrawList | undefined;
  answers: readonly Answer[];
  onCodes: (codes: string[]) => void;
}

/** The answer for the visitor's own entry codes, at the top of the page. */
export function YourAnswer({ codes, list, answers, onCodes }: YourAnswerProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const typed = useRef(false);

  function take(given: string[]) {
    typed.current = true;
    onCodes(given);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the codes change.
  useEffect(() => {
    // The focus has to move, because the form was removed.
    if (typed.current) heading.current?.focus();
    typed.current = false;
  }, [codes]);

  return (
    <header className="flex flex-col gap-4 pt-4 md:pt-8">
      {codes.length === 0 && (
        <>
          <h1 className="text-3xl md:text-4xl">{t('verify.wereYouIn')}</h1>
          <CodeForm onCodes={take} />
        </>
      )}
      {codes.length > 1 && (
        <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none md:text-4xl">
          {t('verify.yourCodes', { count: codes.length })}
        </h1>
      )}
      {codes.map((own) => (
        <AnswerForCode
          key={own.code}
          own={own}
          heading={codes.length === 1 ? heading : undefined}
          list={list}
          answer={answers.find(({ code }) => code === own.code)}
        />
      ))}
      {/* Rendered only with the list: the matches above it would push it down. */}
      {codes.length > 0 && list && (
        <Disclosure key={codes.length} label={t('verify.lookUpAnother')}>
          <CodeForm onCodes={take} />
        </Disclosure>
      )}
    </header>
  );
}

interface OneAnswerProps {
  own: OwnCode;
  /** The ref for a single code, whose sentence is the page's heading. */
  heading: Ref<HTMLHeadingElement> | undefined;
  list: DrawList | undefined;
  answer: Answer | undefined;
}

function AnswerForCode({ own, heading, list, answer }: OneAnswerProps) {
  const { code, name, nextNumber = 0 } = own;
  // The ticket was promised a record number higher than the current one: records must have been removed.
  const entered = list && nextNumber > list.nextNumber ? { nextNumber: 0 } : own;
  const sentence = list && answerSentence(list, answer?.matches, entered);
  const shared = answer && sharedEntries(answer.matches);
  const Heading = heading ? 'h1' : 'h2';
  return (
    <Card aria-label={t('verify.entryCodeOf', { code })} className="flex flex-col gap-2 p-5 md:p-7">
      <Heading
        ref={heading}
        tabIndex={-1}
        className={classNames(
          'break-words outline-none',
          // Reserves space for a second line, which a long prize name may need.
          heading ? 'min-h-18 text-3xl md:min-h-11 md:text-4xl' : 'min-h-8 text-2xl',
          !sentence && 'text-ink-2',
        )}
      >
        {sentence ?? t('verify.lookingForYou')}
      </Heading>
      {shared && <p className="text-pretty">{t('verify.sharedLine', { count: shared })}</p>}
      <p className="text-ink-2 text-sm">
        {name && (
          <>
            <bdi>{name}</bdi> ·{' '}
          </>
        )}
        {answer && `${ticketName(answer.ticket)} · `}
        <EntryCodeText code={code} />
      </p>
      {/* Announces the answer to screen readers. */}
      <p role="status" className="sr-only">
        {sentence}
      </p>
      {list && <MatchList list={list} matches={answer?.matches ?? []} entered={entered} />}
    </Card>
  );
}

/** A form for typed or pasted entry codes. They stay in this browser. */
function CodeForm({ onCodes }: { onCodes: (codes: string[]) => void }) {
  // The field is uncontrolled, because people type before the scripts arrive.
  const field = useRef<HTMLTextAreaElement>(null);
  const [problem, setProblem] = useState<TypedCodes>();
  const [scanning, setScanning] = useState(false);

  /** The QR code of a ticket contains the link to it. */
  function scan(text: string): boolean {
    const { codes } = readCodes(readCodeFragment(/#.*/s.exec(text)?.[0] ?? '').code);
    if (codes.length === 0) return false;
    setScanning(false);
    onCodes(codes);
    return true;
  }

  function look() {
    const input = field.current;
    if (!input) return;
    const typed = readCodes(input.value);
    const fine = typed.wrong.length === 0 && typed.codes.length > 0;
    setProblem(fine ? undefined : typed);
    if (!fine) return;
    input.value = '';
    onCodes(typed.codes);
  }

  return (
    <div className="flex w-full flex-col gap-3 text-start">
      <Field
        label={t('verify.entryCode')}
        error={problem && problemWith(problem)}
        hint={t('verify.entryCodeHint')}
      >
        <Textarea
          ref={field}
          rows={1}
          // The field has one line, unless several codes are pasted.
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey) return;
            event.preventDefault();
            look();
          }}
          placeholder="7Z2QK-…"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          dir="ltr"
          className="font-code"
        />
      </Field>
      <div className="flex flex-wrap gap-3 max-md:*:w-full">
        <Button variant="primary" onClick={look}>
          {t('verify.lookForMe')}
        </Button>
        <Button icon={ScanQrCode} onClick={() => setScanning(true)}>
          {t('verify.scanTicket')}
        </Button>
      </div>
      {scanning && (
        <ScanDialog
          title={t('verify.scanTicket')}
          onCode={scan}
          otherCode={t('verify.notATicket')}
          instead={t('verify.typeACode')}
          onClose={() => setScanning(false)}
        />
      )}
    </div>
  );
}

function problemWith({ wrong: [typed] }: TypedCodes): string {
  return typed === undefined ? t('verify.typeACode') : t('verify.notACode', { typed });
}

/** The number of draws above which the list is collapsed. */
const FEW = 5;

interface MatchListProps {
  list: DrawList;
  matches: readonly RosterMatch[];
  entered: Pick<OwnCode, 'enteredAt' | 'nextNumber'>;
}

/** The list of draws, each with whether the entrant was on its list or won. */
function MatchList({ list, matches, entered }: MatchListProps) {
  const draws = list.draws.filter(hasRoster);
  const win = matches.find(({ won }) => won);
  return (
    <>
      <Disclosure label={t('verify.drawByDraw')} startsOpen={draws.length <= FEW}>
        <ul className="flex flex-col gap-2">
          {/* A placeholder for the first draw, so that nothing shifts when it appears. */}
          {draws.length === 0 && <Coming number={list.sealed?.number ?? list.nextNumber} />}
          {draws.map((draw, index) => {
            const match = matches[index];
            return (
              <li key={draw.number} className="flex items-start gap-2.5">
                <MatchIcon match={match} />
                <p className="min-w-0 break-words">
                  <span className="font-semibold">
                    {t(draw.kind === 'void' ? 'verify.drawOfVoid' : 'verify.drawOf', {
                      number: String(draw.number),
                      prize: prizeOf(draw),
                    })}
                  </span>
                  <span className="block text-ink-2">
                    {match ? matchText(match, draw, win, entered) : t('verify.looking')}
                  </span>
                </p>
              </li>
            );
          })}
        </ul>
      </Disclosure>
      {matches.some(({ lineIndex }) => lineIndex === null) && (
        <Disclosure label={t('verify.whyNotListed')}>
          <ul className="list-disc ps-5 text-ink-2">
            <li>{t('verify.notListedLate')}</li>
            <li>{t('verify.notListedShared')}</li>
            {draws.some(({ rollCall }) => rollCall > 0) && <li>{t('verify.notListedAbsent')}</li>}
            <li>{t('verify.notListedOther')}</li>
          </ul>
          <p className="mt-2">{t('verify.notListedHelp')}</p>
        </Disclosure>
      )}
    </>
  );
}

function Coming({ number }: { number: number }) {
  return (
    <li className="flex items-start gap-2.5">
      <MatchIcon match={undefined} />
      <p>
        <span className="font-semibold">{t('verify.drawNumber', { number: String(number) })}</span>
        <span className="block text-ink-2">{t('verify.notHeld')}</span>
      </p>
    </li>
  );
}

function MatchIcon({ match }: { match: RosterMatch | undefined }) {
  const look = 'mt-0.5 size-5 shrink-0';
  if (match?.won) return <Trophy aria-hidden className={`${look} text-wait`} />;
  if (match && match.lineIndex !== null) {
    return <Check aria-hidden className={`${look} text-ok`} />;
  }
  return <Minus aria-hidden className={`${look} text-ink-2`} />;
}
