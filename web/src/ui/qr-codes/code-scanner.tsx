import { transfer, wrap } from 'comlink';
import { CameraOff, Flashlight, FlashlightOff } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { listen } from '../../lib/queries/listen.ts';
import { t } from '../../lib/texts/texts.ts';
import { Button } from '../button.tsx';
import { Dialog, DialogBody, type DialogProps } from '../dialogs/dialog.tsx';
import { Select } from '../fields/select.tsx';
import { EmptyState } from '../resource.tsx';
import {
  type Camera,
  type CameraChoice,
  type CameraProblem,
  closeCamera,
  describeCameraProblem,
  grabFrame,
  listCameras,
  openCamera,
  switchTorch,
} from './camera.ts';
import type { ReadCodes } from './scan-worker.ts';

export interface CodeScannerProps {
  /** Returns whether the code is of the expected kind. Called repeatedly while the code is in sight. */
  onCode: (text: string) => boolean;
  /** The text for a code of another kind. */
  otherCode: string;
  /** The alternative if there is no camera. */
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
          title={t(`workspace.${problem.what}`)}
          help={`${t(`workspace.${problem.what}Help`)} ${instead}`}
          action={
            problem.canRetry && <Button onClick={scanner.retry}>{t('workspace.tryScanner')}</Button>
          }
        />
      </div>
    );
  }
  return (
    <>
      {/* The height leaves room for the rest, so that everything is visible at once, also on a small phone. */}
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

/** The interval between frames: ten a second are enough and save battery. */
const BETWEEN_FRAMES_MS = 100;
/** The time that the note about a code of another kind stays after the code was last seen. */
const NOTE_MS = 2_000;

/** The camera chosen last, reused for the next code. */
let lastChosen: string | undefined;

/** Shows the camera in a video and reads the codes in it; `onCode` returns whether a code is of the expected kind. */
function useCodeScanner(onCode: (text: string) => boolean) {
  const video = useRef<HTMLVideoElement>(null);
  const [chosen, setChosen] = useState(lastChosen);
  const [camera, setCamera] = useState<Camera>();
  const [cameras, setCameras] = useState<CameraChoice[]>([]);
  const [problem, setProblem] = useState<CameraProblem>();
  const [torchOn, setTorchOn] = useState(false);
  const [badCodeAt, setBadCodeAt] = useState<number>();
  const report = useRef(onCode);
  report.current = onCode;

  // The camera is open only while its picture is visible.
  const visible = useSyncExternalStore(subscribeToVisibility, () => !document.hidden);
  const shouldScan = visible && problem === undefined;
  useEffect(() => {
    if (!shouldScan) return;
    let opened: Camera | undefined;
    let ended = false;
    const fail = (error?: unknown) => {
      if (ended) return;
      // The chosen camera may have been unplugged.
      lastChosen = undefined;
      setChosen(undefined);
      setProblem(describeCameraProblem(error));
    };
    async function open() {
      opened = await openCamera(chosen);
      if (ended) return closeCamera(opened);
      opened.stream.getVideoTracks()[0]?.addEventListener('ended', () => fail());
      setTorchOn(false);
      setCamera(opened);
      setCameras(await listCameras());
    }
    open().catch(fail);
    return () => {
      ended = true;
      if (opened) closeCamera(opened);
      setCamera(undefined);
    };
  }, [shouldScan, chosen]);

  useEffect(() => {
    const videoElement = video.current;
    if (!camera || !videoElement) return;
    videoElement.srcObject = camera.stream;
    // Closing the dialog at once interrupts the start, which does no harm.
    videoElement.play().catch(() => {});
    return readFrames(videoElement, {
      onTexts: (texts) => {
        if (texts.length === 0) return;
        const isAccepted = texts.some((text) => report.current(text));
        setBadCodeAt(isAccepted ? undefined : Date.now());
      },
      onFailure: () => setProblem({ what: 'scannerMissing', canRetry: true }),
    });
  }, [camera]);

  useEffect(() => {
    if (badCodeAt === undefined) return;
    const timer = setTimeout(() => setBadCodeAt(undefined), NOTE_MS);
    return () => clearTimeout(timer);
  }, [badCodeAt]);

  return {
    video,
    camera,
    cameras,
    problem,
    torchOn,
    sawBadCode: badCodeAt !== undefined,
    retry: () => setProblem(undefined),
    chooseCamera: (deviceId: string) => {
      lastChosen = deviceId;
      setChosen(deviceId);
    },
    toggleTorch: async () => {
      if (!camera) return;
      // The light stays as it is if the camera refuses.
      await switchTorch(camera, !torchOn).then(
        () => setTorchOn(!torchOn),
        () => {},
      );
    },
  };
}

interface FrameReading {
  onTexts: (texts: string[]) => void;
  onFailure: () => void;
}

/** Passes frames one after the other to a worker of its own; returns a function that stops it. */
function readFrames(video: HTMLVideoElement, { onTexts, onFailure }: FrameReading): () => void {
  const canvas = document.createElement('canvas');
  const worker = new Worker(new URL('./scan-worker.ts', import.meta.url), { type: 'module' });
  let timer: ReturnType<typeof setTimeout>;
  let ended = false;
  const end = () => {
    ended = true;
    clearTimeout(timer);
    worker.terminate();
  };
  const fail = () => {
    end();
    onFailure();
  };
  const readCodes = wrap<ReadCodes>(worker);
  const readFrame = async () => {
    const frame = grabFrame(video, canvas);
    try {
      const texts = frame ? await readCodes(transfer(frame, [frame.data.buffer])) : [];
      if (ended) return;
      timer = setTimeout(readFrame, BETWEEN_FRAMES_MS);
      onTexts(texts);
    } catch {
      fail();
    }
  };
  worker.addEventListener('error', fail);
  readFrame();
  return end;
}

const subscribeToVisibility = (listener: () => void) =>
  listen(document, { visibilitychange: listener });

interface ScanDialogProps extends CodeScannerProps, Pick<DialogProps, 'title' | 'description'> {
  onClose: () => void;
}

/** The camera in a dialog. Its opener closes it when the expected code was read. */
export function ScanDialog({ onCode, otherCode, instead, ...dialog }: ScanDialogProps) {
  return (
    <Dialog {...dialog}>
      <DialogBody>
        <CodeScanner onCode={onCode} otherCode={otherCode} instead={instead} />
      </DialogBody>
    </Dialog>
  );
}
