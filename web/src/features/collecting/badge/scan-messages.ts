/** The page sends one frame of the camera at a time, as `ImageData`, and gets this back. */
export type FromScanWorker =
  /** The texts of all QR codes in the frame. */
  | { kind: 'read'; texts: string[] }
  /** Nothing here can read codes: the reader could not be loaded. */
  | { kind: 'failed' };
