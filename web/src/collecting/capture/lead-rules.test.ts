import { type LeadContact, mapContact } from '@drawbridge/contract/collecting/contact';
import { leadContact } from '@drawbridge/contract/collecting/leads';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../../scripts/lib/any-character.mjs';
import { leadPhoneIn } from '../lead-form/phone-rule.ts';
import type { TypedLead } from '../lead-form/volunteer-form.tsx';
import { checkLead, countCollected } from './lead-rules.ts';

const options = { fields: {}, shouldUseNativeValidation: false };

/** The form's message for each field, and the values it sends. */
async function check(typed: TypedLead, country: string | undefined) {
  const { values, errors } = await checkLead<LeadContact>(country)(typed, undefined, options);
  const messages = Object.entries(errors).map(([field, error]) => [field, error?.message]);
  return { values, messages: Object.fromEntries(messages) };
}

/** The same check with the contract's schema. */
function checkBySchema(typed: TypedLead, country: string | undefined) {
  const { data, error } = leadContact.extend({ phone: leadPhoneIn(country) }).safeParse(typed);
  const messages: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) messages[String(path[0])] ??= message;
  return { values: data ?? {}, messages };
}

const texts = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 30 }),
  fc.constantFrom('', '  Jon\u202E Field ', 'e\u0301e', '07700 900121', '32123456', 'A@Müller.DE '),
  fc.string({
    unit: fc.constantFrom('0', '4', '7', ' ', '+', '-', '(', ')', 'a', '@', '.', 'é'),
    maxLength: 22,
  }),
);

test('the form and the schema agree on anything that can be typed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record(mapContact(() => texts)),
      fc.constantFrom('GB', 'DK', 'DE', undefined),
      async (typed, country) => {
        expect(await check(typed, country)).toEqual(checkBySchema(typed, country));
      },
    ),
  );
});

test('a correction checks and sends only what was changed', async () => {
  const resolve = checkLead(undefined, ({ email }) => ({ email }));
  const typed = { name: '', phone: '1', email: ' A@Example.com ' };
  expect(await resolve(typed, undefined, options)).toEqual({
    values: { email: 'a@example.com' },
    errors: {},
  });
});

test("the day of the figures is the event's, wherever the phone is", () => {
  const own = [
    { eventId: 'here', submittedAt: '2026-12-05T18:29:00.000Z' },
    { eventId: 'here', submittedAt: '2026-12-05T18:30:00.000Z' },
    { eventId: 'elsewhere', submittedAt: '2026-12-05T18:31:00.000Z' },
  ];
  const now = Date.parse('2026-12-05T20:00:00.000Z');
  const at = (utcOffset: number) =>
    countCollected(own, { eventId: 'here', utcOffset, leadsOfOthers: 40 }, now);
  expect(at(0)).toEqual({ today: 2, team: 42 });
  // In India, the sixth has begun at half past six.
  expect(at(5 * 60 + 30)).toEqual({ today: 1, team: 42 });
});
