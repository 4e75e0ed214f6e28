import { settingNames } from './settings.ts';

/** Every name that begins like this is meant for us. */
const OUR_PREFIXES = ['BACKUP_', 'METRICS_', 'TLS_'];
const PRODUCT_PREFIX = 'DRAWBRIDGE_';
/** A shorter part of a word says too little. */
const SHORTEST_PART = 3;

/** One line for each environment variable that looks like a setting but is not: a misspelt one has no effect. */
export function describeUnknownSettings(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    if (!value || settingNames.includes(name) || isServiceLink(name, value)) return [];
    const meant = settingNames.filter((known) => resembles(name, known)).sort(byDistance(name))[0];
    if (meant) return [`${name} is not a setting. Did you mean ${meant}?`];
    return OUR_PREFIXES.some((prefix) => name.startsWith(prefix))
      ? [`${name} is not a setting. The handbook for operators lists them all`]
      : [];
  });
}

/** Kubernetes and Docker describe other services like this, in the environment of every container. */
function isServiceLink(name: string, value: string): boolean {
  return (
    /_SERVICE_(HOST|PORT)(_|$)/.test(name) ||
    /_PORT_\d+_(TCP|UDP|SCTP)(_|$)/.test(name) ||
    /^(tcp|udp|sctp):\/\//.test(value)
  );
}

function resembles(name: string, known: string): boolean {
  if (name === `${PRODUCT_PREFIX}${known}` || haveSimilarWords(name, known)) return true;
  const [one, other] = [plain(name), plain(known)];
  const allowed = allowedDistance(other);
  return Math.abs(one.length - other.length) <= allowed && distance(one, other) <= allowed;
}

/** Short names, such as PORT, have too many neighbours. */
function allowedDistance({ length }: string): number {
  if (length < 6) return 0;
  return length < 12 ? 1 : 2;
}

/** `BACKUP_DIRECTORY` for `BACKUP_DIR`, `TLS_CERT` for `TLS_CERT_FILE`, `ADMIN_USERNAME_FILE` for `ADMIN_USERNAME`. */
function haveSimilarWords(name: string, known: string): boolean {
  const [words, others] = [name.toUpperCase().split('_'), known.split('_')];
  if (others.length < 2 || words.length < 2) return false;
  if (words.length === others.length + 1 && words.at(-1) === 'FILE') words.pop();
  if (words.length > others.length) return false;
  return words.every((word, index) => {
    const other = others[index] ?? '';
    const shorter = Math.min(word.length, other.length);
    return shorter >= SHORTEST_PART && word.slice(0, shorter) === other.slice(0, shorter);
  });
}

/** The same for spellings that mean the same: TRUST_PROXIES, DB_URL. */
const plain = (name: string) =>
  name
    .toUpperCase()
    .split('_')
    .map((word) => (word === 'DB' ? 'DATABASE' : word.replace(/IES$/, 'Y')))
    .join('');

const byDistance = (name: string) => (one: string, other: string) =>
  distance(plain(name), plain(one)) - distance(plain(name), plain(other));

/** How many letters have to be added, removed, replaced or swapped with the next to make one text of the other. */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const swaps = i > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swapped = swaps ? (before[j - 2] ?? 0) + 1 : replaced;
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row[other.length] ?? 0;
}
