import type { AuditEntry } from '@drawbridge/contract/audit';

/** What an entry is about: 'City bicycle', or the id of a lead. */
export function subjectText({ subject }: AuditEntry): string {
  return subject ? (subject.name ?? subject.id ?? '') : '';
}

/** 'reason: wrong password, device: Firefox on Windows' */
export function detailsText({ details }: AuditEntry): string {
  return Object.entries(details)
    .map(
      ([name, value]) =>
        `${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}: ${value}`,
    )
    .join(', ');
}

/** Somebody who failed to log in under a name without an account is nobody that we know. */
export function actorText({ actor }: AuditEntry): string {
  return actor?.name ?? 'Unknown';
}
