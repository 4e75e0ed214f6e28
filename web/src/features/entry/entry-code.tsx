import { verifyPath } from '@drawbridge/contract/pages';
import { EntryCodeText } from '../../shared/entry-code-text.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';

interface EntryCodeProps {
  eventId: string;
  code: string;
}

/** The entry code, on the stub of the visitor's ticket. */
export function EntryCode({ eventId, code }: EntryCodeProps) {
  return (
    <section
      aria-labelledby="entry-code"
      className="flex flex-col items-center gap-3 px-6 py-6 sm:px-8"
    >
      <h2 id="entry-code" className="font-semibold font-text text-ink-2 text-sm">
        Your entry code
      </h2>
      <p className="text-xl leading-7">
        <EntryCodeText code={code} />
      </p>
      <CopyButton value={code} label="Copy entry code" />
      <p className="text-ink-2 text-sm">
        Keep this to {/* Opens in a new tab, because this screen shows the code only once. */}
        <a
          href={verifyPath(eventId, code)}
          target="_blank"
          rel="noopener"
          className="font-semibold text-accent-ink underline underline-offset-2"
        >
          check the draw
        </a>
      </p>
    </section>
  );
}
