import { CameraOff, Flashlight, FlashlightOff } from 'lucide-react';
import { classNames } from '../../../lib/class-names.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogBody } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Select } from '../../../ui/select.tsx';
import type { Badge } from './read-badge.ts';
import { useBadgeScanner } from './use-badge-scanner.ts';

interface ScanDialogProps {
  onBadge: (badge: Badge) => void;
  onClose: () => void;
}

/** Reads a badge by the camera. A code without a contact is passed over. */
export function ScanDialog({ onBadge, onClose }: ScanDialogProps) {
  const { problem, ...scanner } = useBadgeScanner(onBadge);

  return (
    <Dialog
      title="Scan a Badge"
      description="It fills the form. Nothing is added before you press Add Lead."
      onClose={onClose}
    >
      <DialogBody>
        {problem ? (
          <div role="alert">
            <EmptyState
              icon={CameraOff}
              title={problem.title}
              help={problem.help}
              action={problem.canRetry && <Button onClick={scanner.retry}>Try Again</Button>}
            />
          </div>
        ) : (
          <Preview {...scanner} />
        )}
      </DialogBody>
    </Dialog>
  );
}

type PreviewProps = Omit<ReturnType<typeof useBadgeScanner>, 'problem' | 'retry'>;

function Preview(props: PreviewProps) {
  const { video, camera, cameras, torchOn, sawBadCode, chooseCamera, toggleTorch } = props;
  const choosable = cameras.length > 1 && camera?.deviceId !== undefined;
  return (
    <>
      <div className="dark relative mx-auto aspect-square w-full max-w-96 overflow-hidden rounded-l bg-paper">
        {/* The picture moves by itself and has no sound. */}
        <video
          ref={video}
          muted
          playsInline
          aria-label="Picture of the camera"
          className="size-full object-cover"
        />
        <div aria-hidden className="absolute inset-[14%] rounded-l border-3 border-ink/75" />
      </div>
      <p
        role="status"
        aria-label="Scanner"
        className={classNames('text-center', sawBadCode ? 'font-semibold text-wait' : 'text-ink-2')}
      >
        {!camera
          ? 'Starting the camera...'
          : sawBadCode
            ? 'This code holds no contact'
            : 'Hold the QR code in front of the camera'}
      </p>
      {(choosable || camera?.hasTorch) && (
        <div className="mx-auto flex w-full max-w-96 gap-2">
          {choosable && (
            <Select
              label="Camera"
              value={camera.deviceId ?? ''}
              onValueChange={chooseCamera}
              options={cameras.map(({ deviceId, label }) => ({ value: deviceId, label }))}
            />
          )}
          {camera?.hasTorch && (
            <Button aria-pressed={torchOn} onClick={toggleTorch} className="ml-auto">
              {torchOn ? <FlashlightOff aria-hidden /> : <Flashlight aria-hidden />}
              Light
            </Button>
          )}
        </div>
      )}
    </>
  );
}
