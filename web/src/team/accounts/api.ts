import type { Invitation } from '@drawbridge/contract/login/password-links';
import { api, sentenceOf } from '../../lib/api/api-client.ts';
import { endSentence } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import { showToast } from '../../lib/toast.ts';

export const inviteVolunteer = (volunteerId: string, email: string | null = null) =>
  api.post('/api/users/:volunteerId/invitation', { params: { volunteerId }, body: { email } });

/**
 * Waits for the invitation to a new account. If it fails, the account stays and a toast names the button for a retry.
 */
export async function inviteTo(
  button: string,
  sent: Promise<Invitation>,
): Promise<Invitation | undefined> {
  return sent.catch((error) => {
    showToast({
      title: say('Account created, but the invitation failed'),
      description: `${endSentence(sentenceOf(error))} ${say('Use {button} to invite them.', { button })}`,
      destructive: true,
    });
    return undefined;
  });
}

export interface Invited extends Invitation {
  /** The invited user's name, with which they log in. */
  name: string;
  username: string;
  who?: 'volunteer';
}
