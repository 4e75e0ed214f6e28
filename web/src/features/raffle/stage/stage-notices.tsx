import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFit } from '../use-fit.ts';

interface StageNoticesProps {
  /** What has just happened, read out at once. */
  announcement: string;
  /** Otherwise it is for screen readers alone. */
  announcementShown: boolean;
  connected: boolean;
  /** What this device's own ticket has to do with the draws. */
  ticket: ReactNode;
}

const SIZES = [1.125, 0.9375, 0.875, 0.8125, 0.75];

/** Between header and board. On a projector its space is reserved, so that notices move nothing. */
export function StageNotices(props: StageNoticesProps) {
  const { announcement, announcementShown, connected, ticket } = props;
  const happened = useFit<HTMLParagraphElement>(SIZES, `${announcementShown} ${announcement}`);

  return (
    <div className="projector-notices flex shrink-0 flex-col gap-x-6">
      {ticket}
      {/* Always rendered, because a live region that appears with its text is not read out. */}
      <p
        ref={happened}
        aria-live="assertive"
        className={
          announcementShown ? 'happened mt-6 min-w-0 break-words text-lg text-wait' : 'sr-only'
        }
      >
        {announcement}
      </p>
      <p
        role="status"
        className={
          connected
            ? 'sr-only'
            : 'lost fixed bottom-4 left-5 z-10 inline-flex shrink-0 items-center gap-2 self-start rounded-m bg-wait-soft px-3 py-1.5 font-semibold text-sm text-wait'
        }
      >
        {!connected && (
          <>
            <WifiOff aria-hidden className="size-4 shrink-0" />
            Connection lost. Reconnecting…
          </>
        )}
      </p>
    </div>
  );
}
