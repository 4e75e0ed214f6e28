import {
  contactFields,
  emptyContact,
  type LeadContact,
  toTyped,
} from '@drawbridge/contract/collecting/contact';
import { postedAnswers } from '@drawbridge/contract/collecting/initial-data';
import type { PublicEvent } from '@drawbridge/contract/events/events';
import {
  controlName,
  toTypedAnswers,
  typedAnswers,
} from '@drawbridge/contract/events/questions/answers';
import {
  kindOf,
  LONG_TEXT_MAX,
  TEXT_MAX,
  type TypedAnswer,
} from '@drawbridge/contract/events/questions/kinds';
import type { QuestionMeaning } from '@drawbridge/contract/events/questions/meanings';
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { currentSession, onLogin, onLogout } from '../../lib/api/session.ts';
import { readStored, writeStored } from '../../lib/device/storage.ts';
import { currentLanguage } from '../../lib/texts/texts.ts';
import { useCheckedForm } from '../../lib/use-zod-form.ts';
import { createLeadAttempts, type LeadAttempt } from '../lead-form/lead-attempts.ts';
import { useAnswers } from '../lead-form/use-answers.tsx';
import type { TypedLead } from '../lead-form/volunteer-form.tsx';
import type { Badge } from './badge/read-badge.ts';
import { checkLead } from './lead-rules.ts';
import type { OutboxLead } from './outbox/outbox-rules.ts';

const blank = { ...emptyContact, marketing: false };

/** The form for one attendee after another; it starts with the unsent draft of this event, if any. */
export function useLeadForm({ id: eventId, country, questions }: PublicEvent) {
  const [draft] = useState(() => keptDraft(eventId));
  const form = useCheckedForm<TypedLead, LeadContact>({
    resolver: checkLead(country),
    defaultValues: { ...blank, ...draft?.fields },
  });
  const answers = useAnswers(questions, { audience: 'volunteers' });
  // The initial values of the question fields; a new key creates the fields again.
  const [shown, setShown] = useState({
    key: 0,
    typed: typedAnswers(questions, new URLSearchParams(draft?.answers)),
  });
  const attempts = useRef(new Map(draft?.attempts));
  const lastBadge = useRef<Badge>({});
  const element = useRef<HTMLFormElement>(null);
  const answered = useCallback(() => postedAnswers(new FormData(element.current ?? undefined)), []);
  const keep = useCallback(() => {
    const fields = { ...blank, ...form.getValues() };
    keepDraft({ eventId, fields, answers: answered(), attempts: [...attempts.current] });
  }, [form, eventId, answered]);

  function showAnswers(typed: Record<string, TypedAnswer>) {
    // Rendered at once, because the draft is read from the fields.
    flushSync(() => setShown(({ key }) => ({ key: key + 1, typed })));
  }

  /** Fills in the questions whose meaning is on the badge. */
  function fillAnswers(badge: Badge) {
    for (const question of questions) {
      const { control } = kindOf(question);
      const meaning = question.meaning as QuestionMeaning | null;
      const field = element.current?.elements.namedItem(controlName(question));
      if (!meaning || !(control === 'line' || control === 'paragraph') || !field) continue;
      const max = control === 'line' ? TEXT_MAX : LONG_TEXT_MAX;
      const input = field as HTMLInputElement;
      const ownText = input.value === lastBadge.current[meaning]?.slice(0, max) ? '' : input.value;
      input.value = badge[meaning]?.slice(0, max) ?? ownText;
      if (input.value) input.closest('details')?.setAttribute('open', '');
    }
  }

  useEffect(() => {
    // Saved at once, so that the input moves along when another event is chosen.
    keep();
    return form.subscribe({ formState: { values: true }, callback: keep });
  }, [form, keep]);

  return {
    form,
    element,
    answers,
    shown,
    keep,
    attemptFor: (...contents: (string | null)[]) => {
      const attempt = createLeadAttempts(attempts.current)(eventId, ...contents);
      keep();
      return attempt;
    },
    clear: () => {
      // The next attendee needs new attempts, because they may have the same details.
      attempts.current = new Map();
      lastBadge.current = {};
      showAnswers({});
      // The order matters: a reset form registers its fields only in the next render.
      form.setFocus('name');
      form.reset(blank);
      keep();
    },
    /**
     * Fills the form from a badge; nothing is added before the button is pressed. Typed text stays, but not text from
     * another person's badge.
     */
    fill: (badge: Badge) => {
      fillAnswers(badge);
      for (const field of contactFields) {
        const before = form.getValues(field);
        const ownText = before === lastBadge.current[field] ? '' : before;
        form.setValue(field, badge[field] ?? ownText, { shouldDirty: true });
      }
      lastBadge.current = badge;
      const missing = contactFields.find((field) => !form.getValues(field));
      if (missing) form.setFocus(missing);
    },
    /** Fills the form again with a lead that was undone, unless the next one is being typed. */
    restore: (lead: OutboxLead) => {
      if (Object.values(form.getValues()).some(Boolean) || answered()) return;
      showAnswers(toTypedAnswers(questions, lead.answers, currentLanguage()));
      form.reset({ ...toTyped(lead), marketing: lead.marketing ?? false });
      form.setFocus('name');
    },
  };
}

/** An attendee who has been typed in but not added yet. */
interface LeadDraft {
  userId: string;
  eventId: string;
  fields: TypedLead;
  /** The answers in the format in which a browser would post them. */
  answers: string;
  /** The attempts of the draft, because an earlier one may have arrived although its response was lost. */
  attempts: [contents: string, made: LeadAttempt][];
}

const KEY = 'draft';
let kept = readDraft();

/**
 * Stores the form's input so that it survives a reload, and an expired session until the volunteer logs in again. It is
 * stored in this tab only, so that no visitor's data is left on a borrowed device.
 */
function keepDraft(draft: Omit<LeadDraft, 'userId'>): void {
  const { user } = currentSession();
  if (!user) return;
  const typed = Object.values(draft.fields).some(Boolean) || draft.answers !== '';
  store(typed ? { ...draft, userId: user.id } : undefined);
}

function store(draft: LeadDraft | undefined): void {
  kept = draft;
  writeStored(KEY, draft ? JSON.stringify(draft) : null, 'in this tab');
}

function readDraft(): LeadDraft | undefined {
  try {
    return JSON.parse(readStored(KEY, 'in this tab') ?? 'null') ?? undefined;
  } catch {
    // The stored text is damaged.
    return undefined;
  }
}

function keptDraft(eventId: string): LeadDraft | undefined {
  const own = kept?.userId === currentSession().user?.id;
  return own && kept?.eventId === eventId ? kept : undefined;
}

onLogout(() => store(undefined));
onLogin((otherUser) => {
  if (otherUser) store(undefined);
});
