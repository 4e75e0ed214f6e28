import { classNames } from '../lib/class-names.ts';

/** A hash in groups of four, so that people can compare it. Lines wrap between groups. */
export function Fingerprint({ hash, className }: { hash: string; className?: string }) {
  return (
    <code className={classNames('break-words font-text tabular-nums', className)}>
      {hash.match(/.{1,4}/g)?.join(' ')}
    </code>
  );
}
