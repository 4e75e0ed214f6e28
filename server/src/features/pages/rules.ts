import { createHash, randomUUID } from 'node:crypto';
import { contactOf, contactValues, mapContact } from '@drawbridge/contract/contact';
import type { PostedEntry, TypedEntry } from '@drawbridge/contract/first-view';
import { type LeadInput, publicLeadInput } from '@drawbridge/contract/leads';
import { z } from 'zod';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A field that is missing counts as empty. */
const field = z.string().catch('');
const formFields = z.object({
  ...mapContact(() => field),
  website: field,
  nonce: field,
  id: field,
  consentVersion: field,
  marketing: field,
});

/** The lead form as a browser posts it by itself. */
export type PostedForm = z.infer<typeof formFields>;
export type RefusedEntry = Extract<PostedEntry, { typed: unknown }>;

export function readPostedForm(body: unknown): PostedForm {
  const read = formFields.safeParse(body);
  // A body that is not a form counts as an empty one.
  return read.success ? read.data : formFields.parse({});
}

/** What the person has typed, to be shown again. */
export function typedIn(form: PostedForm): TypedEntry {
  return { ...contactOf(form), marketing: form.marketing };
}

/** The page's id, or a new one if there is none. */
export function pageIdOf({ id }: PostedForm): string {
  return uuid.test(id) ? id : randomUUID();
}

/** The entry in a posted form, or how to explain what is wrong with it. */
export function readEntry(
  eventId: string,
  form: PostedForm,
): { lead: LeadInput } | { refused: RefusedEntry } {
  const typed = typedIn(form);
  const entry = publicLeadInput.safeParse({
    id: entryId(form, eventId),
    eventId,
    website: form.website,
    // Other programs may post a form without a version.
    ...(/^\d{1,9}$/.test(form.consentVersion) && { consentVersion: Number(form.consentVersion) }),
    ...typed,
    marketing: typed.marketing === '' ? undefined : typed.marketing === 'yes',
  });
  if (entry.success) return { lead: entry.data };
  // The form finds and explains the problems of its fields by itself.
  const other = entry.error.issues.find(({ path }) => !(String(path[0]) in typed));
  return { refused: { typed, ...(other && { refusal: { sentence: other.message } }) } };
}

/**
 * The same contents of the same page have the same id: posting them again, by a double press or by loading
 * the answer again, makes no second lead. What was corrected is a new entry.
 */
function entryId(form: PostedForm, eventId: string): string {
  const typed = [...contactValues(form), form.marketing];
  const contents = JSON.stringify([pageIdOf(form), eventId, ...typed]);
  const hex = createHash('sha256').update(contents).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ].join('-');
}
