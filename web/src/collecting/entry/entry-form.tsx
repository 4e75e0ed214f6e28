import { contact, contactFields, contactInputs } from '@drawbridge/contract/collecting/contact';
import {
  LEAD_FORM_ID,
  type PostedEntry,
  type TypedEntry,
} from '@drawbridge/contract/collecting/initial-data';
import type { EnteredLead } from '@drawbridge/contract/collecting/leads';
import { leadFormPath } from '@drawbridge/contract/core/pages';
import type { PublicEvent } from '@drawbridge/contract/events/events';
import { LANGUAGE_PARAMETER } from '@drawbridge/contract/languages/languages';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { useEventTextLang } from '../../lib/texts/event-text.tsx';
import { endSentence } from '../../lib/texts/formats.ts';
import { currentLanguage, t } from '../../lib/texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input, moveOnEnter, Tick } from '../../ui/fields/field.tsx';
import { useQuestionPart } from './api.ts';
import {
  type EntryProblems,
  emptyEntry,
  firstWrong,
  isSameEntry,
  problemsOf,
  readForm,
  refusedField,
} from './entry.ts';
import { preloadTicket } from './tickets-screen.tsx';
import { useEntrySubmission } from './use-entry-submission.ts';

interface EntryFormProps {
  eventId: string;
  /** The event; undefined until it has loaded, because the form works without it. */
  event: PublicEvent | undefined;
  winnable: boolean;
  /** An entry that was refused before the scripts of this page ran. */
  posted: Extract<PostedEntry, { typed: TypedEntry }> | undefined;
  /** True if the device is shared, so that the browser suggests and stores nothing. */
  kiosk: boolean;
  onEntered: (lead: EnteredLead) => void;
}

/** The public form. It also works without scripts: the browser then posts it to the path of the page. */
export function EntryForm(props: EntryFormProps) {
  const { eventId, event, winnable, posted, kiosk, onEntered } = props;
  const questions = event?.questions ?? [];
  const lang = useEventTextLang();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<TypedEntry>(posted?.typed ?? emptyEntry);
  const [pressed, setPressed] = useState(posted !== undefined);
  const { sending, failure, submit, noteTyping } = useEntrySubmission(eventId, onEntered);
  const questionPart = useQuestionPart(questions.length > 0);
  const answersIn = ({ answers }: TypedEntry) =>
    questionPart?.readAnswers(questions, new URLSearchParams(answers), { audience: 'visitors' });
  const refusedBefore =
    posted?.refusal && isSameEntry(posted.typed, typed)
      ? { ...posted.refusal, values: posted.typed }
      : undefined;
  const refused = failure ?? refusedBefore;
  const refusedAt = refusedField(refused);

  // Errors appear only after the first submit; from then on they update with every key.
  const problems: EntryProblems = pressed ? problemsOf(typed, event) : {};
  if (refusedAt && refused?.values[refusedAt] === typed[refusedAt]) {
    problems[refusedAt] ??= refused.sentence;
  }
  const refusedAnswers = questionPart?.answerErrors(questions, refused?.fields ?? []) ?? {};
  const errors = { ...refusedAnswers, ...(pressed && answersIn(typed)?.errors) };
  const wrongAtFirst = posted && firstWrong(problems, errors);
  const wrongAnswer = firstWrong({}, refusedAnswers);

  useEffect(() => {
    if (!failure) return;
    const wrong = refusedField(failure) ?? wrongAnswer;
    if (wrong) focusField(form.current, wrong);
    // The browser may have autofilled the hidden field; the next attempt is sent without it.
    const trap = form.current?.elements.namedItem('website');
    if (trap instanceof HTMLInputElement) trap.value = '';
  }, [failure, wrongAnswer]);

  function press(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault();
    const { currentTarget } = submitted;
    const values = readForm(currentTarget);
    setTyped(values);
    setPressed(true);
    const answered = answersIn(values);
    const wrong = firstWrong(problemsOf(values, event), answered?.errors);
    if (wrong) return focusField(currentTarget, wrong);
    submit({ ...values, answered: answered?.answers });
  }

  return (
    <form
      ref={form}
      id={LEAD_FORM_ID}
      method="post"
      action={`${leadFormPath(eventId)}?${LANGUAGE_PARAMETER}=${currentLanguage()}`}
      noValidate
      onSubmit={press}
      onInput={({ currentTarget }) => {
        const values = readForm(currentTarget);
        setTyped(values);
        noteTyping(values);
      }}
      onFocus={preloadTicket}
      onKeyDown={moveOnEnter}
      aria-label={t('visitor.enter')}
      className="flex flex-col gap-3 sm:gap-4"
    >
      {contactFields.map((name) => {
        const { kind, labels, required, autoComplete, placeholder, hint } = contact[name];
        const shownHint = name === 'email' ? event?.receipts && hint : winnable && hint;
        return (
          <Field
            key={name}
            label={t(labels.form)}
            error={problems[name]}
            hint={!problems[name] && shownHint && t(shownHint)}
            required={required}
          >
            <Input
              name={name}
              {...contactInputs[kind]}
              autoComplete={kiosk ? 'off' : autoComplete}
              defaultValue={posted?.typed[name]}
              autoFocus={wrongAtFirst === name}
              placeholder={placeholder && t(placeholder)}
              enterKeyHint={
                name === contactFields.at(-1) && questions.length === 0 ? 'send' : 'next'
              }
            />
          </Field>
        );
      })}
      <div aria-hidden className="sr-only">
        <label>
          {t('visitor.website')}
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      {questionPart && (
        <questionPart.QuestionFields
          questions={questions}
          typed={questionPart.typedAnswers(
            questions,
            new URLSearchParams(posted?.typed.answers ?? ''),
          )}
          errors={errors}
          autoFill={!kiosk}
          autoFocus={wrongAtFirst}
        />
      )}
      {event?.marketingText && (
        <>
          {/* The answer of an unticked box, which sends nothing itself. */}
          <input type="hidden" name="marketing" value="no" />
          <Tick
            label={event.marketingText}
            lang={lang(event, 'marketingText')}
            name="marketing"
            value="yes"
            defaultChecked={posted?.typed.marketing === 'yes'}
          />
        </>
      )}
      {refused && !refusedAt && !wrongAnswer && <EntryRefusal {...refused} />}
      <Button
        type="submit"
        variant="primary"
        size="large"
        pending={sending}
        className="mt-1 w-full"
      >
        {sending ? t('visitor.submitting') : t('visitor.submit')}
      </Button>
    </form>
  );
}

/** Focuses the first of the controls with this name, or the empty text of a choice that needs one. */
function focusField(form: HTMLFormElement | null, name: string): void {
  const find = (name: string) => form?.querySelector<HTMLInputElement>(`[name="${name}"]`);
  const other = find(`${name}.other`);
  const isEmpty = other?.value === '' && other.offsetParent !== null;
  (isEmpty ? other : find(name))?.focus();
}

/**
 * The reason why an entry was not accepted. An entry that will be sent again is not an error that the visitor has to
 * fix, so it does not look like one.
 */
function EntryRefusal({ sentence, unanswered }: { sentence: string; unanswered?: boolean }) {
  const message = useRef<HTMLParagraphElement>(null);
  // Scrolls once, and not after each failed retry.
  useEffect(() => {
    message.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  return (
    <p
      ref={message}
      role="alert"
      className={classNames(
        'rounded-m border px-4 py-3',
        unanswered ? 'bg-sunk text-ink' : 'border-danger bg-danger-soft text-danger',
      )}
    >
      {unanswered ? `${endSentence(sentence)} ${t('visitor.mayHaveArrived')}` : sentence}
    </p>
  );
}
