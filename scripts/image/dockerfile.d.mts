export interface Step {
  instruction: string;
  line: number;
  /** The whole step as it is written. */
  text: string;
  value: unknown;
}

export interface Stage {
  name: string;
  base: string;
  steps: Step[];
}

export function parseDockerfile(source: string): Stage[];
