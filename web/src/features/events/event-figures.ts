import { formatPercent } from '../../lib/formats.ts';

/** One decimal, or a plain 0% where there is none yet. */
export function formatRoa(roa: string): string {
  return Number(roa) === 0 ? '0%' : formatPercent(roa);
}
