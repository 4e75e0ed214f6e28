import { listedFields, toTyped } from '@drawbridge/contract/contact';
import type { AdminLead, leadChange } from '@drawbridge/contract/leads';
import type { z } from 'zod';
import { changedFields } from '../../../lib/changed-fields.ts';

export type LeadChangeInput = z.input<typeof leadChange>;

/** A lead as the form shows it. */
export function leadDetails(lead: AdminLead): LeadChangeInput {
  return { eventId: lead.eventId, ...toTyped(lead, listedFields) };
}

/**
 * Only the fields that differ from the stored lead. Unchanged fields are neither checked nor sent, because
 * a stored phone number has no punctuation and may be shorter than the form's minimum.
 */
export function changedDetails(lead: AdminLead, typed: LeadChangeInput): LeadChangeInput {
  return changedFields(leadDetails(lead), typed);
}
