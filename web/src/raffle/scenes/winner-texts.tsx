import { Check } from 'lucide-react';
import { Fragment } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { t } from '../../lib/texts/texts.ts';

/** Says that the winner has collected the prize. `small` shows only the icon, where the words do not fit. */
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

/** An e-mail address that wraps before '@' first, then before '.', and elsewhere only if a part is too long. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  return (
    <bdi dir="ltr">
      {wrapAtDots(email.slice(0, at))}
      <span className="inline-block max-w-full">{wrapAtDots(email.slice(at))}</span>
    </bdi>
  );
}

function wrapAtDots(text: string) {
  return text.split(/(?=\.)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
