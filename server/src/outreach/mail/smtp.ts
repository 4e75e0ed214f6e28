import { createTransport } from 'nodemailer';
import type { MailSettings } from '../../settings.ts';
import type { ComposedEmail } from './compose-email.ts';
import { writeHtml, writeText } from './email-layout.ts';

/** The time limit on the connection, the greeting, and each response of the server. */
const TIMEOUT_MS = 15_000;

function createMailTransport({ server, publicUrl }: Pick<MailSettings, 'server' | 'publicUrl'>) {
  const { host, port, secure, user, password, local } = server;
  return createTransport({
    host,
    port,
    secure,
    ...(user !== undefined && { auth: { user, pass: password } }),
    // A password is sent without TLS to this machine only.
    requireTLS: user !== undefined && !local,
    tls: { rejectUnauthorized: !local },
    name: new URL(publicUrl).hostname,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Creates a function that sends one mail to the mail server. It throws the error of the server or the connection. */
export function createMailSender(mail: MailSettings) {
  const { from } = mail;
  const transport = createMailTransport(mail);
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);

  return async (id: string, { to, email }: ComposedEmail): Promise<void> => {
    await transport.sendMail({
      // Mail that is sent twice, because a server died, has the same id, so most mail programs show it once.
      messageId: `<${id}@${domain}>`,
      from,
      // As an object, because text could name several recipients.
      to: { name: '', address: to },
      envelope: { from: from.address, to: [to] },
      subject: email.subject,
      text: writeText(email),
      html: writeHtml(email),
      // Automatic replies should not be sent.
      headers: {
        'auto-submitted': 'auto-generated',
        'content-language': email.language,
        ...(email.unsubscribe && {
          'list-unsubscribe': `<${email.unsubscribe.url}>`,
          'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
        }),
      },
    });
  };
}

/** The reason why the mail server cannot be used; undefined if it can. Sends nothing. */
export async function describeMailProblem(mail: MailSettings): Promise<string | undefined> {
  const { host, port } = mail.server;
  return createMailTransport(mail)
    .verify()
    .then(
      () => undefined,
      (error: Error) => `Mail cannot be sent through ${host}:${port}: ${error.message}`,
    );
}
