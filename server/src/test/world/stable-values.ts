/** Properties whose values are secrets, or differ between machines and runs. */
const varying =
  /^(secret|token|codes?|recoveryCodes|key|uri|challenge|signature|clientDataJSON|authenticatorData|attestationObject|entryCode|shortCode|cursor|bytes|commit|embedded|version|salt|digits|rollCall)$/;
/** Lists that depend on the machine. */
const machineLists = /^(warnings|disks)$/;

const DAY_MS = 24 * 60 * 60_000;
const MOMENT = '2026-12-05T10:00:00.000+00:00';

const MOMENT_MS = Date.parse(MOMENT);
const NOT_SENT_YET = { state: 'waiting', attempts: 0, status: null, response: null, error: null };

/** The number of rows kept of a list, enough to show its format. */
const ROWS = 2;

/**
 * An example of a call without differences between two runs: ids and hashes are numbered in the order in which they
 * occur, timestamps of today are all the same, and secrets are zeros.
 */
export function stableValues<T>(example: T): T {
  const numbers = new Map<string, number>();
  const numberOf = (kind: string, text: string) => {
    const key = `${kind} ${text}`;
    if (!numbers.has(key)) {
      numbers.set(
        key,
        [...numbers.keys()].filter((each) => each.startsWith(`${kind} `)).length + 1,
      );
    }
    return String(numbers.get(key));
  };
  const stableText = (text: string) =>
    text
      .replace(
        /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
        (id) => `00000000-0000-4000-8000-${numberOf('id', id).padStart(12, '0')}`,
      )
      .replace(/\b[0-9a-f]{64}\b/g, (hash) => numberOf('hash', hash).padStart(64, '0'))
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, (moment) =>
        isRecent(moment) ? MOMENT : moment,
      )
      .replace(/\d{4}-\d\d-\d\d \d\d:00/g, (hour) =>
        isRecent(hour) ? MOMENT.slice(0, 16).replace('T', ' ') : hour,
      )
      .replace(/127\.0\.0\.1:\d+/g, 'drawbridge.example')
      // Names and contacts of people and programs contain numbers, so that they are unique.
      .replace(
        /(Visitor |visitor|nobody|07700 ?|\+447700|helper|Program |organiser|user|volunteer)(\d+)/g,
        (_, name, digits) => {
          const number = numberOf('number', String(Number(digits)));
          return name + (digits.length === 6 ? number.padStart(6, '0') : number);
        },
      );
  const visit = (value: unknown, name = ''): unknown => {
    if (machineLists.test(name)) return [];
    if (Array.isArray(value)) return value.slice(0, ROWS).map((each) => visit(each, name));
    if (typeof value === 'object' && value !== null) {
      // It may or may not have been sent by now.
      if ('attempts' in value) Object.assign(value, NOT_SENT_YET);
      return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [stableText(key), visit(inner, key)]),
      );
    }
    if (name === 'day' && isToday(String(value))) return MOMENT.slice(0, 10);
    // WebAuthn has its own format of ids.
    const isOpaque = name === 'id' && /^[\w-]{22}$/.test(String(value));
    if (isOpaque || varying.test(name)) return maskOf(value);
    if (name === 'ticket' && /^[A-Z]\w+ \d{4}$/.test(String(value))) return 'Heron 4217';
    // The clock of the stage, and the first digits of tickets.
    if (typeof value === 'number' && value > 1e12) return MOMENT_MS;
    if (name === 'tickets' && String(value).length === 8) return maskOf(value);
    return typeof value === 'string' ? stableText(value) : value;
  };
  return visit(example) as T;
}

const isToday = (day: string) => Math.abs(Date.parse(day) - Date.now()) < DAY_MS;
const isRecent = (moment: string) => Math.abs(Date.parse(moment) - Date.now()) < 60 * DAY_MS;

/** A neutral value of the same type. */
function maskOf(value: unknown): unknown {
  if (typeof value === 'number') return Number.isInteger(value) && value < 100 ? value : 1_000_000;
  if (typeof value === 'boolean') return true;
  if (typeof value !== 'string') return value;
  if (/^[\d.]+\.[\d.]+$/.test(value)) return '1.0.0';
  // A beacon's signature never changes.
  if (/^[0-9a-f]{96}$/.test(value)) return value;
  const [prefix = ''] = /^(drawbridge_|whsec_|otpauth:\/\/)/.exec(value) ?? [];
  return prefix + '0'.repeat(value.length > 20 ? 32 : value.length);
}
