import { lazy, Suspense, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogBody } from '../ui/dialog.tsx';

// Loaded on demand, because few open it.
const ReadyToDraw = lazy(() =>
  import('./ready-to-draw.tsx').then((module) => ({ default: module.ReadyToDraw })),
);

/** Opens on demand, because the audience sees the presenter's page. */
export function PresenterReadiness({ eventId }: { eventId: string }) {
  const [open, setOpen] = useState(false);

  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Ready to draw?
      </Button>
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
