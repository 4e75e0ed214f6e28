import type { ToastMessage } from '../../lib/toast.ts';

/** What to say after an account was made in an event's dialog; `refused` is why it was not assigned. */
export function creationToast(refused: string | undefined): ToastMessage {
  if (refused === undefined) return { title: 'Volunteer created and assigned' };
  // Some of the server's sentences end with a full stop, and this one goes on after it.
  const message = refused.replace(/\.$/, '');
  return {
    title: 'Volunteer created but not assigned',
    description: `Account created successfully, but assignment failed: ${message}. Please use the "Assign Existing" tab to manually assign this volunteer.`,
    destructive: true,
  };
}
