import { endSentence } from '../../lib/sentences.ts';
import type { ToastMessage } from '../../lib/toast.ts';

/** The toast for an account created in an event's dialog; `refused` is why it was not assigned. */
export function creationToast(refused: string | undefined): ToastMessage {
  if (refused === undefined) return { title: 'Volunteer created and assigned' };
  return {
    title: 'Volunteer created but not assigned',
    description: `Account created successfully, but assignment failed: ${endSentence(refused)} Please use the "Assign Existing" tab to manually assign this volunteer.`,
    destructive: true,
  };
}
