import type { AuditEntry } from '@drawbridge/contract/audit';
import { adminPages } from '@drawbridge/contract/pages';
import { Link } from 'wouter';
import { formatMoment } from '../../lib/formats.ts';
import { listRow } from '../../ui/focus.ts';
import { Table } from '../../ui/table.tsx';
import { actorText, subjectText, whatText, whereText } from './audit-text.ts';

/** A table on wide screens, and a list on phones. */
export function AuditList({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <>
      <div className="hidden md:block">
        <Table>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Who</th>
              <th scope="col">What</th>
              <th scope="col">Event</th>
              <th scope="col">Subject and details</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.id} {...listRow}>
                <td className="whitespace-nowrap text-ink-2">
                  <Time entry={entry} />
                </td>
                <td className="max-w-40 break-words font-semibold">{actorText(entry)}</td>
                <td className="max-w-80 break-words">{whatText(entry)}</td>
                <td className="max-w-48 break-words">{entry.event?.name}</td>
                <td className="max-w-72">
                  <About entry={entry} />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      <ol className="divide-y divide-line md:hidden">
        {entries.map((entry) => (
          <li key={entry.id} {...listRow} className="flex flex-col gap-0.5 px-4 py-3 text-sm">
            <p className="text-ink-2">
              <Time entry={entry} />
            </p>
            <p className="break-words">
              <span className="font-semibold">{actorText(entry)}</span>: {whatText(entry)}
            </p>
            {entry.event && <p className="break-words">{entry.event.name}</p>}
            <About entry={entry} />
          </li>
        ))}
      </ol>
    </>
  );
}

function Time({ entry: { at } }: { entry: AuditEntry }) {
  return <time dateTime={at}>{formatMoment(at)}</time>;
}

function About({ entry }: { entry: AuditEntry }) {
  const [subject, where] = [subjectText(entry), whereText(entry)];
  return (
    <>
      {entry.lead ? (
        <p>
          <Link
            to={`${adminPages.leads}?event=${entry.lead.eventId}&q=${entry.lead.id}`}
            className="text-accent-ink underline underline-offset-2"
          >
            {subject}
          </Link>
        </p>
      ) : (
        subject && <p className="break-words">{subject}</p>
      )}
      {where && <p className="break-words text-ink-2">{where}</p>}
    </>
  );
}
