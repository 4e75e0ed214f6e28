import { PRODUCT_NAME } from '@drawbridge/contract/core/pages';

interface WordmarkProps {
  /** The area's name after the product's: 'Admin'. */
  area?: string;
}

export function Wordmark({ area }: WordmarkProps) {
  return (
    <span className="inline-flex items-center gap-2.5 font-bold font-display text-lg tracking-tight">
      <Mark className="size-6.5 shrink-0 text-accent" />
      <span className="whitespace-nowrap">
        {PRODUCT_NAME}
        {area && <span className="font-medium text-ink-2"> {area}</span>}
      </span>
    </span>
  );
}

/** A ticket whose lower edge is a bridge's arch: one path, also in public/favicon.svg. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" fill="currentColor" className={className}>
      <path d="M3.5 3h17A1.5 1.5 0 0 1 22 4.5v4a2.5 2.5 0 0 0 0 5V20a1 1 0 0 1-1 1h-3a1 1 0 0 1-1-1v-1a5 5 0 0 0-10 0v1a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1v-6.5a2.5 2.5 0 0 0 0-5v-4A1.5 1.5 0 0 1 3.5 3Z" />
    </svg>
  );
}
