import type { EnteredLead } from '@drawbridge/contract/leads';
import { type FormEvent, useRef, useState } from 'react';
import { createLeadAttempts } from '../../shared/lead-attempts.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { refusalOf, submitEntry } from './api.ts';
import { type Entry, type EntryProblems, emptyEntry, type PhoneRule, problemsOf } from './entry.ts';

interface EntryFormProps {
  eventId: string;
  phoneRule: PhoneRule | undefined;
  onEntered: (lead: EnteredLead) => void;
}

export function EntryForm({ eventId, phoneRule, onEntered }: EntryFormProps) {
  const [entry, setEntry] = useState(emptyEntry);
  const [website, setWebsite] = useState('');
  const [pressed, setPressed] = useState(false);
  const [sending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [refusedPhone, setRefusedPhone] = useState<{ typed: string; problem: string }>();
  const [attemptFor] = useState(createLeadAttempts);
  const underWay = useRef(false);
  const phoneField = useRef<HTMLInputElement>(null);
  // Errors appear only after the first submit; from then on they update with every key.
  const problems: EntryProblems = pressed ? problemsOf(entry, phoneRule) : {};
  // Only the server can validate the numbers of every country.
  if (refusedPhone?.typed === entry.phone) problems.phone ??= refusedPhone.problem;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // A ref, because two quick presses come before the next render and state would let both through.
    if (underWay.current) return;
    setPressed(true);
    const found = problemsOf(entry, phoneRule);
    const firstWrong = (['name', 'phone', 'email'] as const).find((name) => found[name]);
    if (firstWrong) {
      const field = event.currentTarget.elements.namedItem(firstWrong);
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    underWay.current = true;
    setSending(true);
    setRefusal(undefined);
    try {
      const lead = attemptFor(entry.name, entry.phone, entry.email);
      onEntered(await submitEntry(lead, { eventId, ...entry, website }));
    } catch (error) {
      const sentence = refusalOf(error);
      if (sentence.startsWith('Phone number')) {
        setRefusedPhone({ typed: entry.phone, problem: sentence });
        phoneField.current?.focus();
      } else {
        setRefusal(sentence);
      }
      // The browser may have autofilled the hidden field; the next attempt is sent without it.
      setWebsite('');
    } finally {
      underWay.current = false;
      setSending(false);
    }
  }

  const control = (name: keyof Entry) => ({
    name,
    value: entry[name],
    onChange: ({ target }: { target: HTMLInputElement }) =>
      setEntry((typed) => ({ ...typed, [name]: target.value })),
  });

  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label="Enter the raffle"
      className="flex flex-col gap-4"
    >
      <Field label="Full Name *" error={problems.name} required>
        <Input
          {...control('name')}
          autoComplete="name"
          autoCapitalize="words"
          enterKeyHint="next"
        />
      </Field>
      <Field label="Phone Number *" error={problems.phone} required>
        <Input
          {...control('phone')}
          ref={phoneField}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          enterKeyHint="next"
        />
      </Field>
      <Field label="Email Address (Optional)" error={problems.email}>
        <Input
          {...control('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="you@example.com"
          enterKeyHint="send"
        />
      </Field>
      <div aria-hidden className="sr-only">
        <label>
          Website
          <input
            name="website"
            tabIndex={-1}
            autoComplete="off"
            value={website}
            onChange={({ target }) => setWebsite(target.value)}
          />
        </label>
      </div>
      {refusal && (
        <p
          role="alert"
          className="rounded-m border border-danger bg-danger-soft px-4 py-3 text-danger"
        >
          {refusal}
        </p>
      )}
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
