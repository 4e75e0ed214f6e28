import {
  type Audience,
  audiences,
  CHOICES_MAX,
  kindOf,
  type QuestionKind,
  questionKinds,
} from '@drawbridge/contract/events/questions/kinds';
import { meanings, questionMeanings } from '@drawbridge/contract/events/questions/meanings';
import type { QuestionInput } from '@drawbridge/contract/events/questions/schemas';
import { english } from '@drawbridge/contract/languages/english';
import { Plus, X } from 'lucide-react';
import { type ClipboardEvent, useEffect, useId, useRef, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { say } from '../../lib/texts/say.ts';
import { Button } from '../../ui/button.tsx';
import { DragHandle, useDragOrder } from '../../ui/fields/drag-order.tsx';
import { Field, FieldNotes, Input, Textarea, Tick } from '../../ui/fields/field.tsx';
import { useFocusWhileOpen, useKeepFocus } from '../../ui/fields/focus.ts';
import { Select } from '../../ui/fields/select.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { type Draft, movedTo, newChoice, takesMeaning } from './drafts.ts';

export const audienceNames: Record<Audience, string> = english({
  both: 'Visitors and volunteers',
  visitors: 'Visitors',
  volunteers: 'Volunteers',
});

const NO_MEANING = 'none';

interface QuestionEditorProps {
  draft: Draft;
  /** The kind with which it was saved; undefined for a new question. */
  savedKind: QuestionKind | undefined;
  answered: number;
  /** The problems by field or choice. */
  problems: Readonly<Record<string, string>>;
  onChange: (change: Partial<QuestionInput>) => void;
  onClose: () => void;
}

/** The fields of one question. Input is in the form at once, and saved with it. */
export function QuestionEditor({
  draft,
  savedKind,
  answered,
  problems,
  onChange,
  onClose,
}: QuestionEditorProps) {
  const form = useRef<HTMLFormElement>(null);
  const first = useRef<HTMLInputElement>(null);
  useFocusWhileOpen(() => first.current?.focus());
  useEffect(() => {
    if (Object.keys(problems).length === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [problems]);
  const becomesNew = savedKind !== undefined && savedKind !== draft.kind;

  return (
    <form
      ref={form}
      noValidate
      aria-label={
        draft.label ? say('Edit {label}', { label: draft.label }) : say('Edit the new question')
      }
      onSubmit={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="flex flex-col gap-4 border-t bg-sunk p-4 last:rounded-b-m md:p-5"
    >
      <Field label={say('Question')} error={problems.label} required>
        <Input
          ref={first}
          value={draft.label}
          onChange={({ target }) => onChange({ label: target.value })}
          autoComplete="off"
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={say('Type')} error={problems.kind}>
          <Select
            disabled={draft.sponsor !== undefined}
            value={draft.kind}
            onValueChange={(kind) => onChange({ kind: kind as QuestionKind })}
            options={questionKinds.map((kind) => ({
              value: kind,
              label: say(kindOf({ kind }).name),
            }))}
          />
        </Field>
        <Field label={say('Who answers')} error={problems.askedOf}>
          <Select
            value={draft.askedOf}
            onValueChange={(askedOf) => onChange({ askedOf: askedOf as Audience })}
            options={audiences.map((value) => ({ value, label: say(audienceNames[value]) }))}
          />
        </Field>
      </div>
      <p role="status" className="rounded-m bg-wait-soft px-4 py-3 text-sm empty:hidden">
        {becomesNew && answered > 0
          ? say(
              'When you save, this becomes a new question without answers. The old one is archived and keeps its {count} answer.',
              'When you save, this becomes a new question without answers. The old one is archived and keeps its {count} answers.',
              { count: answered },
            )
          : say('When you save, this becomes a new question, and the old one is archived.')}
      </p>
      {kindOf(draft).hasChoices && (
        <ChoiceFields draft={draft} problems={problems} onChange={onChange} />
      )}
      {draft.kind === 'agreement' && (
        <Field
          label={say('Text to accept')}
          error={problems.text}
          hint={say('Each answer is stored with the text that was shown.')}
          required
        >
          <Textarea
            value={draft.text ?? ''}
            onChange={({ target }) => onChange({ text: target.value })}
          />
        </Field>
      )}
      <Field label={say('Help (Optional)')} error={problems.help}>
        <Input
          value={draft.help ?? ''}
          onChange={({ target }) => onChange({ help: target.value })}
          autoComplete="off"
        />
      </Field>
      {takesMeaning(draft) && (
        <Field
          label={say('Meaning (Optional)')}
          error={problems.meaning}
          hint={say('Lets browsers, badges and imports fill in the answer.')}
        >
          <Select
            value={draft.meaning ?? NO_MEANING}
            onValueChange={(value) =>
              onChange({ meaning: questionMeanings.find((meaning) => meaning === value) ?? null })
            }
            options={[
              { value: NO_MEANING, label: say('None') },
              ...questionMeanings.map((value) => ({ value, label: say(meanings[value].name) })),
            ]}
          />
        </Field>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        {draft.sponsor ? (
          <p className="text-ink-2 text-sm">
            {say('Sharing details with {name} is always optional.', { name: draft.sponsor.name })}
          </p>
        ) : (
          <Tick
            label={say('Required')}
            checked={draft.required}
            onChange={({ target }) => onChange({ required: target.checked })}
          />
        )}
        <Button type="submit">{say('Done')}</Button>
      </div>
    </form>
  );
}

type ChoiceFieldsProps = Pick<QuestionEditorProps, 'draft' | 'problems' | 'onChange'>;

function ChoiceFields({ draft, problems, onChange }: ChoiceFieldsProps) {
  const { choices } = draft;
  const [addedId, setAddedId] = useState<string>();
  const id = useId();
  const part = useKeepFocus<HTMLFieldSetElement>();
  const order = useDragOrder(
    choices.map((choice) => choice.id),
    (moved, index) => onChange({ choices: movedTo(choices, moved, index) }),
  );
  const isFull = choices.length >= CHOICES_MAX;

  function insert(index: number, labels: readonly string[]) {
    // A pasted list replaces choices that are still empty.
    const isKept = ({ label }: { label: string }) => labels.length === 1 || label !== '';
    const [before, after] = [choices.slice(0, index), choices.slice(index)];
    const filled = [before.filter(isKept), after.filter(isKept)] as const;
    const room = CHOICES_MAX - filled[0].length - filled[1].length;
    const added = labels.slice(0, room).map((label) => newChoice(label));
    setAddedId(added.at(-1)?.id);
    onChange({ choices: [...filled[0], ...added, ...filled[1]] });
  }

  /** Several lines, such as a column of a table, become several choices. */
  function paste(event: ClipboardEvent<HTMLInputElement>, index: number) {
    const lines = event.clipboardData.getData('text').split(/[\r\n]+/);
    const labels = lines.filter((line) => line.trim() !== '');
    if (labels.length < 2) return;
    event.preventDefault();
    insert(index, labels);
  }

  return (
    <fieldset ref={part} aria-describedby={`${id}-hint`} className="flex min-w-0 flex-col gap-1.5">
      <legend tabIndex={-1} className="mb-1.5 font-semibold text-sm">
        {say('Choices')}
      </legend>
      <ol aria-label={say('Choices')} className="flex flex-col gap-1.5">
        {choices.map((choice, index) => {
          const name = choice.label || `choice ${index + 1}`;
          return (
            <li
              key={choice.id}
              {...order.rowProps(choice.id)}
              className={classNames('flex items-center gap-1', order.rowClasses(choice.id))}
            >
              <DragHandle order={order} id={choice.id} name={name} />
              <Input
                aria-label={say('Choice {index}', { index: index + 1 })}
                aria-invalid={problems[choice.id] || problems.choices ? true : undefined}
                value={choice.label}
                autoFocus={choice.id === addedId}
                autoComplete="off"
                onChange={({ target }) =>
                  onChange({
                    choices: choices.map((each) =>
                      each.id === choice.id ? { ...each, label: target.value } : each,
                    ),
                  })
                }
                onKeyDown={(event) => {
                  // Enter also ends the composition of a Japanese or Chinese word.
                  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                  event.preventDefault();
                  if (!event.repeat) insert(index + 1, ['']);
                }}
                onPaste={(event) => paste(event, index + 1)}
              />
              <IconButton
                icon={X}
                label={say('Remove {name}', { name })}
                onClick={() => onChange({ choices: choices.filter(({ id }) => id !== choice.id) })}
              />
            </li>
          );
        })}
      </ol>
      <FieldNotes
        id={id}
        hint={
          isFull
            ? say('A question has at most {max} choices.', { max: CHOICES_MAX })
            : say(
                'Press Enter for the next choice, or paste a list. Renaming a choice keeps its answers.',
              )
        }
        error={problems.choices ?? choices.map((choice) => problems[choice.id]).find(Boolean)}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <Tick
          label={say('Also “Other”, with a text')}
          checked={draft.other}
          onChange={({ target }) => onChange({ other: target.checked })}
        />
        <Button
          icon={Plus}
          size="small"
          disabled={isFull}
          onClick={() => insert(choices.length, [''])}
        >
          {say('Add choice')}
        </Button>
      </div>
    </fieldset>
  );
}
