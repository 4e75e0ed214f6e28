import { classNames } from '../../../lib/class-names.ts';
import { endSession } from '../../../lib/session.ts';
import { type OutboxState, outboxLineText } from './outbox-line-text.ts';
import { useNow } from './use-outbox.ts';

interface OutboxLineProps {
  state: OutboxState;
  onDetails: () => void;
}

const TICK_MS = 10_000;

/** One quiet line about the leads that are still on this device. */
export function OutboxLine({ state, onDetails }: OutboxLineProps) {
  const now = useNow(TICK_MS);
  const { waiting, refused, online, signedOut, canStore } = state;
  const unsent = waiting > 0 || refused > 0;
  const loud = !online || !canStore || refused > 0 || (signedOut && waiting > 0);

  return (
    <div
      className={classNames(
        'mt-3 flex min-h-11 items-center justify-between gap-2 rounded-m px-4 text-sm',
        loud ? 'bg-wait-soft font-semibold text-wait' : 'bg-sunk text-ink-2',
      )}
    >
      <p role="status" aria-label="Unsent leads" className="min-w-0 py-2">
        {outboxLineText(state, now)}
      </p>
      {signedOut && waiting > 0 ? (
        // The log-in returns to this page, and only the same user sends what is here.
        <LineButton label="Log in" onClick={() => endSession('expired')} />
      ) : (
        unsent && <LineButton label="Details" onClick={onDetails} />
      )}
    </div>
  );
}

function LineButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="-mr-2 h-11 shrink-0 rounded-m px-2 font-semibold underline underline-offset-4"
    >
      {label}
    </button>
  );
}
