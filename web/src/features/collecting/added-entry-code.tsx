import { EntryCodeText } from '../../shared/entry-code-text.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';

interface AddedEntryCodeProps {
  name: string;
  code: string;
}

/** The entry code for the volunteer to pass on, shown until the next lead is added. */
export function AddedEntryCode({ name, code }: AddedEntryCodeProps) {
  return (
    <section
      aria-label="Entry code"
      className="mt-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-m border border-dashed border-edge bg-sunk px-4 py-3"
    >
      <div className="min-w-0">
        <p className="break-words text-ink-2 text-sm">Entry code of {name}, to check the draw</p>
        <p className="mt-0.5 text-lg">
          <EntryCodeText code={code} />
        </p>
      </div>
      <CopyButton value={code} label="Copy entry code" />
    </section>
  );
}
