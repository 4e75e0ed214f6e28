import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../lib/texts.ts';
import { useStage } from '../stage-context.tsx';

interface StageNoticesProps {
  /** What has just happened, read out at once. */
  announcement: string;
  /** What this device's own ticket has to do with the draws. */
  children: ReactNode;
}

/** Between header and board. */
export function StageNotices({ announcement, children }: StageNoticesProps) {
  const { scene, connected } = useStage();
  const shown = scene.kind === 'idle' && scene.forfeit;

  return (
    <div
      className={classNames(
        'flex shrink-0 flex-col',
        // A phone shows its ticket below the draw.
        scene.kind === 'drawing' && 'max-md:order-last',
      )}
    >
      {children}
      {/* Always rendered, because a live region that appears with its text is not read out. */}
      <p
        aria-live="assertive"
        className={shown ? 'mt-6 min-w-0 break-words text-lg text-wait' : 'sr-only'}
      >
        {announcement}
      </p>
      <p
        role="status"
        className={
          connected
            ? 'sr-only'
            : 'fixed bottom-4 start-5 z-10 inline-flex shrink-0 items-center gap-2 self-start rounded-m bg-wait-soft px-3 py-1.5 font-semibold text-sm text-wait'
        }
      >
        {!connected && (
          <>
            <WifiOff aria-hidden className="size-4 shrink-0" />
            {t('workspace.connectionLost')}
          </>
        )}
      </p>
    </div>
  );
}
