import { retryAfterSeconds, type Work } from '../../core/queue/queue.ts';
import type { Database } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { MailSettings } from '../../settings.ts';
import { composeEmail } from './compose-email.ts';
import { createMailSender } from './smtp.ts';
import {
  type ClaimedMail,
  claimMails,
  type MailResult,
  releaseMails,
  saveMailResults,
} from './store.ts';

/** The number of connections to the mail server per process. */
const AT_ONCE = 4;
/** The time for which a stopping server waits for running sends, which would otherwise be sent twice. */
const STOPPING_MS = 3_000;
const ERROR_MAX = 500;

interface MailOptions {
  db: Database;
  mail: MailSettings;
  onAttempt?: ((outcome: 'delivered' | 'failed' | 'refused') => void) | undefined;
}

type Attempted = Pick<MailResult, 'outcome' | 'error' | 'because'>;

/** The queue of mail. This module is loaded only if mail is on, with the SMTP library. */
export function mailWork({ db, mail, onAttempt }: MailOptions): Work<ClaimedMail, MailResult> {
  const post = createMailSender(mail);

  async function attempt(claimed: ClaimedMail): Promise<Attempted> {
    try {
      if (claimed.late) {
        const error = 'It could not be sent in time';
        return { outcome: 'failed', error, because: error };
      }
      const addressed = await inTransaction(db, (tx) => composeEmail(tx, claimed, mail.publicUrl));
      if (!addressed) return { outcome: 'superfluous', error: null };
      await post(claimed.id, addressed);
      onAttempt?.('delivered');
      return { outcome: 'sent', error: null };
    } catch (error) {
      const failure = error as MailError;
      const refused = isRefused(failure);
      onAttempt?.(refused ? 'refused' : 'failed');
      const reason = refused ? (failure.response ?? failure.message) : failure.message;
      return {
        outcome: refused ? 'bounced' : 'waiting',
        // PostgreSQL cannot store NUL.
        error: reason.replaceAll('\0', '').slice(0, ERROR_MAX),
        // A wrong address is not logged, because an operator cannot fix it.
        ...(!refused && { because: describeWithoutAddress(failure) }),
      };
    }
  }

  return {
    kind: 'mail',
    waits: 'mail has to wait',
    fails: 'mail cannot be sent, and is tried again',
    claim: (sending) => claimMails(db, AT_ONCE - sending.length),
    async send(claimed, stopping) {
      if (stopping.aborted) return undefined;
      const attempted = await untilStopped(attempt(claimed), stopping);
      const { id, attempts } = claimed;
      return attempted && { id, retryAfterSeconds: retryAfterSeconds(attempts), ...attempted };
    },
    failureOf: ({ because }) => (because === undefined ? undefined : { because }),
    note: (results) => saveMailResults(db, results),
    release: (mails) => releaseMails(db, mails),
  };
}

/** Describes an error by its codes, because the server's message may name the recipient. */
function describeWithoutAddress({ code, responseCode, command }: MailError): string {
  return [code, command, responseCode].filter((part) => part !== undefined).join(' ') || 'unknown';
}

/** The result, or undefined if it is still missing shortly after the server began to stop. */
function untilStopped<T>(working: Promise<T>, stopping: AbortSignal): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  let giveUp = () => {};
  const givenUp = new Promise<undefined>((resolve) => {
    giveUp = () => {
      timer = setTimeout(resolve, STOPPING_MS, undefined);
    };
  });
  stopping.addEventListener('abort', giveUp);
  return Promise.race([working, givenUp]).finally(() => {
    clearTimeout(timer);
    stopping.removeEventListener('abort', giveUp);
  });
}

/** The library's error about a mail that was not accepted. */
interface MailError {
  message: string;
  code?: string | undefined;
  command?: string | undefined;
  permanent?: boolean | undefined;
  responseCode?: number | undefined;
  /** The server's own message, without the library's. */
  response?: string | undefined;
}

/**
 * True if the server has permanently refused this mail or its recipient. If it refuses our password or our sender
 * address, the operator must fix that, and the mail waits.
 */
function isRefused({ code, command, permanent, responseCode }: MailError): boolean {
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  // Without a response code, the library itself cannot write to such an address.
  return command !== 'MAIL FROM' && (responseCode === undefined || permanent === true);
}
