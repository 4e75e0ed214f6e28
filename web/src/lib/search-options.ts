export interface SearchableOption {
  value: string;
  label: string;
  /** A short form, shown beside the label. */
  code?: string;
  /** Other names that the search finds. */
  otherNames?: () => readonly string[];
}

/**
 * The options that match the text, best first: by code, by the start of the name, by the start of a word in
 * it, or by any part of it. Case, accents and punctuation are ignored.
 */
export function searchOptions<Option extends SearchableOption>(
  options: readonly Option[],
  typed: string,
): Option[] {
  const text = fold(typed).trim();
  if (!text) return [...options];
  return options
    .map((option) => ({ option, rank: rankOf(option, text) }))
    .filter(({ rank }) => rank < NOT_FOUND)
    .sort((one, other) => one.rank - other.rank)
    .map(({ option }) => option);
}

const NOT_FOUND = 4;

function rankOf({ label, code = '', otherNames }: SearchableOption, text: string): number {
  const others = [code, ...(otherNames?.() ?? [])].map(fold);
  if (others.includes(text)) return 0;
  const name = fold(label);
  if (name.startsWith(text)) return 1;
  if (name.includes(` ${text}`)) return 2;
  return name.includes(text) || others.some((other) => other.startsWith(text)) ? 3 : NOT_FOUND;
}

/** `Côte d’Ivoire` becomes `cote d ivoire`, `Trinidad & Tobago` becomes `trinidad and tobago`. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ');
}
