import type { AdminEvent } from '@drawbridge/contract/events/events';
import { QUESTIONS_MAX } from '@drawbridge/contract/events/questions/kinds';
import { useQuery } from '@tanstack/react-query';
import { ListPlus, Plus } from 'lucide-react';
import { type ComponentType, useReducer, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api-client.ts';
import { formatTimestamp } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { useUnsavedChanges } from '../../ui/dialogs/unsaved-changes.ts';
import { Menu } from '../../ui/menu.tsx';
import { EmptyState } from '../../ui/resource.tsx';
import { answerCountsQuery, lastChangeQuery, useSaveQuestions } from './api.ts';
import {
  type Draft,
  isChanged,
  loadForm,
  newDraft,
  problemsIn,
  reduceForm,
  templates,
  toInputs,
} from './drafts.ts';
import { ArchivedQuestions, QuestionList } from './question-list.tsx';

const CopyQuestionsDialog = lazyDialog(
  () => import('./copy-questions-dialog.tsx'),
  'CopyQuestionsDialog',
);

export interface FormPreviewProps {
  event: AdminEvent;
  drafts: readonly Draft[];
  /** The question that is being edited, which is scrolled into sight. */
  openId: string | undefined;
}

interface FormBuilderProps {
  event: AdminEvent;
  /** The events whose questions can be copied. */
  events: readonly AdminEvent[];
  /** Shows the forms with the unsaved drafts. */
  Preview: ComponentType<FormPreviewProps>;
}

/** The questions of an event, and beside them a preview of the form. */
export function FormBuilder({ event, events, Preview }: FormBuilderProps) {
  const [state, dispatch] = useReducer(reduceForm, event, loadForm);
  const [copying, setCopying] = useState(false);
  const save = useSaveQuestions(event.id);
  const { data: counts = [] } = useQuery(answerCountsQuery(event.id));
  const answered = new Map(counts.map((each) => [each.question, each.answered]));
  const preview = useRef<HTMLElement>(null);
  const changed = isChanged(state);
  useUnsavedChanges(changed);
  const sources = events.filter(
    ({ id, questions }) => id !== event.id && questions.some(({ archived }) => !archived),
  );
  const add = (draft: Draft) => dispatch({ type: 'add', drafts: [draft] });
  const additions = [
    { label: say('New question'), onSelect: () => add(newDraft()) },
    ...templates.map(({ hint, question }) => ({
      label: say(question.label),
      hint: say(hint),
      // The event's own texts, in the language of the person who writes them.
      onSelect: () => add(newDraft({ ...question, label: say(question.label) })),
    })),
    ...(sources.length > 0
      ? [{ label: say('Copy from another event…'), onSelect: () => setCopying(true) }]
      : []),
  ];

  function saveForm() {
    if (!changed) return;
    const questions = toInputs(state);
    save.mutate(
      { version: state.version, questions },
      {
        onSuccess: (saved) => dispatch({ type: 'load', event: saved }),
        onError: (error) => {
          const fields = error instanceof ApiError ? error.fields : [];
          dispatch({ type: 'refuse', problems: problemsIn(fields, state.asked, questions) });
        },
      },
    );
  }

  return (
    // A focused element is scrolled out from behind the bars at the top and the bottom.
    <div className="@container [&_:is(input,button,textarea,summary)]:scroll-my-24">
      <div className="grid grid-cols-1 items-start gap-6 @4xl:grid-cols-[minmax(0,1fr)_auto]">
        <div inert={save.isPending} className="flex min-w-0 flex-col gap-4">
          {!save.isPending && event.questionsVersion !== state.version && (
            <SavedElsewhere
              key={event.questionsVersion}
              eventId={event.id}
              onChoice={(type) => dispatch({ type, event })}
            />
          )}
          {event.status === 'active' && <ActiveNotice />}
          {state.asked.length > 0 ? (
            <QuestionList state={state} answered={answered} dispatch={dispatch} />
          ) : (
            <Card>
              <EmptyState
                icon={ListPlus}
                title={say('Ask what you need to know')}
                help={say(
                  'The form asks for a name, a phone number and an email address. Add questions for visitors, and notes for volunteers.',
                )}
              />
              <div className="-mt-6 flex flex-wrap justify-center gap-2 px-6 pb-8">
                {additions.slice(1).map(({ label, onSelect }) => (
                  <Button key={label} size="small" onClick={onSelect}>
                    {label}
                  </Button>
                ))}
              </div>
            </Card>
          )}
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p role="status" className="text-ink-2 text-sm">
              {state.asked.length < QUESTIONS_MAX
                ? say('{asked} of at most {max} questions', {
                    asked: state.asked.length,
                    max: QUESTIONS_MAX,
                  })
                : say('An event asks at most {max} questions. Archive one to add another.', {
                    max: QUESTIONS_MAX,
                  })}
            </p>
            <Menu items={additions}>
              <Button variant="soft" disabled={state.asked.length >= QUESTIONS_MAX}>
                <Plus aria-hidden />
                {say('Add question')}
              </Button>
            </Menu>
          </div>
          <ArchivedQuestions state={state} answered={answered} dispatch={dispatch} />
        </div>
        <section
          ref={preview}
          aria-labelledby="preview"
          className="flex w-full flex-col gap-3 @4xl:sticky @4xl:top-18 @4xl:w-92"
        >
          <h2 id="preview" className="scroll-mt-18 text-lg">
            {say('Preview')}
          </h2>
          <Preview event={event} drafts={state.asked} openId={state.openId} />
          <p className="text-center text-ink-2 text-sm">
            {say('Try the form. Nothing is sent from here.')}
          </p>
        </section>
      </div>

      <div
        data-bottom-bar=""
        className="sticky bottom-0 z-10 -mx-4 mt-4 flex items-center gap-3 border-t bg-paper px-4 py-3 md:-mx-5 md:px-5 lg:-mx-8 lg:px-8"
      >
        <Button
          variant="quiet"
          className="@4xl:hidden"
          onClick={() => preview.current?.scrollIntoView()}
        >
          {say('Preview')}
        </Button>
        <p role="status" className="ms-auto text-ink-2 text-sm">
          {changed ? say('Not saved yet') : say('All changes are saved')}
        </p>
        <Button
          variant="primary"
          pending={save.isPending}
          aria-disabled={!changed}
          onClick={saveForm}
        >
          {save.isPending ? say('Saving...') : say('Save')}
        </Button>
      </div>

      {copying && (
        <CopyQuestionsDialog
          events={sources}
          asked={state.asked}
          onCopy={(drafts) => dispatch({ type: 'add', drafts })}
          onClose={() => setCopying(false)}
        />
      )}
    </div>
  );
}

interface SavedElsewhereProps {
  eventId: string;
  onChoice: (choice: 'load' | 'keep') => void;
}

function SavedElsewhere({ eventId, onChoice }: SavedElsewhereProps) {
  const { data } = useQuery(lastChangeQuery(eventId));
  const [last] = data ?? [];
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-m bg-wait-soft px-4 py-3"
    >
      <p className="min-w-0 flex-1 basis-72 break-words">
        {[
          say('This form has been saved elsewhere since you opened it.'),
          last?.actor &&
            say('{name} changed it last, {moment}.', {
              name: last.actor.name ?? '',
              moment: formatTimestamp(last.at),
            }),
          say('If you keep your version, saving replaces theirs.'),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      <Button onClick={() => onChoice('load')}>{say('Load theirs')}</Button>
      <Button onClick={() => onChoice('keep')}>{say('Keep mine')}</Button>
    </div>
  );
}

/** Says who is affected by a change of the form, and how. */
function ActiveNotice() {
  return (
    <div className="rounded-m bg-sunk px-4 py-3 text-sm">
      <p className="font-semibold">{say('This event is active. When you save:')}</p>
      <ul className="mt-1 list-disc ps-5 text-ink-2">
        <li>{say('New visitors get the new form at once, volunteers when they are online.')}</li>
        <li>
          {say(
            'Visitors who have the form open can still send it, and so can volunteers without a network. If a required answer is missing then, the lead is marked “Incomplete”.',
          )}
        </li>
        <li>{say('Archived questions are no longer asked. Their answers stay.')}</li>
      </ul>
    </div>
  );
}
