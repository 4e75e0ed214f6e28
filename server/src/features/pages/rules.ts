import { createHash, randomUUID } from 'node:crypto';
import type { PostedEntry } from '@drawbridge/contract/first-view';
import { type LeadInput, publicLeadInput } from '@drawbridge/contract/leads';
import { z } from 'zod';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A field that is missing counts as empty. */
const field = z.string().catch('');
const formFields = z.object({
  name: field,
  phone: field,
  email: field,
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

/** The page's id, or a new one if there is none. */
export function pageIdOf({ id }: PostedForm): string {
  return uuid.test(id) ? id : randomUUID();
}

/** The entry in a posted form, or how to explain what is wrong with it. */
export function readEntry(
  eventId: string,
  form: PostedForm,
): { lead: LeadInput } | { refused: RefusedEntry } {
  const { name, phone, email, website, marketing } = form;
  const typed = { name, phone, email, marketing };
  const entry = publicLeadInput.safeParse({
    id: entryId(form, eventId),
    eventId,
    website,
    // Other programs may post a form without a version.
    ...(/^\d{1,9}$/.test(form.consentVersion) && { consentVersion: Number(form.consentVersion) }),
    ...typed,
    marketing: marketing === '' ? undefined : marketing === 'yes',
  });
  if (entry.success) return { lead: entry.data };
  // The form finds and explains the problems of its three fields by itself.
  const other = entry.error.issues.find(({ path }) => !(String(path[0]) in typed));
  return { refused: { typed, ...(other && { refusal: other.message }) } };
}

/**
 * The same contents of the same page have the same id: posting them again, by a double press or by loading
 * the answer again, makes no second lead. What was corrected is a new entry.
 */
function entryId(form: PostedForm, eventId: string): string {
  const { name, phone, email, marketing } = form;
  const contents = JSON.stringify([pageIdOf(form), eventId, name, phone, email, marketing]);
  const hex = createHash('sha256').update(contents).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ].join('-');
}
