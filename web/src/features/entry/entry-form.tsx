import {
  type ContactField,
  contact,
  contactFields,
  contactInputs,
} from '@drawbridge/contract/contact';
import { LEAD_FORM_ID, type PostedEntry, type TypedEntry } from '@drawbridge/contract/first-view';
import type { EnteredLead } from '@drawbridge/contract/leads';
import { leadFormPath } from '@drawbridge/contract/pages';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { endSentence } from '../../lib/formats.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input, moveOnEnter } from '../../ui/field.tsx';
import { Tick } from '../../ui/tick.tsx';
import {
  type EntryProblems,
  emptyEntry,
  firstWrong,
  isSameEntry,
  type PhoneRule,
  problemsOf,
  readForm,
  refusedField,
} from './entry.ts';
import { preloadTicket } from './tickets-screen.tsx';
import { useEntrySubmission } from './use-entry-submission.ts';

interface EntryFormProps {
  eventId: string;
  phoneRule: PhoneRule | undefined;
  marketingText: string | null | undefined;
  /** An entry that was refused before the scripts of this page ran. */
  posted: Extract<PostedEntry, { typed: TypedEntry }> | undefined;
  /** Whether the device is shared, so that the browser suggests nothing and keeps nothing. */
  kiosk: boolean;
  onEntered: (lead: EnteredLead) => void;
}

/** The form also works without scripts: the browser then posts it to the path of the page. */
export function EntryForm({
  eventId,
  phoneRule,
  marketingText,
  posted,
  kiosk,
  onEntered,
}: EntryFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<TypedEntry>(posted?.typed ?? emptyEntry);
  const [pressed, setPressed] = useState(posted !== undefined);
  const { sending, failure, submit, noteTyping } = useEntrySubmission(eventId, onEntered);
  const refusedBefore =
    posted?.refusal && isSameEntry(posted.typed, typed)
      ? { ...posted.refusal, values: posted.typed }
      : undefined;
  const refused = failure ?? refusedBefore;
  const refusedAt = refusedField(refused);

  // Errors appear only after the first submit; from then on they update with every key.
  const problems: EntryProblems = pressed ? problemsOf(typed, phoneRule) : {};
  if (refusedAt && refused?.values[refusedAt] === typed[refusedAt]) {
    problems[refusedAt] ??= refused.sentence;
  }
  const wrongAtFirst = posted && firstWrong(problems);

  useEffect(() => {
    if (!failure) return;
    const wrong = refusedField(failure);
    if (wrong) focusField(form.current, wrong);
    // The browser may have autofilled the hidden field; the next attempt is sent without it.
    const trap = form.current?.elements.namedItem('website');
    if (trap instanceof HTMLInputElement) trap.value = '';
  }, [failure]);

  function press(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = readForm(event.currentTarget);
    setTyped(values);
    setPressed(true);
    const wrong = firstWrong(problemsOf(values, phoneRule));
    if (wrong) return focusField(event.currentTarget, wrong);
    submit(values);
  }

  return (
    <form
      ref={form}
      id={LEAD_FORM_ID}
      method="post"
      action={leadFormPath(eventId)}
      noValidate
      onSubmit={press}
      onInput={({ currentTarget }) => {
        const values = readForm(currentTarget);
        setTyped(values);
        noteTyping(values);
      }}
      onFocus={preloadTicket}
      onKeyDown={moveOnEnter}
      aria-label="Enter the raffle"
      className="flex flex-col gap-3 sm:gap-4"
    >
      {contactFields.map((name) => {
        const { kind, labels, required, autoComplete, placeholder, hint } = contact[name];
        return (
          <Field
            key={name}
            label={labels.form}
            error={problems[name]}
            hint={!problems[name] && hint}
            required={required}
          >
            <Input
              name={name}
              {...contactInputs[kind]}
              autoComplete={kiosk ? 'off' : autoComplete}
              defaultValue={posted?.typed[name]}
              autoFocus={wrongAtFirst === name}
              placeholder={placeholder}
              enterKeyHint={name === contactFields.at(-1) ? 'send' : 'next'}
            />
          </Field>
        );
      })}
      <div aria-hidden className="sr-only">
        <label>
          Website
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      {marketingText && (
        <>
          {/* A box that is not ticked sends nothing; then this is the answer. */}
          <input type="hidden" name="marketing" value="no" />
          <Tick
            label={marketingText}
            name="marketing"
            value="yes"
            defaultChecked={posted?.typed.marketing === 'yes'}
          />
        </>
      )}
      {refused && !refusedAt && <EntryRefusal {...refused} />}
      <Button
        type="submit"
        variant="primary"
        size="large"
        pending={sending}
        className="mt-1 w-full"
      >
        {sending ? 'Submitting...' : 'Submit Entry'}
      </Button>
    </form>
  );
}

function focusField(form: HTMLFormElement | null, name: ContactField): void {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}

interface EntryRefusalProps {
  sentence: string;
  /** What is known of an entry that will be sent again by itself. */
  state?: string;
}

/** An entry that will be sent again is not an error the visitor has to fix, so it does not look like one. */
function EntryRefusal({ sentence, state }: EntryRefusalProps) {
  const message = useRef<HTMLParagraphElement>(null);
  // Once, and not when it is sent again in vain.
  useEffect(() => {
    message.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  return (
    <p
      ref={message}
      role="alert"
      className={classNames(
        'rounded-m border px-4 py-3',
        state ? 'bg-sunk text-ink' : 'border-danger bg-danger-soft text-danger',
      )}
    >
      {state ? `${endSentence(sentence)} ${state}` : sentence}
    </p>
  );
}
