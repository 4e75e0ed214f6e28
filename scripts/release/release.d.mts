export class Refused extends Error {}

interface Steps {
  test?: () => void | Promise<void>;
  writeSample(path: string): void | Promise<void>;
}

export function release(root: string, version: string, today: string, steps: Steps): Promise<void>;
