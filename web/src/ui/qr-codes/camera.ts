import { say } from '../../lib/texts/say.ts';

/** The longest side of a frame: enough for a code at arm's length; larger frames take longer to read. */
const FRAME_SIDE_MAX = 1280;

/** The reason why there is no picture, as a text key, and whether a retry can help. */
export interface CameraProblem {
  what: 'cameraNeedsHttps' | 'cameraNotAllowed' | 'noCamera' | 'cameraFailed' | 'scannerMissing';
  canRetry: boolean;
}

export interface Camera {
  stream: MediaStream;
  deviceId: string | undefined;
  hasTorch: boolean;
}

export interface CameraChoice {
  deviceId: string;
  label: string;
}

/** Opens the given camera, or the back camera. */
export async function openCamera(deviceId: string | undefined): Promise<Camera> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: {
      ...(deviceId ? { deviceId: { exact: deviceId } } : { facingMode: 'environment' }),
      width: { ideal: FRAME_SIDE_MAX },
      height: { ideal: FRAME_SIDE_MAX },
    },
  });
  const [track] = stream.getVideoTracks();
  // Only some browsers report a camera's capabilities, and TypeScript does not know the torch.
  const abilities = (track?.getCapabilities?.() ?? {}) as { torch?: boolean };
  return {
    stream,
    deviceId: track?.getSettings().deviceId,
    hasTorch: abilities.torch === true,
  };
}

export function closeCamera({ stream }: Camera): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Browsers name the cameras only after the user has allowed one. */
export async function listCameras(): Promise<CameraChoice[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId)
    .map(({ deviceId, label }, index) => ({
      deviceId,
      label: label || say('Camera {index}', { index: index + 1 }),
    }));
}

export async function switchTorch({ stream }: Camera, on: boolean): Promise<void> {
  const torch = { torch: on } as MediaTrackConstraintSet;
  await stream.getVideoTracks()[0]?.applyConstraints({ advanced: [torch] });
}

/** The current frame of the video, scaled down if necessary; undefined if there is none yet. */
export function grabFrame(
  video: HTMLVideoElement,
  canvas: HTMLCanvasElement,
): ImageData | undefined {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0 || videoHeight === 0) return undefined;
  const scale = Math.min(1, FRAME_SIDE_MAX / Math.max(videoWidth, videoHeight));
  const width = Math.round(videoWidth * scale);
  const height = Math.round(videoHeight * scale);
  // Setting the size clears the canvas, so it is set only when it changes.
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.drawImage(video, 0, 0, width, height);
  return context?.getImageData(0, 0, width, height);
}

/** The problem to show the user when a camera could not be opened. */
export function describeCameraProblem(error: unknown, secure = isSecureContext): CameraProblem {
  if (!secure) return { what: 'cameraNeedsHttps', canRetry: false };
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') {
    return { what: 'cameraNotAllowed', canRetry: true };
  }
  // A browser without any support for cameras throws a TypeError.
  if (name === 'NotFoundError' || name === 'OverconstrainedError' || name === 'TypeError') {
    return { what: 'noCamera', canRetry: name !== 'TypeError' };
  }
  return { what: 'cameraFailed', canRetry: true };
}
