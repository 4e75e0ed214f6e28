import { Button } from '../../../ui/button.tsx';
import { useFocusOn } from '../use-focus-on.ts';

interface GeneralDrawProps {
  /** A new value whenever this panel should get the focus. */
  focus: object | undefined;
  mayDraw: boolean;
  /** Why nobody can be drawn now. */
  obstacle: string | undefined;
  pending: boolean;
  onDraw: (() => void) | undefined;
}

/** The board of an event without prizes. */
export function GeneralDraw({ focus, mayDraw, obstacle, pending, onDraw }: GeneralDrawProps) {
  const panel = useFocusOn<HTMLElement>(focus);

  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label="General draw"
      className="general flex flex-col items-center justify-center gap-6 rounded-l bg-card px-6 py-14 text-center md:py-20"
    >
      <p className="max-w-lg text-balance text-ink-2 text-xl md:text-2xl">
        No prizes configured. Draw a general winner from all verified leads.
      </p>
      {onDraw && (
        <Button
          variant={obstacle ? 'secondary' : mayDraw ? 'primary' : 'quiet'}
          size="large"
          pending={pending}
          onClick={onDraw}
        >
          Draw General Winner
        </Button>
      )}
      {onDraw && obstacle && <p className="max-w-lg text-balance text-ink-2">{obstacle}</p>}
    </section>
  );
}
