import type { AdminEvent } from '@drawbridge/contract/events/events';
import { QUESTIONS_MAX } from '@drawbridge/contract/events/questions/kinds';
import { useState } from 'react';
import { formatDay } from '../../lib/texts/day-formats.ts';
import { countOf } from '../../lib/texts/formats.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialogs/dialog.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { SearchableSelect } from '../../ui/fields/searchable-select.tsx';
import { askedIn, type Draft, missingIn } from './drafts.ts';

interface CopyQuestionsDialogProps {
  /** The other events that have questions. */
  events: readonly AdminEvent[];
  asked: readonly Draft[];
  onCopy: (drafts: Draft[]) => void;
  onClose: () => void;
}

export function CopyQuestionsDialog({ events, asked, onCopy, onClose }: CopyQuestionsDialogProps) {
  const [eventId, setEventId] = useState('');
  // Sponsor questions are left out, because each event has its own sponsors.
  const theirs = askedIn(events.find(({ id }) => id === eventId)?.questions ?? []).filter(
    ({ sponsor }) => !sponsor,
  );
  const missing = missingIn(asked, theirs);
  const fitting = missing.slice(0, QUESTIONS_MAX - asked.length);

  return (
    <Dialog
      title="Copy from another event"
      description="Copied questions stay the same questions, so that their answers can be compared."
      onClose={onClose}
    >
      <DialogBody>
        <Field label="Event">
          <SearchableSelect
            value={eventId}
            onValueChange={setEventId}
            placeholder="Choose an event"
            searchLabel="Search events"
            options={events.map(({ id, name, date }) => ({
              value: id,
              label: `${name}, ${formatDay(date)}`,
            }))}
          />
        </Field>
        {eventId && (
          <div role="status">
            <ul className="list-disc ps-5">
              {fitting.map(({ id, label }) => (
                <li key={id} className="break-words">
                  {label}
                </li>
              ))}
            </ul>
            <p className="mt-2 text-ink-2 text-sm">
              {[
                missing.length < theirs.length &&
                  `${countOf(theirs.length - missing.length, 'question is', 'questions are')} already here.`,
                fitting.length < missing.length &&
                  `${countOf(missing.length - fitting.length, 'question does', 'questions do')} not fit: an event asks at most ${QUESTIONS_MAX}.`,
              ]
                .filter(Boolean)
                .join(' ')}
            </p>
          </div>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          disabled={fitting.length === 0}
          onClick={() => {
            onCopy(fitting);
            onClose();
          }}
        >
          {fitting.length === 0 ? 'Copy' : `Copy ${countOf(fitting.length, 'question')}`}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
