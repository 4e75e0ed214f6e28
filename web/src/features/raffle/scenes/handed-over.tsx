import { Check } from 'lucide-react';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../lib/texts.ts';

/** That a winner has the prize; `small` where there is no room for the words. */
export function HandedOver({ small = false }: { small?: boolean }) {
  return (
    <span
      className={classNames(
        'inline-flex shrink-0 items-center gap-[0.4em] font-semibold text-ok',
        !small && 'min-h-11',
      )}
    >
      <Check aria-hidden className="size-[1.1em]" strokeWidth={3} />
      <span className={small ? 'sr-only' : ''}>{t('visitor.handedOver')}</span>
    </span>
  );
}
