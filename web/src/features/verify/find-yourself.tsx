import { ticketOf } from '@drawbridge/contract/fair-draw/arithmetic';
import { readEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { CODES_MAX, findEntrant, type Sighting } from '@drawbridge/contract/fair-draw/find-entrant';
import type { Proof } from '@drawbridge/contract/fair-draw/proof';
import { type FormEvent, type Ref, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { inSlices } from './in-slices.ts';
import { readCodes } from './read-codes.ts';
import { Sightings } from './sightings.tsx';

interface FindYourselfProps {
  proof: Proof;
  /** For the focus, when somebody comes from the top of the page. */
  ref: Ref<HTMLTextAreaElement>;
}

/** An entrant looks themselves up. The codes stay in this browser. */
export function FindYourself({ proof, ref }: FindYourselfProps) {
  const [typed, setTyped] = useState(codeInAddress);
  const [error, setError] = useState<string>();
  const [searching, setSearching] = useState(false);
  const [found, setFound] = useState<{ sightings: Sighting[]; codes: number }>();

  async function search(event: FormEvent) {
    event.preventDefault();
    if (searching) return;
    setFound(undefined);
    const { entries, wrong } = readCodes(typed);
    const problem = problemWith(entries.length, wrong);
    setError(problem);
    if (problem) return;
    setSearching(true);
    const tickets = entries.map((entry) => ticketOf(proof.eventId, entry));
    const sightings = await inSlices(findEntrant(proof, tickets));
    setSearching(false);
    setFound({ sightings, codes: entries.length });
  }

  return (
    <Card className="p-5 md:p-7" aria-labelledby="find-yourself">
      <h2 id="find-yourself" className="text-2xl">
        Were you in it?
      </h2>
      <p className="mt-1 max-w-xl text-pretty text-ink-2">
        Paste the entry code from your ‘Thank You’ screen. If you entered more than once, paste all
        of your codes. They stay in this browser.
      </p>
      <form noValidate onSubmit={search} className="mt-4 flex flex-col gap-3">
        <Field label="Entry codes" error={error}>
          <Textarea
            ref={ref}
            rows={2}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            placeholder="7Z2QK-…"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="font-code"
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          pending={searching}
          className="max-md:w-full md:self-start"
        >
          Look for me
        </Button>
      </form>
      <div role="status">{found && <Sightings proof={proof} {...found} />}</div>
    </Card>
  );
}

/** The link of the 'Thank You' screen brings the code along, where no server gets to see it. */
function codeInAddress(): string {
  const code = location.hash.slice(1);
  return readEntryCode(code) ? code : '';
}

function problemWith(codes: number, [wrong]: string[]): string | undefined {
  if (wrong !== undefined) {
    return `“${wrong}” is no entry code. A code has 26 letters and digits, as in 7Z2QK-…`;
  }
  if (codes === 0) return 'Paste at least one entry code';
  if (codes > CODES_MAX) return `At most ${CODES_MAX} entry codes can be looked up at once`;
  return undefined;
}
