import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { readCodes } from './read-codes.ts';

/** A form for typed or pasted entry codes. They stay in this browser. */
export function CodeForm({ onCodes }: { onCodes: (codes: string[]) => void }) {
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
