import type { QuestionInput } from '@drawbridge/contract/events/questions/schemas';

export type WrittenQuestion = Partial<QuestionInput> & Pick<QuestionInput, 'kind' | 'label'>;

const choices = [
  { id: 'boats', label: 'Boats' },
  { id: 'trains', label: 'Trains; "fast"' },
];

/** One question of every kind, for tests. */
export const everyKind = {
  company: { kind: 'text', label: 'Company', required: true, meaning: 'company' },
  notes: { kind: 'longText', label: 'Notes', askedOf: 'volunteers' },
  staff: { kind: 'number', label: 'Staff' },
  since: { kind: 'date', label: 'Since' },
  topic: { kind: 'choice', label: 'Topic', choices, other: true },
  topics: { kind: 'choices', label: 'Topics', help: 'Everything counts.', choices, other: true },
  buyer: { kind: 'yesNo', label: 'Buyer' },
  warm: { kind: 'rating', label: 'Warm', askedOf: 'volunteers' },
  rules: { kind: 'agreement', label: 'Rules', text: 'Be kind.', required: true },
} satisfies Record<string, WrittenQuestion>;

/** Questions of all kinds in the public form. */
export const askedOfVisitors = {
  ...everyKind,
  notes: { ...everyKind.notes, askedOf: 'both' },
  warm: { ...everyKind.warm, askedOf: 'both' },
} satisfies Record<string, WrittenQuestion>;
