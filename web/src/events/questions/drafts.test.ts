import type { AdminQuestion, QuestionInput } from '@drawbridge/contract/events/questions/schemas';
import { describe, expect, it } from 'vitest';
import {
  type Draft,
  type FormAction,
  type FormState,
  isChanged,
  loadForm,
  newChoice,
  newDraft,
  problemsIn,
  reduceForm,
  templates,
  toInputs,
} from './drafts.ts';

/** A question as the server stores it, with its label as its id. */
function saved(label: string, given: Partial<AdminQuestion> = {}): AdminQuestion {
  const { otherId, follows, ...draft } = newDraft({ label });
  const kept = {
    ...{ archived: false, version: 1, choices: [] },
    ...{ earlierTexts: [], earlierTranslations: [], translations: {} },
  };
  return { ...draft, ...kept, ...given, id: label };
}
const event = (...questions: AdminQuestion[]) => ({ questions, questionsVersion: 3 });
const run = (state: FormState, ...actions: FormAction[]) => actions.reduce(reduceForm, state);
const labels = (drafts: readonly Draft[]) => drafts.map(({ label }) => label);
const change = (id: string, changed: Partial<QuestionInput>): FormAction => ({
  type: 'change',
  id,
  change: changed,
});
const boats = { id: 'boats', label: 'Boats', archived: false };
const trains = { id: 'trains', label: 'Trains', archived: true };

describe('the draft of a form', () => {
  const start = loadForm(event(saved('a'), saved('b'), saved('old', { archived: true })));

  it('moves, copies, archives and restores questions', () => {
    const moved = run(start, { type: 'move', id: 'b', index: 0 }, { type: 'duplicate', id: 'b' });
    expect(labels(moved.asked)).toEqual(['b', 'b (copy)', 'a']);
    expect(moved.openId).toBe(moved.asked[1]?.id);
    const archived = run(moved, { type: 'archive', id: 'b' }, { type: 'restore', id: 'old' });
    // The question followed b, which was first.
    expect(labels(archived.asked)).toEqual(['old', 'b (copy)', 'a']);
    expect(labels(archived.archived)).toEqual(['b']);
    expect(isChanged(archived)).toBe(true);
  });

  it('restores a question where it was, as far as those before it are there', () => {
    const four = loadForm(
      event(saved('a'), saved('b', { archived: true }), saved('c'), saved('d')),
    );
    const restored = (state: FormState, ...ids: string[]) =>
      labels(run(state, ...ids.map((id) => ({ type: 'restore', id }) as const)).asked);
    expect(restored(four, 'b')).toEqual(['a', 'b', 'c', 'd']);
    const fewer = run(four, { type: 'archive', id: 'c' }, { type: 'archive', id: 'a' });
    expect(restored(fewer, 'b')).toEqual(['b', 'd']);
    expect(restored(fewer, 'c', 'a', 'b')).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is not changed by what is taken back, blank or of no use to its kind', () => {
    expect(isChanged(start)).toBe(false);
    const there = run(start, change('a', { kind: 'choice', label: 'Topic' }));
    expect(there.asked[0]?.choices).toHaveLength(2);
    expect(isChanged(there)).toBe(true);
    expect(isChanged(run(there, change('a', { kind: 'text', label: 'a', help: '' })))).toBe(false);
    const back = run(start, { type: 'archive', id: 'b' }, { type: 'restore', id: 'b' });
    expect(isChanged(back)).toBe(false);
  });

  it('gives a saved question another id when its kind is changed', () => {
    const input = toInputs(run(start, change('a', { kind: 'number' })))[0];
    expect(input).toMatchObject({ kind: 'number', label: 'a' });
    expect(input?.id).not.toBe('a');
    const topic = loadForm(event(saved('a', { kind: 'choice', choices: [boats, trains] })));
    const choices = [{ id: 'boats', label: 'Ships' }, newChoice(' trains '), newChoice(' ')];
    expect(toInputs(run(topic, change('a', { choices })))[0]).toMatchObject({
      id: 'a',
      choices: [
        { id: 'boats', label: 'Ships' },
        // A choice with its archived name gets its id back, and with it the answers that chose it.
        { id: 'trains', label: ' trains ' },
      ],
    });
  });

  it('takes no more than 20 questions, and none twice', () => {
    const [first, ...rest] = templates.map(({ question }) => newDraft(question));
    const drafts = Array.from({ length: 30 }, () => newDraft(first));
    expect(run(start, { type: 'add', drafts }).asked).toHaveLength(20);
    const once = run(start, { type: 'add', drafts: rest }, { type: 'add', drafts: rest });
    expect(labels(once.asked)).toEqual(['a', 'b', ...labels(rest)]);
    const copied = run(start, { type: 'add', drafts: start.archived });
    expect([labels(copied.asked), copied.archived]).toEqual([['a', 'b', 'old'], []]);
  });

  it('shows what the server refused at its question, and opens that', () => {
    const choices = [newChoice(), { id: 'boats', label: 'Boats' }, { id: 'more', label: 'Boats' }];
    const state = run(start, change('b', { kind: 'choice', choices }));
    const fields = [
      { field: 'questions.1.choices', message: 'Two choices have the same name' },
      { field: 'questions.1.choices.1.label', message: 'A choice is too long' },
      { field: 'version', message: 'The version is not valid' },
    ];
    const problems = problemsIn(fields, state.asked, toInputs(state));
    expect(problems).toEqual({
      b: { choices: 'Two choices have the same name', more: 'A choice is too long' },
    });
    const refused = run(state, { type: 'refuse', problems });
    expect(refused.openId).toBe('b');
    expect(run(refused, change('b', { label: 'c' })).problems).toEqual({});
  });

  it('stays as it is here, or becomes theirs, when somebody else has saved meanwhile', () => {
    const mine = run(start, change('a', { label: 'A' }), { type: 'archive', id: 'b' });
    const theirs = {
      questions: [saved('new'), saved('a', { help: 'theirs' }), saved('b'), saved('old')],
      questionsVersion: 4,
    };
    const kept = run(mine, { type: 'keep', event: theirs });
    expect([labels(kept.asked), kept.asked[0]?.help, kept.version]).toEqual([['A'], null, 4]);
    // The replaced questions can be restored.
    expect(labels(kept.archived)).toEqual(['new', 'b', 'old']);
    expect(isChanged(kept)).toBe(true);
    const loaded = run(mine, { type: 'load', event: theirs });
    expect([labels(loaded.asked), isChanged(loaded)]).toEqual([['new', 'a', 'b', 'old'], false]);
  });
});
