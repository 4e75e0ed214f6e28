import type { ComponentProps } from 'react';

/** A box with its sentence. It is the browser's own, because the lead form works without scripts. */
export function Tick({ label, lang, ...rest }: ComponentProps<'input'> & { label: string }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5 text-sm">
      <input type="checkbox" className="size-5 shrink-0 accent-accent" {...rest} />
      <span dir="auto" lang={lang} className="min-w-0 break-words">
        {label}
      </span>
    </label>
  );
}
