import { countOf } from '../../lib/formats.ts';
import type { ToastMessage } from '../../lib/toast.ts';

/** The toast for a new event, depending on how many of its sponsors could not be added. */
export function creationToast(sponsors: number, failed: number): ToastMessage {
  if (failed === 0) {
    return {
      title: 'Event created',
      description: sponsors > 0 ? `${countOf(sponsors, 'sponsor')} added` : undefined,
    };
  }
  if (failed < sponsors) {
    return {
      title: 'Event created with errors',
      description: `Event created but ${failed} of ${sponsors} sponsor(s) failed to create. Please use the Sponsors button to add them manually.`,
      destructive: true,
    };
  }
  return {
    title: 'Event created, sponsors failed',
    description: `Event created but ${sponsors === 1 ? 'its sponsor' : `all ${sponsors} sponsors`} failed to create. Please use the Sponsors button to add them manually.`,
    destructive: true,
  };
}
