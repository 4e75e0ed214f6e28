import { helpPages } from '@drawbridge/contract/core/pages';
import type { ServerStatus } from '@drawbridge/contract/operations/status';
import { type MailStatus, mailKinds } from '@drawbridge/contract/outreach/mail';
import { useQuery } from '@tanstack/react-query';
import { Copy, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { copyText } from '../../lib/device/copy-text.ts';
import { reading } from '../../lib/queries/query-client.ts';
import { useApiMutation } from '../../lib/queries/use-api-mutation.ts';
import { formatBytes } from '../../lib/texts/figures.ts';
import { countOf, formatMoment } from '../../lib/texts/formats.ts';
import { showToast } from '../../lib/toast.ts';
import { SettingsSection } from '../../team/settings/settings-section.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Resource } from '../../ui/resource.tsx';

/** The server's status, mail and backups, for its operator. */
export function ServerPage() {
  const status = useQuery({ ...reading('/api/status'), staleTime: 0 });
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title="Server" subtitle="Status, email and backups" />
      <div className="flex max-w-3xl flex-col gap-4">
        <Resource card reads={[status]} what="server status">
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
      title="Status"
      help="What works and what does not. The operator of this server can change it."
      aside={
        <Badge tone={warnings.length > 0 ? 'wait' : 'ok'}>
          {warnings.length > 0 ? 'Needs attention' : 'All good'}
        </Badge>
      }
    >
      {warnings.length > 0 && (
        <ul aria-label="Warnings" className="flex flex-col gap-2">
          {warnings.map(({ consequence, operator }) => (
            <li
              key={consequence + operator}
              className="flex flex-wrap items-center gap-x-2.5 gap-y-1"
            >
              <TriangleAlert aria-hidden className="size-4 shrink-0 text-wait" />
              <span className="min-w-0 flex-1 basis-60 break-words">{consequence}</span>
              {operator && <CopyForOperator text={`${consequence} ${operator}.`} />}
            </li>
          ))}
        </ul>
      )}
      <Facts status={status} />
    </SettingsSection>
  );
}

/** Copies the cause of a warning, which concerns the operator alone. */
function CopyForOperator({ text }: { text: string }) {
  return (
    <Button
      icon={Copy}
      size="small"
      variant="quiet"
      onClick={() =>
        copyText(text).then(
          () => showToast({ title: 'Copied', description: text }),
          () => showToast({ title: 'Copy failed', description: text, destructive: true }),
        )
      }
    >
      Copy for your operator
    </Button>
  );
}

const facts = 'grid gap-x-6 gap-y-3 sm:grid-cols-[10rem_1fr]';

function Facts({ status }: { status: ServerStatus }) {
  const { version, commit, startedAt, database, disks, publicUrl, https } = status;
  return (
    <dl className={facts}>
      <Fact name="Version">
        {version}
        {commit && ` (${commit})`}
      </Fact>
      <Fact name="Running since">{formatMoment(startedAt)}</Fact>
      <Fact name="Database">
        {database.embedded ? 'Embedded PostgreSQL' : 'PostgreSQL'} {database.version},{' '}
        {formatBytes(database.bytes)}
      </Fact>
      {disks.map(({ setting, freeBytes, bytes }) => (
        <Fact key={setting} name={setting === 'DATA_DIR' ? 'Disk of the data' : 'Disk of backups'}>
          {formatBytes(freeBytes)} of {formatBytes(bytes)} free
        </Fact>
      ))}
      <Fact name="Address">{publicUrl ?? `${location.origin} (as in your browser)`}</Fact>
      <Fact name="HTTPS">{https ? 'On' : 'Off'}</Fact>
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
      title="Backup"
      help={
        encrypted
          ? 'All data in one encrypted file. Only the operator can restore it.'
          : 'All data, kept by the operator. Downloading it here needs a passphrase that only the operator can set.'
      }
    >
      <dl className={facts}>
        <Fact name="Every night">
          {last
            ? `${formatMoment(last.at)}, ${formatBytes(last.bytes)}`
            : nightly
              ? 'None yet'
              : 'Off'}
        </Fact>
        {downloadedAt && <Fact name="Downloaded">{formatMoment(downloadedAt)}</Fact>}
      </dl>
      {encrypted && (
        <Button variant="primary" className="self-start" onClick={() => setAsking(true)}>
          Back Up Now
        </Button>
      )}
      {asking && <BackupDialog onClose={() => setAsking(false)} />}
    </SettingsSection>
  );
}

const states = {
  waiting: ['wait', 'Retrying'],
  sent: ['ok', 'Sent'],
  bounced: ['danger', 'Bounced'],
  failed: ['danger', 'Failed'],
} as const;

/** The state of the mail: whether it is sent, and how many mails are waiting or have failed. */
function MailSection() {
  const status = useQuery({ ...reading('/api/mail'), staleTime: 0 });
  const account = useQuery(reading('/api/account'));
  const test = useApiMutation({
    send: () => api.post('/api/mail/test'),
    success: ({ to }) => ({ title: 'Test email queued', description: `Check the inbox of ${to}` }),
    failure: 'Could not send the test email',
    changes: ['/api/mail'],
  });
  const { data } = status;
  const address = account.data?.email;

  return (
    <SettingsSection
      title="Email"
      help="Receipts, emails to winners, login links and password links."
      aside={data && <Badge tone={data.on ? 'ok' : 'mute'}>{data.on ? 'On' : 'Off'}</Badge>}
    >
      <Resource reads={[status]} what="the email status">
        {({ on, from, waiting, troubled, texts }) => (
          <>
            {on ? (
              <>
                <p className="break-words">
                  From <strong className="[overflow-wrap:anywhere]">{from}</strong>.{' '}
                  {waiting === 0 ? 'No emails waiting.' : `${countOf(waiting, 'email')} waiting.`}
                </p>
                <Troubled mails={troubled} />
                <div className="flex flex-col items-start gap-2">
                  <Button
                    disabled={!address}
                    pending={test.isPending}
                    onClick={() => test.mutate()}
                  >
                    Send Test Email
                  </Button>
                  <p className="text-ink-2 text-sm">
                    {address
                      ? `It goes to ${address}.`
                      : 'Set your own email address under My account first.'}
                  </p>
                </div>
              </>
            ) : (
              <p>
                Nothing is sent until the operator has{' '}
                <a href={`${helpPages.operators}#mail`} className="text-accent-ink underline">
                  set a mail server
                </a>
                .
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
      <h3 className="font-semibold">Email texts</h3>
      <ul aria-label="Email texts" className="divide-y divide-line rounded-m border">
        {texts.map(({ kind, subject, text }) => (
          <li key={kind}>
            <details>
              <summary className="min-h-11 cursor-pointer px-3.5 py-2.5">{mailKinds[kind]}</summary>
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
      <p className="text-ink-2 text-sm">Each email is sent in the recipient's language.</p>
    </div>
  );
}

function Troubled({ mails }: { mails: MailStatus['troubled'] }) {
  if (mails.length === 0) return <p className="text-ink-2">No email problems in the last month.</p>;
  return (
    <ul aria-label="Emails with problems" className="divide-y divide-line rounded-m border">
      {mails.map(({ id, kind, to, state, at, error }) => (
        <li key={id} className="flex flex-col gap-1 px-3.5 py-2.5">
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <Badge tone={states[state][0]} dot>
              {states[state][1]}
            </Badge>
            <span className="text-ink-2 text-sm">{formatMoment(at)}</span>
          </div>
          <p className="font-medium [overflow-wrap:anywhere]">{to}</p>
          <p className="text-ink-2 text-sm [overflow-wrap:anywhere]">
            {mailKinds[kind]}: {error}
          </p>
        </li>
      ))}
    </ul>
  );
}
