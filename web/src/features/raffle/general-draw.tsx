import { Button } from '../../ui/button.tsx';
import { useFocusWhen } from './use-focus-when.ts';

interface GeneralDrawProps {
  focused: boolean;
  onDraw: (() => void) | undefined;
}

/** The stage of an event that has no prizes. */
export function GeneralDraw({ focused, onDraw }: GeneralDrawProps) {
  const panel = useFocusWhen<HTMLElement>(focused);

  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label="General draw"
      className="flex flex-col items-center justify-center gap-6 rounded-l bg-card px-6 py-14 text-center md:py-20"
    >
      <p className="max-w-lg text-balance text-ink-2 text-xl md:text-2xl">
        No prizes configured. Draw a general winner from all verified leads.
      </p>
      {onDraw && (
        <Button variant="primary" size="large" onClick={onDraw}>
          Draw General Winner
        </Button>
      )}
    </section>
  );
}
