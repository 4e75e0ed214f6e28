import { ShieldAlert } from 'lucide-react';
import { verdictText } from '../evidence/verdict-text.ts';
import type { CheckedRecords } from '../verification.ts';

interface WrongNoticeProps {
  checked: CheckedRecords;
  fromFile: boolean;
}

/** A failed check comes first on the page, before any answer or name. */
export function WrongNotice({ checked, fromFile }: WrongNoticeProps) {
  const { mark, sentence } = verdictText(checked, fromFile);
  if (mark !== 'wrong') return null;
  return (
    <section
      aria-label="Warning"
      className="flex items-start gap-3 rounded-m border border-danger bg-danger-soft px-4 py-3"
    >
      <ShieldAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
      <p className="min-w-0">
        <strong className="block font-semibold text-danger">{sentence}</strong>
        The differences are further down. Do not rely on what follows before they are explained.
      </p>
    </section>
  );
}
