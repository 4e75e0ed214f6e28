import { lazy, Suspense, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogBody } from '../ui/dialog.tsx';

// Loaded on demand, because few open it.
const ReadyToDraw = lazy(() =>
  import('./ready-to-draw.tsx').then((module) => ({ default: module.ReadyToDraw })),
);

const ReadinessSummary = lazy(() =>
  import('./ready-to-draw.tsx').then((module) => ({ default: module.ReadinessSummary })),
);

interface PresenterReadinessProps {
  eventId: string;
  /** Whether nobody else sees the page, so that the first warning can be on it. */
  own?: boolean;
}

/** Opens on demand, because the audience may see the presenter's page. */
export function PresenterReadiness({ eventId, own = false }: PresenterReadinessProps) {
  const [open, setOpen] = useState(false);

  return (
    <>
      {own ? (
        <Suspense>
          <ReadinessSummary eventId={eventId} onOpen={() => setOpen(true)} />
        </Suspense>
      ) : (
        <Button size="small" onClick={() => setOpen(true)}>
          Ready to draw?
        </Button>
      )}
      {open && (
        <Dialog
          title="Before you draw"
          description="These are warnings. You can draw in any case."
          onClose={() => setOpen(false)}
        >
          <DialogBody>
            <Suspense>
              <ReadyToDraw eventId={eventId} />
            </Suspense>
          </DialogBody>
        </Dialog>
      )}
    </>
  );
}
