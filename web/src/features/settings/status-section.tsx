import type { ServerStatus } from '@drawbridge/contract/status';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatBytes, formatMoment } from '../../lib/formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Resource } from '../../ui/empty-state.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { serverStatusQuery } from './api.ts';
import { SettingsSection } from './settings-section.tsx';

const BackupDialog = lazyDialog(() => import('./settings-dialogs.tsx'), 'BackupDialog');

/** The server's status, to be passed on to whoever runs it, and a backup to download. */
export function StatusSection() {
  const status = useQuery(serverStatusQuery);
  const warnings = status.data?.warnings ?? [];

  return (
    <SettingsSection
      title="Server status"
      help="For whoever runs the server. All of it is explained in the handbook for operators."
      aside={
        status.data && (
          <Badge tone={warnings.length > 0 ? 'wait' : 'ok'}>
            {warnings.length > 0 ? 'Needs attention' : 'All good'}
          </Badge>
        )
      }
    >
      <Resource reads={[status]} what="server status">
        {(known) => (
          <>
            {warnings.length > 0 && (
              <ul aria-label="Warnings" className="flex flex-col gap-2">
                {warnings.map((warning) => (
                  <li key={warning} className="flex gap-2.5">
                    <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-wait" />
                    <span className="min-w-0 break-words">{withHandbookLink(warning)}.</span>
                  </li>
                ))}
              </ul>
            )}
            <Facts status={known} />
            <Backup {...known.backup} />
          </>
        )}
      </Resource>
    </SettingsSection>
  );
}

/** A warning may end with the address of a chapter of the handbook. */
function withHandbookLink(warning: string): ReactNode {
  const [, before, address] = /^(.*)(\/help\/\S+)$/.exec(warning) ?? [];
  if (!address) return warning;
  return (
    <>
      {before}
      <a href={address} target="_blank" rel="noreferrer" className="text-accent-ink underline">
        {address}
      </a>
    </>
  );
}

function Facts({ status }: { status: ServerStatus }) {
  const { version, commit, startedAt, database, disks, backup, publicUrl, https } = status;
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[10rem_1fr]">
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
      <Fact name="Last backup">
        {backup.last
          ? `${formatMoment(backup.last.at)}, ${formatBytes(backup.last.bytes)}`
          : backup.nightly
            ? 'None yet'
            : 'No nightly backups'}
        {backup.downloadedAt && `; downloaded ${formatMoment(backup.downloadedAt)}`}
      </Fact>
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

function Backup({ encrypted }: ServerStatus['backup']) {
  const [asking, setAsking] = useState(false);

  return (
    <div className="flex flex-col items-start gap-2">
      <Button disabled={!encrypted} onClick={() => setAsking(true)}>
        Back Up Now
      </Button>
      <p className="max-w-prose text-pretty text-ink-2 text-sm">
        {encrypted
          ? 'Downloads everything as one encrypted file. Only the operator can restore it.'
          : 'A backup contains everything, the secrets of future draws too. You can download one here once the operator has set BACKUP_PASSPHRASE.'}
      </p>
      {asking && <BackupDialog onClose={() => setAsking(false)} />}
    </div>
  );
}
