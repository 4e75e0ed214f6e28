import { helpPages } from '@drawbridge/contract/core/pages';
import { english } from '@drawbridge/contract/languages/english';
import type { ServerStatus, ServerWarningKind } from '@drawbridge/contract/operations/status';
import { type MailStatus, mailKinds } from '@drawbridge/contract/outreach/mail';
import { useQuery } from '@tanstack/react-query';
import { Copy, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { copyText } from '../../lib/device/copy-text.ts';
import { apiQuery } from '../../lib/queries/query-client.ts';
import { useApiMutation } from '../../lib/queries/use-api-mutation.ts';
import { formatBytes } from '../../lib/texts/figures.ts';
import { formatTimestamp } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import { showToast } from '../../lib/toast.ts';
import { SettingsSection } from '../../team/settings/settings-section.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Resource } from '../../ui/resource.tsx';
import { RichText } from '../../ui/rich-text.tsx';

/** The server's status, mail and backups, for its operator. */
export function ServerPage() {
  const status = useQuery({ ...apiQuery('/api/status'), staleTime: 0 });
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={say('Server')} subtitle={say('Status, email and backups')} />
      <div className="flex max-w-3xl flex-col gap-4">
        <Resource
          card
          reads={[status]}
          what={{
            loading: say('Loading server status'),
            failed: say('Could not load server status'),
          }}
        >
          {(known) => (
            <>
              <StatusSection status={known} />
              <BackupSection {...known.backup} />
            </>
          )}
        </Resource>
        <MailSection />
      </div>
    </div>
  );
}

const BackupDialog = lazyDialog(() => import('./backup-dialog.tsx'), 'BackupDialog');

function StatusSection({ status }: { status: ServerStatus }) {
  const { warnings } = status;
  return (
    <SettingsSection
      title={say('Status')}
      help={say('What works and what does not. The operator of this server can change it.')}
      aside={
        <Badge tone={warnings.length > 0 ? 'wait' : 'ok'}>
          {warnings.length > 0 ? say('Needs attention') : say('All good')}
        </Badge>
      }
    >
      {warnings.length > 0 && (
        <ul aria-label={say('Warnings')} className="flex flex-col gap-2">
          {warnings.map(({ kind, operator, count }) => (
            <li
              key={`${kind} ${operator}`}
              className="flex flex-wrap items-center gap-x-2.5 gap-y-1"
            >
              <TriangleAlert aria-hidden className="size-4 shrink-0 text-wait" />
              <span className="min-w-0 flex-1 basis-60 break-words">
                {consequences[kind](count)}
              </span>
              {operator && <CopyForOperator text={`${consequences[kind](count)} ${operator}.`} />}
            </li>
          ))}
        </ul>
      )}
      <Facts status={status} />
    </SettingsSection>
  );
}

/** What each warning means for the organiser. */
const consequences: Record<ServerWarningKind, (count: number) => string> = {
  'no-https': () => say("Volunteers' phones cannot work without a network, nor scan badges."),
  'no-address': () =>
    say('QR codes and links have the address in your browser. Phones elsewhere may not open it.'),
  'untrusted-proxy': () => say('All visitors count as one. Many at once may be refused.'),
  'full-disk': () => say('Soon nothing more can be saved.'),
  emails: (count) => say('Delayed or failed emails: {count}, see Email below.', { count }),
  webhooks: (count) => say('Failing or disabled webhooks: {count}, see Integrations.', { count }),
  'sign-on': () => say('Nobody can log in by single sign-on.'),
  'no-backup': () => say('If the disk fails, leads and draws may be lost.'),
};

/** Copies the cause of a warning, which concerns the operator alone. */
function CopyForOperator({ text }: { text: string }) {
  return (
    <Button
      icon={Copy}
      size="small"
      variant="quiet"
      onClick={() =>
        copyText(text).then(
          () => showToast({ title: say('Copied'), description: text }),
          () => showToast({ title: say('Copy failed'), description: text, destructive: true }),
        )
      }
    >
      {say('Copy for your operator')}
    </Button>
  );
}

const facts = 'grid gap-x-6 gap-y-3 sm:grid-cols-[10rem_1fr]';

function Facts({ status }: { status: ServerStatus }) {
  const { version, commit, startedAt, database, disks, publicUrl, https } = status;
  return (
    <dl className={facts}>
      <Fact name={say('Version')}>
        {version}
        {commit && ` (${commit})`}
      </Fact>
      <Fact name={say('Running since')}>{formatTimestamp(startedAt)}</Fact>
      <Fact name={say('Database')}>
        {database.embedded ? say('Embedded PostgreSQL') : say('PostgreSQL')} {database.version},{' '}
        {formatBytes(database.bytes)}
      </Fact>
      {disks.map(({ setting, freeBytes, bytes }) => (
        <Fact
          key={setting}
          name={setting === 'DATA_DIR' ? say('Disk of the data') : say('Disk of backups')}
        >
          {say('{freeBytes} of {bytes} free', {
            freeBytes: formatBytes(freeBytes),
            bytes: formatBytes(bytes),
          })}
        </Fact>
      ))}
      <Fact name={say('Address')}>
        {publicUrl ?? say('{origin} (as in your browser)', { origin: location.origin })}
      </Fact>
      <Fact name="HTTPS">{https ? say('On') : say('Off')}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ink-2 max-sm:-mb-3 max-sm:text-sm">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

function BackupSection({ encrypted, nightly, last, downloadedAt }: ServerStatus['backup']) {
  const [asking, setAsking] = useState(false);

  return (
    <SettingsSection
      title={say('Backup')}
      help={
        encrypted
          ? say('All data in one encrypted file. Only the operator can restore it.')
          : say(
              'All data, kept by the operator. Downloading it here needs a passphrase that only the operator can set.',
            )
      }
    >
      <dl className={facts}>
        <Fact name={say('Every night')}>
          {last
            ? `${formatTimestamp(last.at)}, ${formatBytes(last.bytes)}`
            : nightly
              ? say('None yet')
              : say('Off')}
        </Fact>
        {downloadedAt && <Fact name={say('Downloaded')}>{formatTimestamp(downloadedAt)}</Fact>}
      </dl>
      {encrypted && (
        <Button variant="primary" className="self-start" onClick={() => setAsking(true)}>
          {say('Back Up Now')}
        </Button>
      )}
      {asking && <BackupDialog onClose={() => setAsking(false)} />}
    </SettingsSection>
  );
}

const states = {
  waiting: ['wait', english('Retrying')],
  sent: ['ok', english('Sent')],
  bounced: ['danger', english('Bounced')],
  failed: ['danger', english('Failed')],
} as const;

/** The state of the mail: whether it is sent, and how many mails are waiting or have failed. */
function MailSection() {
  const status = useQuery({ ...apiQuery('/api/mail'), staleTime: 0 });
  const account = useQuery(apiQuery('/api/account'));
  const test = useApiMutation({
    send: () => api.post('/api/mail/test'),
    success: ({ to }) => ({
      title: say('Test email queued'),
      description: say('Check the inbox of {to}', { to }),
    }),
    failure: say('Could not send the test email'),
    changes: ['/api/mail'],
  });
  const { data } = status;
  const address = account.data?.email;

  return (
    <SettingsSection
      title={say('Email')}
      help={say('Receipts, emails to winners, login links and password links.')}
      aside={
        data && <Badge tone={data.on ? 'ok' : 'mute'}>{data.on ? say('On') : say('Off')}</Badge>
      }
    >
      <Resource
        reads={[status]}
        what={{
          loading: say('Loading the email status'),
          failed: say('Could not load the email status'),
        }}
      >
        {({ on, from, waiting, troubled, texts }) => (
          <>
            {on ? (
              <>
                <p className="break-words">
                  <RichText
                    text={say('From <from>{from}</from>.', { from: from ?? '' })}
                    tags={{
                      from: (part) => <strong className="[overflow-wrap:anywhere]">{part}</strong>,
                    }}
                  />{' '}
                  {waiting === 0
                    ? say('No emails waiting.')
                    : say('{count} email waiting.', '{count} emails waiting.', { count: waiting })}
                </p>
                <Troubled mails={troubled} />
                <div className="flex flex-col items-start gap-2">
                  <Button
                    disabled={!address}
                    pending={test.isPending}
                    onClick={() => test.mutate()}
                  >
                    {say('Send Test Email')}
                  </Button>
                  <p className="text-ink-2 text-sm">
                    {address
                      ? say('It goes to {address}.', { address })
                      : say('Set your own email address under My account first.')}
                  </p>
                </div>
              </>
            ) : (
              <p>
                <RichText
                  text={say(
                    'Nothing is sent until the operator has <link>set a mail server</link>.',
                  )}
                  tags={{
                    link: (part) => (
                      <a href={`${helpPages.operators}#mail`} className="text-accent-ink underline">
                        {part}
                      </a>
                    ),
                  }}
                />
              </p>
            )}
            {on && <MailTexts texts={texts} />}
          </>
        )}
      </Resource>
    </SettingsSection>
  );
}

/** Previews of the mails, with a made-up event. */
function MailTexts({ texts }: Pick<MailStatus, 'texts'>) {
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold">{say('Email texts')}</h3>
      <ul aria-label={say('Email texts')} className="divide-y divide-line rounded-m border">
        {texts.map(({ kind, subject, text }) => (
          <li key={kind}>
            <details>
              <summary className="min-h-11 cursor-pointer px-3.5 py-2.5">
                {say(mailKinds[kind])}
              </summary>
              <div className="px-3.5 pb-3.5">
                <p className="font-semibold">{subject}</p>
                <p className="mt-2 whitespace-pre-wrap text-ink-2 text-sm [overflow-wrap:anywhere]">
                  {text}
                </p>
              </div>
            </details>
          </li>
        ))}
      </ul>
      <p className="text-ink-2 text-sm">{say("Each email is sent in the recipient's language.")}</p>
    </div>
  );
}

function Troubled({ mails }: { mails: MailStatus['troubled'] }) {
  if (mails.length === 0)
    return <p className="text-ink-2">{say('No email problems in the last month.')}</p>;
  return (
    <ul aria-label={say('Emails with problems')} className="divide-y divide-line rounded-m border">
      {mails.map(({ id, kind, to, state, at, error }) => (
        <li key={id} className="flex flex-col gap-1 px-3.5 py-2.5">
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <Badge tone={states[state][0]} dot>
              {say(states[state][1])}
            </Badge>
            <span className="text-ink-2 text-sm">{formatTimestamp(at)}</span>
          </div>
          <p className="font-medium [overflow-wrap:anywhere]">{to}</p>
          <p className="text-ink-2 text-sm [overflow-wrap:anywhere]">
            {say(mailKinds[kind])}: {error}
          </p>
        </li>
      ))}
    </ul>
  );
}
