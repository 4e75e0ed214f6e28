import type { DrawList } from '@drawbridge/contract/draws';
import { sharedLineText } from '@drawbridge/contract/fair-draw/find-entrant';
import { type FormEvent, type Ref, useEffect, useRef, useState } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { countOf } from '../../../lib/formats.ts';
import { EntryCodeText } from '../../../shared/entry-code-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field, Textarea } from '../../../ui/field.tsx';
import { Disclosure } from '../winners.tsx';
import type { Answer } from '../worker/worker-messages.ts';
import { answerSentence } from './answer-text.ts';
import { MatchList } from './match-list.tsx';
import { type OwnCode, readCodes } from './read-codes.ts';

interface YourAnswerProps {
  eventName: string | undefined;
  codes: readonly OwnCode[];
  /** Missing while the records are loading. */
  list: DrawList | undefined;
  answers: readonly Answer[];
  onCodes: (codes: string[]) => void;
}

/** The answer for the visitor's own entry codes, at the top of the page. */
export function YourAnswer({ eventName, codes, list, answers, onCodes }: YourAnswerProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const typed = useRef(false);

  function take(given: string[]) {
    typed.current = true;
    onCodes(given);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the codes change.
  useEffect(() => {
    // The form is gone, so the focus has to move.
    if (typed.current) heading.current?.focus();
    typed.current = false;
  }, [codes]);

  return (
    <header className="flex flex-col gap-4 pt-4 md:pt-8">
      <p className="min-h-6 break-words font-semibold text-ink-2">{eventName}</p>
      {codes.length === 0 && (
        <>
          <h1 className="text-3xl md:text-4xl">Were you in it?</h1>
          <CodeForm onCodes={take} />
        </>
      )}
      {codes.length > 1 && (
        <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none md:text-4xl">
          {`Your ${countOf(codes.length, 'entry code')}`}
        </h1>
      )}
      {codes.map((own) => (
        <OneAnswer
          key={own.code}
          own={own}
          heading={codes.length === 1 ? heading : undefined}
          list={list}
          answer={answers.find(({ code }) => code === own.code)}
        />
      ))}
      {/* Only with the list: the matches above it would push it down. */}
      {codes.length > 0 && list && (
        <Disclosure key={codes.length} label="Look up another code">
          <CodeForm onCodes={take} />
        </Disclosure>
      )}
    </header>
  );
}

interface OneAnswerProps {
  own: OwnCode;
  /** Set for a single code, whose sentence is the page's heading. */
  heading: Ref<HTMLHeadingElement> | undefined;
  list: DrawList | undefined;
  answer: Answer | undefined;
}

function OneAnswer({ own: { code, name }, heading, list, answer }: OneAnswerProps) {
  const sentence = list && answerSentence(list, answer?.matches);
  const shared = answer && sharedLineText(answer.matches);
  const Heading = heading ? 'h1' : 'h2';
  return (
    <Card aria-label={`Entry code ${code}`} className="flex flex-col gap-2 p-5 md:p-7">
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
        {sentence ?? 'Looking for you…'}
      </Heading>
      {shared && <p className="text-pretty">{shared}</p>}
      <p className="text-ink-2 text-sm">
        {name && `${name} · `}
        <EntryCodeText code={code} />
      </p>
      {/* Announces the answer to screen readers. */}
      <p role="status" className="sr-only">
        {sentence}
      </p>
      {list && <MatchList list={list} matches={answer?.matches ?? []} />}
    </Card>
  );
}

/** A form for typed or pasted entry codes. They stay in this browser. */
function CodeForm({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();

  function submit(event: FormEvent) {
    event.preventDefault();
    const { codes, wrong } = readCodes(typed);
    const problem = problemWith(codes.length, wrong);
    setError(problem);
    if (problem) return;
    setTyped('');
    onCodes(codes);
  }

  return (
    <form noValidate onSubmit={submit} className="flex w-full flex-col gap-3 text-left">
      <Field
        label="Entry code"
        error={error}
        hint="It is on your ticket. It stays in this browser and is not sent to anybody."
      >
        <Textarea
          rows={1}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          // One line, unless several codes are pasted.
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey) submit(event);
          }}
          placeholder="7Z2QK-…"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="font-code"
        />
      </Field>
      <Button type="submit" variant="primary" className="max-md:w-full md:self-start">
        Look for me
      </Button>
    </form>
  );
}

function problemWith(codes: number, [wrong]: string[]): string | undefined {
  if (wrong !== undefined) {
    return `“${wrong}” is not an entry code. A code has 26 letters and digits, as in 7Z2QK-…`;
  }
  return codes === 0 ? 'Type or paste your entry code' : undefined;
}
