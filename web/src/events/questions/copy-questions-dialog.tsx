import type { AdminEvent } from '@drawbridge/contract/events/events';
import { QUESTIONS_MAX } from '@drawbridge/contract/events/questions/kinds';
import { useState } from 'react';
import { formatDay } from '../../lib/texts/day-formats.ts';
import { say } from '../../lib/texts/say.ts';
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
      title={say('Copy from another event')}
      description={say(
        'Copied questions stay linked, so that you can compare answers across events.',
      )}
      onClose={onClose}
    >
      <DialogBody>
        <Field label={say('Event')}>
          <SearchableSelect
            value={eventId}
            onValueChange={setEventId}
            placeholder={say('Choose an event')}
            searchLabel={say('Search events')}
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
                  say('{count} question is already here.', '{count} questions are already here.', {
                    count: theirs.length - missing.length,
                  }),
                fitting.length < missing.length &&
                  say(
                    '{count} question does not fit: an event asks at most {max}.',
                    '{count} questions do not fit: an event asks at most {max}.',
                    { count: missing.length - fitting.length, max: QUESTIONS_MAX },
                  ),
              ]
                .filter(Boolean)
                .join(' ')}
            </p>
          </div>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>{say('Cancel')}</Button>
        <Button
          variant="primary"
          disabled={fitting.length === 0}
          onClick={() => {
            onCopy(fitting);
            onClose();
          }}
        >
          {fitting.length === 0
            ? say('Copy')
            : say('Copy {count} question', 'Copy {count} questions', { count: fitting.length })}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
