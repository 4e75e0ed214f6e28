import { classNames } from '../lib/class-names.ts';

/** An entry code that wraps between its groups but not inside them. */
export function EntryCodeText({ code }: { code: string }) {
  const groups = code.split('-');
  return (
    <span dir="ltr" className="font-code font-semibold">
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a code never changes, and its groups may be equal.
        <span key={index}>
          <span className="whitespace-nowrap">
            {group}
            {index < groups.length - 1 && '-'}
          </span>
          <wbr />
        </span>
      ))}
    </span>
  );
}

/** The digits of a hash that people compare on their screens. */
export const firstDigits = (hash: string): string => hash.slice(0, 8);

/** A hash in groups of four, so that people can compare it. Lines wrap between groups. */
export function Fingerprint({ hash, className }: { hash: string; className?: string }) {
  return (
    <code
      dir="ltr"
      className={classNames('inline-block break-words font-text tabular-nums', className)}
    >
      {hash.match(/.{1,4}/g)?.join(' ')}
    </code>
  );
}
