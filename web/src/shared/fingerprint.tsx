import { classNames } from '../lib/class-names.ts';

/** A hash as people can compare it: groups of four, in lines that break between them. */
export function Fingerprint({ hash, className }: { hash: string; className?: string }) {
  return (
    <code className={classNames('break-words font-text tabular-nums', className)}>
      {hash.match(/.{1,4}/g)?.join(' ')}
    </code>
  );
}
