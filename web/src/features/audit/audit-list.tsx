import type { AuditEntry } from '@drawbridge/contract/audit';
import { adminPages } from '@drawbridge/contract/pages';
import { Link } from 'wouter';
import { formatMoment } from '../../lib/formats.ts';
import { listRow } from '../../ui/focus.ts';
import { Table } from '../../ui/table.tsx';
import { actorText, subjectText, whatText, whereText } from './audit-text.ts';

/** A table, whose rows are blocks of lines on a phone. */
export function AuditList({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <Table className="max-md:block max-md:[&_tbody]:block max-md:[&_td]:h-auto max-md:[&_td:is(td,:first-child,:last-child)]:p-0">
      <thead className="max-md:sr-only">
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col">Event</th>
          <th scope="col">Subject and details</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => {
          const [subject, where] = [subjectText(entry), whereText(entry)];
          return (
            <tr
              key={entry.id}
              {...listRow}
              className="max-md:flex max-md:flex-col max-md:px-4 max-md:py-3"
            >
              <td className="whitespace-nowrap text-ink-2">
                <time dateTime={entry.at}>{formatMoment(entry.at)}</time>
              </td>
              <td className="md:max-w-40 break-words font-semibold">{actorText(entry)}</td>
              <td className="md:max-w-80 break-words">{whatText(entry)}</td>
              <td className="md:max-w-48 break-words">{entry.event?.name}</td>
              <td className="md:max-w-72">
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
              </td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
