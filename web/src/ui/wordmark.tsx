import { PRODUCT_NAME } from '@drawbridge/contract/product';
import { Mark } from './mark.tsx';

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
