import { passkeyCalls } from '@drawbridge/contract/team/calls/account';
import { feature } from '../../core/feature.ts';
import { orProblem, Problem } from '../../errors.ts';
import { bearerToken } from '../../http/session.ts';
import { CONFIRMATION_PREFIX, countConfirmation } from '../../login/auth/confirm-password.ts';
import { forgiveAttempt } from '../../login/auth/login-attempt-store.ts';
import { consumeOneTimeToken, createOneTimeToken, createToken } from '../../login/auth/secrets.ts';
import { endSessions } from '../../login/auth/session-store.ts';
import {
  challengeIn,
  creationOptions,
  partyOf,
  readRegistration,
} from '../../login/passkeys/rules.ts';
import {
  addPasskey,
  confirmByPasskey,
  isFreshSignOn,
  listCredentials,
  removePasskey,
  renamePasskey,
} from '../../login/passkeys/store.ts';

export const passkeys = feature(passkeyCalls, ({ db, settings }) => ({
  confirmWithoutPassword: async ({ body: { passkey }, user, request }) => {
    const subjects = await countConfirmation(db, user, 'too-many-wrong-passwords');
    const signed = passkey && { ...passkey, party: partyOf(settings, request) };
    const confirmed = signed
      ? await confirmByPasskey(db, signed, user.id)
      : await isFreshSignOn(db, user.sessionId);
    // Not 401, which would end the session in the page.
    if (!confirmed) throw new Problem('login-again');
    await forgiveAttempt(db, subjects);
    const token = CONFIRMATION_PREFIX + createToken();
    const details = { sessionId: user.sessionId };
    await createOneTimeToken(db, 'confirmation', token, { userId: user.id, details });
    return { confirmation: token };
  },
  startPasskey: async ({ user, request }) => {
    const known = await listCredentials(db, user.id);
    const options = await creationOptions(partyOf(settings, request), user, known);
    await createOneTimeToken(db, 'new passkey', options.challenge, {
      userId: user.id,
      details: { sessionId: user.sessionId },
    });
    return options;
  },
  createAccountPasskey: async ({ body: { name, credential }, user, change, request }) => {
    const challenge = challengeIn(credential.response.clientDataJSON);
    const token = await consumeOneTimeToken<{ sessionId: string }>(db, 'new passkey', challenge);
    // A challenge from another session may be an attacker's, who would then log in with the passkey.
    if (token?.details.sessionId !== user.sessionId) throw new Problem('passkey-refused');
    const read = await readRegistration(credential, partyOf(settings, request));
    const passkey = orProblem(read, 'passkey-refused');
    return change(async (tx) => {
      const outcome = await addPasskey(tx, user, name, passkey);
      if (outcome.ok && outcome.value.first) {
        await endSessions(tx, user.id, bearerToken(request));
      }
      return outcome;
    });
  },
  updateAccountPasskey: ({ params: { passkeyId }, body: { name }, change }) =>
    change((tx, user) => renamePasskey(tx, user.id, passkeyId, name)),
  deleteAccountPasskey: ({ params: { passkeyId }, change }) =>
    change((tx, user) => removePasskey(tx, user.id, passkeyId)),
}));
