import { kindOf, QUESTIONS_MAX } from '@drawbridge/contract/events/questions/kinds';
import { ChevronDown, Ellipsis } from 'lucide-react';
import { type Dispatch, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { say } from '../../lib/texts/say.ts';
import { Button } from '../../ui/button.tsx';
import { DragHandle, useDragOrder } from '../../ui/fields/drag-order.tsx';
import { useKeepFocus } from '../../ui/fields/focus.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { type Draft, type FormAction, type FormState, nameOf } from './drafts.ts';
import { audienceNames, QuestionEditor } from './question-editor.tsx';

interface ListProps {
  state: FormState;
  /** The number of answers to each question. */
  answered: ReadonlyMap<string, number>;
  dispatch: Dispatch<FormAction>;
}

/** The active questions, of which one is open for editing. */
export function QuestionList(props: ListProps) {
  const { asked } = props.state;
  const [moved, setMoved] = useState('');
  const part = useKeepFocus<HTMLDivElement>();
  const order = useDragOrder(
    asked.map(({ id }) => id),
    (id, index) => {
      const name = nameOf(asked.find((draft) => draft.id === id));
      setMoved(
        say('{name} is now number {place} of {all}', { name, place: index + 1, all: asked.length }),
      );
      props.dispatch({ type: 'move', id, index });
    },
  );

  return (
    <div ref={part}>
      <h2 tabIndex={-1} className="mb-2 text-lg">
        {say('Questions')}
      </h2>
      <ol aria-label={say('Questions')} className="divide-y divide-line rounded-m border bg-card">
        {asked.map((draft, index) => (
          <QuestionRow key={draft.id} {...props} draft={draft} number={index + 1} order={order} />
        ))}
      </ol>
      <p aria-live="polite" className="sr-only">
        {moved}
      </p>
    </div>
  );
}

const summaryOf = (draft: Draft, answered = 0) =>
  [
    say(kindOf(draft).name),
    draft.required && say('Required'),
    draft.askedOf !== 'both' && say(audienceNames[draft.askedOf]),
    answered > 0 && say('{count} answer', '{count} answers', { count: answered }),
  ]
    .filter(Boolean)
    .join(' · ');

interface QuestionRowProps extends ListProps {
  draft: Draft;
  number: number;
  order: ReturnType<typeof useDragOrder>;
}

function QuestionRow({ draft, number, order, state, answered, dispatch }: QuestionRowProps) {
  const { id } = draft;
  const name = nameOf(draft);
  const isOpen = id === state.openId;
  const savedKind = state.saved.find((question) => question.id === id)?.kind;
  const problems = state.problems[id] ?? {};
  const [problem] = Object.values(problems);
  const actions = [
    ...(state.asked.length >= QUESTIONS_MAX || draft.sponsor
      ? []
      : [{ label: say('Duplicate'), onSelect: () => dispatch({ type: 'duplicate', id }) }]),
    {
      label: say('Archive'),
      hint: say('No longer asked; its answers stay'),
      onSelect: () => dispatch({ type: 'archive', id }),
    },
  ];

  return (
    <li
      {...order.rowProps(id)}
      className={classNames(
        'bg-card first:rounded-t-m last:rounded-b-m',
        order.rowClasses(id, 'shadow-float'),
      )}
    >
      <div className="flex items-center gap-1 py-1.5 pe-1.5 ps-1">
        <DragHandle order={order} id={id} name={name} />
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => dispatch({ type: 'open', id: isOpen ? undefined : id })}
          className="flex min-h-11 min-w-0 flex-1 items-center gap-3 rounded-s px-1 text-start hover:bg-sunk"
        >
          <span
            aria-hidden
            className="min-w-5 font-display font-semibold text-accent-ink text-lg tabular-nums max-sm:hidden"
          >
            {number}
          </span>
          <span className="min-w-0 flex-1 break-words">
            <span className="block font-medium">{name}</span>
            <span className={classNames('block text-sm', problem ? 'text-danger' : 'text-ink-2')}>
              {problem ?? summaryOf(draft, savedKind === draft.kind ? answered.get(id) : 0)}
            </span>
          </span>
          <ChevronDown
            aria-hidden
            className={classNames('size-4.5 shrink-0 text-ink-2', isOpen && 'rotate-180')}
          />
        </button>
        <Menu items={actions}>
          <IconButton icon={Ellipsis} label={say('More for {name}', { name })} />
        </Menu>
      </div>
      {isOpen && (
        <QuestionEditor
          draft={draft}
          answered={answered.get(id) ?? 0}
          savedKind={savedKind}
          problems={problems}
          onChange={(change) => dispatch({ type: 'change', id, change })}
          onClose={() => dispatch({ type: 'open', id: undefined })}
        />
      )}
    </li>
  );
}

export function ArchivedQuestions({ state, answered, dispatch }: ListProps) {
  const { archived, asked } = state;
  const part = useKeepFocus<HTMLDetailsElement>();
  const wasArchived = (draft: Draft) =>
    state.saved.some((question) => question.id === draft.id && question.archived);
  if (archived.length === 0) return null;
  return (
    <details ref={part} className="group rounded-m border bg-card">
      <summary
        tabIndex={0}
        className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 rounded-m px-4 py-2 font-semibold text-sm"
      >
        {say('{count} archived question', '{count} archived questions', { count: archived.length })}
        <ChevronDown aria-hidden className="size-4.5 shrink-0 text-ink-2 group-open:rotate-180" />
      </summary>
      <ul aria-label={say('Archived questions')} className="divide-y divide-line border-t">
        {archived.map((draft) => (
          <li key={draft.id} className="flex items-center gap-3 py-2 pe-2 ps-4">
            <span className="min-w-0 flex-1 break-words">
              <span className="block font-medium">
                {say('{draft} (archived)', { draft: nameOf(draft) })}
              </span>
              <span className="block text-ink-2 text-sm">
                {summaryOf(draft, answered.get(draft.id))}
              </span>
            </span>
            {draft.sponsor && wasArchived(draft) ? (
              <span className="text-ink-2 text-sm">
                {say("Turn it on again in the sponsor's settings")}
              </span>
            ) : (
              <Button
                size="small"
                aria-label={say('Restore {draft}', { draft: nameOf(draft) })}
                disabled={asked.length >= QUESTIONS_MAX}
                onClick={() => dispatch({ type: 'restore', id: draft.id })}
              >
                {say('Restore')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
