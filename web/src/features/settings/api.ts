import type { EmailChange, PasswordChange, Session } from '@drawbridge/contract/accounts/accounts';
import type { Passkey } from '@drawbridge/contract/accounts/passkeys';
import { api, downloadFile } from '../../lib/api-client.ts';
import { today } from '../../lib/day-formats.ts';
import { explainPasskey, makePasskey } from '../../lib/passkeys.ts';
import { sendOnce } from '../../lib/post-once.ts';
import { changeRows, reading, removeRow } from '../../lib/query-client.ts';
import { saveFile } from '../../lib/save-file.ts';
import { t } from '../../lib/texts.ts';
import { useChange } from '../../lib/use-change.ts';

const ACCOUNT = '/api/account';
const SESSIONS = '/api/account/sessions';
const STATUS = '/api/status';
const MAIL = '/api/mail';

export const ownAccountQuery = reading('/api/account');
export const sessionsQuery = {
  ...reading('/api/account/sessions'),
  // Other devices change them.
  staleTime: 0,
};

/** Read again with every visit. */
export const serverStatusQuery = { ...reading('/api/status'), staleTime: 0 };

/** What is confirmed with the password. */
type Confirmed = { currentPassword: string };

const describeEnded = ({ ended }: { ended: number }) =>
  ended === 0 ? t('volunteer.noOtherSessions') : t('volunteer.othersEnded', { count: ended });

export function useChangePassword() {
  return useChange({
    send: (body: PasswordChange) => api.post('/api/account/password', { body }),
    success: (answer) => ({
      title: t('volunteer.passwordChanged'),
      description: describeEnded(answer),
    }),
    failure: t('volunteer.passwordNotChanged'),
    changes: [ACCOUNT],
  });
}

export function useChangeEmail() {
  return useChange({
    send: (body: EmailChange) => api.post('/api/account/email', { body }),
    success: ({ email }) => ({
      title: email ? 'Address saved' : 'Address removed',
      ...(email && { description: email }),
    }),
    failure: 'Address not saved',
    changes: [ACCOUNT],
  });
}

/** Read again with every visit, and after a test. */
export const mailStatusQuery = { ...reading('/api/mail'), staleTime: 0 };

export function useTestMail() {
  return useChange({
    send: () => api.post('/api/mail/test'),
    success: ({ to }) => ({ title: 'Test on its way', description: `Look into ${to}` }),
    failure: 'No test was sent',
    changes: [MAIL],
  });
}

export function useEndSession() {
  return useChange({
    send: (sessionId: string) =>
      api.delete('/api/account/sessions/:sessionId', { params: { sessionId } }),
    show: (_answer, id) => removeRow(SESSIONS, id),
    success: {
      title: t('volunteer.sessionEnded'),
      description: t('volunteer.sessionEndedHelp'),
    },
    failure: t('volunteer.sessionNotEnded'),
    changes: [SESSIONS],
  });
}

export function useEndOtherSessions() {
  return useChange({
    send: () => api.delete('/api/account/sessions'),
    show: () =>
      changeRows<Session>(SESSIONS, (sessions) => sessions.filter(({ current }) => current)),
    success: (answer) => ({
      title: t('volunteer.sessionsEnded'),
      description: describeEnded(answer),
    }),
    failure: t('volunteer.sessionsNotEnded'),
    changes: [SESSIONS],
  });
}

export function useStartSecondFactor() {
  return useChange({
    send: (body: Confirmed) => sendOnce('/api/account/second-factor', { body }),
    failure: 'The second factor could not be set up',
  });
}

export function useConfirmSecondFactor() {
  return useChange({
    send: (body: { code: string }) => api.post('/api/account/second-factor/confirm', { body }),
    failure: 'The second factor is not on yet',
    changes: [ACCOUNT],
  });
}

export function useReplaceRecoveryCodes() {
  return useChange({
    send: (body: Confirmed) => sendOnce('/api/account/second-factor/recovery-codes', { body }),
    failure: 'No new recovery codes',
    changes: [ACCOUNT],
  });
}

export function useRemoveSecondFactor() {
  return useChange({
    send: (body: Confirmed) => api.post('/api/account/second-factor/delete', { body }),
    success: { title: 'Second factor off', description: 'You log in with your password alone' },
    failure: 'The second factor is still on',
    changes: [ACCOUNT],
  });
}

export function useAddPasskey(name: string) {
  return useChange({
    send: async (body: Confirmed) => {
      const options = await api.post('/api/account/passkeys/options', { body });
      const credential = await makePasskey(options);
      return api.post('/api/account/passkeys', { body: { name, credential } });
    },
    success: { title: t('volunteer.passkeyAdded') },
    failure: (error) => ({
      title: t('volunteer.passkeyNotAdded'),
      description: explainPasskey(error),
    }),
    changes: [ACCOUNT],
  });
}

export function useRenamePasskey(passkeyId: string) {
  return useChange({
    send: (body: Pick<Passkey, 'name'>) =>
      api.patch('/api/account/passkeys/:passkeyId', { params: { passkeyId }, body }),
    failure: t('volunteer.passkeyNotRenamed'),
    changes: [ACCOUNT],
  });
}

export function useRemovePasskey(passkeyId: string) {
  return useChange({
    send: (body: Confirmed) =>
      api.post('/api/account/passkeys/:passkeyId/delete', { params: { passkeyId }, body }),
    success: { title: t('volunteer.passkeyRemoved') },
    failure: t('volunteer.passkeyNotRemoved'),
    changes: [ACCOUNT],
  });
}

export function useDownloadBackup() {
  return useChange({
    send: async (body: Confirmed) => {
      const content = await downloadFile('/api/status/backup', { body });
      saveFile(`drawbridge-${today()}.tar.gz.age`, content);
    },
    success: { title: 'Backup downloaded', description: 'Keep it where only the operator gets it' },
    failure: 'No backup was downloaded',
    changes: [STATUS],
  });
}
