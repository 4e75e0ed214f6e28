import type { LeadFilters } from '@drawbridge/contract/collecting/lead-lists';
import { CHANCES_MAX } from '@drawbridge/contract/fair-draw/draws';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { say } from '../../../lib/texts/say.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../ui/dialogs/dialog.tsx';
import { Field, Input } from '../../../ui/fields/field.tsx';
import { leadCountsQuery, totalOf, useGiveChances } from '../api.ts';

interface SetChancesDialogProps {
  filter: LeadFilters;
  /** The most chances that count. */
  maxChances: number;
  onClose: () => void;
}

/** Gives all leads of a list the same number of chances. */
export function SetChancesDialog({ filter, maxChances, onClose }: SetChancesDialogProps) {
  const { data } = useQuery({ ...leadCountsQuery(filter), staleTime: 0 });
  const { data: won } = useQuery({ ...leadCountsQuery({ ...filter, won: true }), staleTime: 0 });
  const [typed, setTyped] = useState(String(maxChances));
  const giveChances = useGiveChances();
  const chances = Number(typed);
  const valid = Number.isInteger(chances) && chances >= 1 && chances <= CHANCES_MAX;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (valid) giveChances.mutate({ filter, chances }, { onSuccess: onClose });
  }

  return (
    <Dialog
      title={say('Set chances')}
      description={
        data
          ? [
              say('{count} lead in the list', '{count} leads in the list', {
                count: totalOf(data),
              }),
              won &&
                totalOf(won) > 0 &&
                say('{count} winner left out', '{count} winners left out', { count: totalOf(won) }),
            ]
              .filter(Boolean)
              .join(', ')
          : say('Counting the leads…')
      }
      onClose={onClose}
    >
      <form noValidate onSubmit={submit} className="contents">
        <DialogBody>
          <Field
            label={say('Chances')}
            required
            error={valid ? undefined : say('Enter a number from 1 to {max}', { max: CHANCES_MAX })}
            hint={
              chances > maxChances
                ? say('The event counts {max} at most.', { max: maxChances })
                : say('Leads in a sealed draw keep theirs.')
            }
          >
            <Input
              type="number"
              min={1}
              max={CHANCES_MAX}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{say('Cancel')}</Button>
          <Button type="submit" variant="primary" pending={giveChances.isPending}>
            {say('Set chances')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
