import { type CountryCode, Metadata } from 'libphonenumber-js/min';

/**
 * The library's knowledge about a country. Its types leave out most of these methods; the tests compare our conclusions
 * with the library's own answers.
 */
interface Plan {
  callingCode(): string;
  IDDPrefix(): string;
  nationalNumberPattern(): string;
  nationalPrefixForParsing(): string | 0 | undefined;
  leadingDigits(): string | 0 | undefined;
  hasTypes(): boolean;
  type(name: string): { pattern(): string; possibleLengths(): number[] | undefined } | undefined;
}

const TYPES = [
  'FIXED_LINE',
  'MOBILE',
  'PREMIUM_RATE',
  'TOLL_FREE',
  'SHARED_COST',
  'VOIP',
  'PERSONAL_NUMBER',
  'PAGER',
  'UAN',
  'VOICEMAIL',
];

/** Parses a number in its usual spelling; undefined for any other spelling. */
type ReadPlainNumber = (typed: string) => string | undefined;

const readers = new Map<string, ReadPlainNumber>();

/**
 * The E.164 form of a number that is valid and written in its country's usual way, with or without the country code.
 * Any other spelling returns undefined and needs the library, which takes ten times as long because it compiles its
 * patterns for every number.
 */
export function readPlainNumber(typed: string, country: string): string | undefined {
  let read = readers.get(country);
  if (!read) {
    read = readerFor(country);
    readers.set(country, read);
  }
  return read(typed);
}

function readerFor(country: string): ReadPlainNumber {
  const plan = planOf(country);
  const code = plan.callingCode();
  const nationalNumber = entirely(plan.nationalNumberPattern());
  const abroad = prefixRegExp(plan.IDDPrefix());
  const prefix = prefixOf(plan);
  // Calling codes are shared, for example by Britain and Jersey. The first country that claims a number
  // decides whether it is valid.
  const sharing = countriesWith(code).map((one) => describe(planOf(one)));

  const readNational = (digits: string) => {
    if (digits.startsWith(code) || abroad.test(digits)) return undefined;
    const match = prefix?.exec(digits);
    if (!match) return digits;
    // The captured group must be rewritten, by a rule that only the library knows.
    return match.some((group, index) => index > 0 && group)
      ? undefined
      : digits.slice(match[0].length);
  };
  const readInternational = (digits: string) => {
    const national = digits.startsWith(code) ? digits.slice(code.length) : undefined;
    return national && sharing.some((one) => one.prefix?.test(national)) ? undefined : national;
  };
  return (typed) => {
    const international = typed.startsWith('+');
    const digits = typed.replace(/[ \-()]/g, '').slice(international ? 1 : 0);
    if (!/^\d{5,}$/.test(digits)) return undefined;
    const national = international ? readInternational(digits) : readNational(digits);
    if (!national || !nationalNumber.test(national)) return undefined;
    const claiming = sharing.find(({ claims }) => claims(national));
    return claiming?.isValid(national) ? `+${code}${national}` : undefined;
  };
}

function describe(plan: Plan) {
  const nationalNumber = entirely(plan.nationalNumberPattern());
  const types = plan.hasTypes() ? TYPES.flatMap((name) => describeType(plan, name)) : undefined;
  const isValid = (national: string) =>
    nationalNumber.test(national) &&
    (!types ||
      types.some(
        ({ lengths, pattern }) =>
          (!lengths || lengths.includes(national.length)) && pattern.test(national),
      ));
  const leading = plan.leadingDigits();
  const leadingDigits = leading && prefixRegExp(leading);
  const claims = (national: string) =>
    leadingDigits ? leadingDigits.test(national) : isValid(national);
  return { claims, isValid, prefix: prefixOf(plan) };
}

function describeType(plan: Plan, name: string) {
  const type = plan.type(name);
  if (!type?.pattern()) return [];
  return [{ lengths: type.possibleLengths(), pattern: entirely(type.pattern()) }];
}

function prefixOf(plan: Plan): RegExp | undefined {
  const pattern = plan.nationalPrefixForParsing();
  return pattern ? prefixRegExp(pattern) : undefined;
}

const prefixRegExp = (pattern: string) => new RegExp(`^(?:${pattern})`);
const entirely = (pattern: string) => new RegExp(`^(?:${pattern})$`);

function countriesWith(callingCode: string): string[] {
  const metadata = new Metadata() as unknown as {
    getCountryCodesForCallingCode(code: string): string[];
  };
  return metadata.getCountryCodesForCallingCode(callingCode);
}

function planOf(country: string): Plan {
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country as CountryCode);
  return metadata.numberingPlan as unknown as Plan;
}
