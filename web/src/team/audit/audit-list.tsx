import { auditKinds } from '@drawbridge/contract/core/audit-kinds';
import { adminPages } from '@drawbridge/contract/core/pages';
import { english } from '@drawbridge/contract/languages/english';
import { UNKNOWN_NAME } from '@drawbridge/contract/login/account-names';
import type { AuditEntry } from '@drawbridge/contract/team/audit';
import { Link } from 'wouter';
import { leftOutText } from '../../lib/texts/figures.ts';
import { formatList, formatTimestamp } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import { listRow } from '../../ui/fields/focus.ts';
import { Table } from '../../ui/table.tsx';

/** A table, whose rows are blocks of lines on a phone. */
export function AuditList({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <Table className="max-md:block max-md:[&_tbody]:block max-md:[&_td]:h-auto max-md:[&_td:is(td,:first-child,:last-child)]:p-0">
      <thead className="max-md:sr-only">
        <tr>
          <th scope="col">{say('Time')}</th>
          <th scope="col">{say('Who')}</th>
          <th scope="col">{say('What')}</th>
          <th scope="col">{say('Event')}</th>
          <th scope="col">{say('Subject and details')}</th>
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
                <time dateTime={entry.at}>{formatTimestamp(entry.at)}</time>
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

/** What the server records in English; other reasons are an organiser's own words. */
const recorded: Readonly<Record<string, string>> = english({
  lead: 'a lead',
  'phone number': 'phone number',
  email: 'email',
  'unknown username': 'unknown username',
  'wrong password': 'wrong password',
  'wrong code': 'wrong code',
  'wrong passkey': 'wrong passkey',
  'account disabled': 'account disabled',
  'account changed': 'account changed',
  'no recent sign-on': 'no recent sign-on',
  'QR code expired or used': 'QR code expired or used',
  'link for a new password expired or used': 'link for a new password expired or used',
  'single sign-on: no account': 'single sign-on: no account',
  'single sign-on: account disabled': 'single sign-on: account disabled',
  'single sign-on: role lost': 'single sign-on: role lost',
  'single sign-on: address of somebody else': 'single sign-on: address of somebody else',
});

function sayRecorded(text: string): string {
  const sentence = Object.hasOwn(recorded, text) ? recorded[text] : undefined;
  return sentence === undefined ? text : say(sentence);
}

/** The action with its details: 'Login failed: wrong password'. */
export function whatText({ kind, subject, event, details }: AuditEntry): string {
  const { by, reason, count, sessionsEnded, was, fields, leads, duplicates, withErrors } = details;
  const { draw, checked, ticket, agreement } = details;
  const what = say(auditKinds[kind]);
  const inDraw = { what, draw: String(draw) };
  const often = (text: string) =>
    count === undefined
      ? text
      : say('{text}, {times} times within an hour', { text, times: count });
  if (kind === 'person-looked-up' || kind === 'person-exported') {
    const found =
      Number(leads) > 0
        ? say('{count} lead', '{count} leads', { count: Number(leads) })
        : say('nothing found');
    if (by === undefined) return `${what}: ${found}`;
    return say('{what} by {means}: {found}', { what, means: sayRecorded(String(by)), found });
  }
  if (by === 'app') return say('{what} with a code from the app', { what });
  if (by === 'recovery code') return say('{what} with a recovery code', { what });
  if (reason !== undefined) return often(`${what}: ${sayRecorded(String(reason))}`);
  if (kind === 'handover-code-wrong') return often(what);
  if (was !== undefined) {
    return was === subject?.name
      ? say('Changed the full name of an administrator')
      : say('Changed the username of an administrator from {name}', { name: was });
  }
  if (fields !== undefined) return `${what}: ${fieldNames(String(fields))}`;
  if (agreement !== undefined) return `${what}: ${agreement}`;
  if (checked === 'by hand') return say('{what} without a code (draw {draw})', inDraw);
  if (ticket !== undefined) {
    return say('{what} to the phone of {ticket} (draw {draw})', { ...inDraw, ticket });
  }
  if (by === 'server') return say('{what} (draw {draw}), held by the server', inDraw);
  if (draw !== undefined) return say('{what} (draw {draw})', inDraw);
  if (kind === 'winners-exported') {
    return say('Exported {count} winner', 'Exported {count} winners', {
      count: Number(details.winners),
    });
  }
  if (count !== undefined) return `${what}: ${count}`;
  if (kind === 'sign-on-linked') return endedText(what, details);
  if (Number(sessionsEnded) > 0) {
    return say(
      '{what}, which ended {count} other session',
      '{what}, which ended {count} other sessions',
      { count: Number(sessionsEnded), what },
    );
  }
  if (kind === 'leads-verified')
    return say('Verified {count} lead', 'Verified {count} leads', { count: Number(leads) });
  if (kind === 'leads-imported') {
    const imported = say('Imported {count} lead', 'Imported {count} leads', {
      count: Number(leads),
    });
    const leftOut = Number(duplicates) + Number(withErrors);
    return leftOut > 0
      ? `${imported}; ${leftOutText(Number(duplicates), Number(withErrors))}`
      : imported;
  }
  if (kind === 'leads-exported' && leads !== undefined) {
    return say('Exported {count} lead', 'Exported {count} leads', { count: Number(leads) });
  }
  if (kind === 'leads-exported' && !event) return say('Exported the leads of all events');
  return what;
}

/** The credentials that were revoked when the account was linked to the provider. */
function endedText(
  what: string,
  { passwordsEnded, passkeysEnded, sessionsEnded }: AuditEntry['details'],
): string {
  const ended = [
    ...(Number(passwordsEnded) > 0 ? [say('the password')] : []),
    ...(Number(passkeysEnded) > 0
      ? [say('{count} passkey', '{count} passkeys', { count: Number(passkeysEnded) })]
      : []),
    ...(Number(sessionsEnded) > 0
      ? [say('{count} session', '{count} sessions', { count: Number(sessionsEnded) })]
      : []),
  ];
  return ended.length > 0
    ? say('{what}, which ended {ended}', { what, ended: formatList(ended, 'conjunction') })
    : what;
}

/** The client location: 'Firefox on Windows · 192.0.2.7'. */
export function whereText({ details: { device, address } }: AuditEntry): string {
  return [device, address].filter(Boolean).join(' · ');
}

/** The subject of an entry: 'City bicycle', or the start of a lead's id. */
export function subjectText({ kind, subject }: AuditEntry): string {
  if (!subject) return '';
  return (
    subject.name ??
    (/^(lead|person|agreement)-/.test(kind)
      ? say('Lead {id}', { id: subject.id?.slice(0, 8) ?? '' })
      : '')
  );
}

/** The actor of an entry; a failed login with an unknown user name has none. */
export function actorText({ actor }: AuditEntry): string {
  return actor?.name ?? say(UNKNOWN_NAME);
}

/** 'fullName, roa' as 'full name, roa' */
function fieldNames(fields: string): string {
  return fields
    .replace(/\b(\w+)Id\b/g, '$1')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
