import { CameraOff, Flashlight, FlashlightOff } from 'lucide-react';
import { classNames } from '../lib/class-names.ts';
import { t } from '../lib/texts.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Select } from '../ui/select.tsx';
import { useCodeScanner } from './use-code-scanner.ts';

interface CodeScannerProps {
  /** Says whether the code is of the kind that is looked for. Called with the same code as long as it is in sight. */
  onCode: (text: string) => boolean;
  /** Said of any other code. */
  otherCode: string;
  /** What to do without a camera. */
  instead: string;
}

/** The camera's picture, in which QR codes are read. */
export function CodeScanner({ onCode, otherCode, instead }: CodeScannerProps) {
  const scanner = useCodeScanner(onCode);
  const { problem, video, camera, cameras, torchOn, sawBadCode } = scanner;
  const choosable = cameras.length > 1 && camera?.deviceId !== undefined;
  if (problem) {
    return (
      <div role="alert">
        <EmptyState
          icon={CameraOff}
          title={t(problem.title)}
          help={`${t(problem.help)} ${instead}`}
          action={
            problem.canRetry && <Button onClick={scanner.retry}>{t('workspace.tryScanner')}</Button>
          }
        />
      </div>
    );
  }
  return (
    <>
      {/* Low enough for what stands around it: the whole is seen at once, also on a small phone. */}
      <div className="dark relative mx-auto aspect-square w-full max-w-[min(24rem,34dvh)] shrink-0 overflow-hidden rounded-l bg-paper">
        {/* The picture moves by itself and has no sound. */}
        <video
          ref={video}
          muted
          playsInline
          aria-label={t('workspace.cameraPicture')}
          className="size-full object-cover"
        />
        <div aria-hidden className="absolute inset-[14%] rounded-l border-3 border-ink/75" />
      </div>
      <p
        role="status"
        aria-label={t('workspace.scanner')}
        className={classNames('text-center', sawBadCode ? 'font-semibold text-wait' : 'text-ink-2')}
      >
        {!camera ? t('workspace.startingCamera') : sawBadCode ? otherCode : t('workspace.holdCode')}
      </p>
      {(choosable || camera?.hasTorch) && (
        <div className="mx-auto flex w-full max-w-96 gap-2">
          {choosable && (
            <Select
              label={t('workspace.camera')}
              value={camera.deviceId ?? ''}
              onValueChange={scanner.chooseCamera}
              options={cameras.map(({ deviceId, label }) => ({ value: deviceId, label }))}
            />
          )}
          {camera?.hasTorch && (
            <Button aria-pressed={torchOn} onClick={scanner.toggleTorch} className="ms-auto">
              {torchOn ? <FlashlightOff aria-hidden /> : <Flashlight aria-hidden />}
              {t('workspace.light')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
