import { expect, it } from 'vitest';
import type { z } from 'zod';
import { bulkVerifyInput } from '../../collecting/lead-lists.ts';
import { leadChange, leadInput } from '../../collecting/leads.ts';
import { eventInput } from '../../events/events.ts';
import { sponsorInput } from '../../events/sponsors.ts';
import { loginInput, registration } from '../../login/auth.ts';
import { prizeInput } from '../../raffle/prizes.ts';
import { accountInput } from '../../team/accounts.ts';
import { assignmentInput, volunteerChange } from '../../team/volunteers.ts';

/* The messages of the calls for a wrong field. Another test sends arbitrary values to every field through HTTP. */

const someId = '00000000-0000-4000-8000-000000000000';
const notALink = 'Privacy link must be an address that starts with https:// or http://';
const notMoney = 'must be a number with at most 8 digits before and 2 after the point';

const inputs: [
  name: string,
  schema: z.ZodType,
  good: object,
  [wrong: object, sentence: string][],
][] = [
  [
    'an event',
    eventInput,
    { name: 'Fair', date: '2026-12-05', location: 'Hall' },
    [
      [{ name: '' }, 'Event name is required'],
      [{ name: 'x'.repeat(201) }, 'Event name is too long'],
      [{ date: undefined }, 'Date is required'],
      [{ date: '' }, 'Date is required'],
      [{ date: '2027-02-30' }, 'Invalid date'],
      [{ location: ' ' }, 'Location is required'],
      [{ status: 'cancelled' }, 'Status must be upcoming, active or ended'],
      [{ totalAmountCollected: '-1' }, 'Total amount collected cannot be negative'],
      [{ totalAmountCollected: '123456789' }, `Total amount collected ${notMoney}`],
      [{ roa: 'much' }, `ROA ${notMoney}`],
      [{ country: null }, 'Country must be a two-letter code'],
      [{ country: 'XX' }, 'Country must be a two-letter code, such as GB'],
      [{ languages: ['en', '<script>'] }, 'Unknown language'],
      [{ timeZone: '+05:30' }, 'Unknown time zone'],
      [{ timeZone: 'Mars/Base' }, 'Unknown time zone'],
      [{ winnerDisplay: 'hidden' }, 'Winner display must be full or short'],
      [{ organiser: 'x'.repeat(101) }, 'Organiser is too long'],
      [{ privacyText: 'x'.repeat(5001) }, 'Privacy text is too long'],
      [{ consentNote: 'x'.repeat(501) }, 'Consent sentence is too long'],
      [{ marketingText: 'x'.repeat(301) }, 'Marketing box is too long'],
      [{ language: 'tlh' }, 'Unknown language'],
      [{ languages: [] }, 'Choose at least one language'],
      [{ languages: 'de' }, 'Languages must be a list'],
      [{ currency: 'dollars' }, 'Currency must be a three-letter code, such as USD'],
      [{ privacyUrl: 'javascript:alert(1)' }, notALink],
      [{ privacyUrl: 'example.com/privacy' }, notALink],
      [{ privacyUrl: 'https://' }, notALink],
      [{ privacyUrl: 'https://example.com/a b' }, notALink],
    ],
  ],
  [
    'a prize',
    prizeInput,
    { eventId: someId, name: 'City bicycle' },
    [
      [{ name: ' ' }, 'Prize name is required'],
      [{ name: 'x'.repeat(101) }, 'Prize name is too long'],
      [{ name: 'A\nB' }, 'Prize name contains characters that cannot be used'],
      [{ description: 'x'.repeat(501) }, 'Description is too long'],
      [{ value: 'x'.repeat(101) }, 'Value is too long'],
      [{ value: { amount: 5 } }, 'Value must be text'],
      [{ position: 1.5 }, 'Position must be a whole number'],
      [{ position: -1 }, 'Position must not be negative'],
      [{ position: 1_000_001 }, 'Position is too large'],
      [{ eventId: '' }, 'Event is required'],
    ],
  ],
  [
    'a sponsor',
    sponsorInput,
    { eventId: someId, logo: 'data:image/png;base64,iVBORw0KGgo=' },
    [
      [{ logo: undefined }, 'Please upload a sponsor logo'],
      [{ logo: '' }, 'Please upload a sponsor logo'],
      [{ name: 'x'.repeat(101) }, 'Sponsor name is too long'],
      [{ position: 0.5 }, 'Position must be a whole number'],
      [{ eventId: undefined }, 'Event is required'],
    ],
  ],
  [
    'a lead',
    leadInput,
    { eventId: someId, name: 'x'.repeat(100), phone: '12345678901234567890' },
    [
      [{ name: undefined }, 'Name must be at least 2 characters'],
      [{ name: '  A  ' }, 'Name must be at least 2 characters'],
      [{ name: 'x'.repeat(101) }, 'Name is too long'],
      [{ name: 'Al\u0000ice' }, 'Name contains characters that cannot be used'],
      [{ phone: 7700900123 }, 'Phone number must be at least 10 digits'],
      [{ phone: '(1)2' }, 'Phone number must be at least 10 digits'],
      [{ phone: '123456789012345678901' }, 'Phone number is too long'],
      [
        { phone: '0770090012x' },
        'Phone number can only contain digits, spaces, and +-() characters',
      ],
    ],
  ],
  [
    'a change to a lead',
    leadChange,
    {},
    [
      [{ name: null }, 'Name must be at least 2 characters'],
      [{ eventId: '' }, 'Event is required'],
      [{ eventId: 'x' }, 'Event not found'],
      [{ source: 'paper' }, 'Source must be qr or volunteer'],
      [{ status: 'won' }, 'Status must be pending, verified or promoted'],
    ],
  ],
  [
    'a bulk verification',
    bulkVerifyInput,
    { leadIds: [someId, someId] },
    [
      [{ leadIds: undefined }, 'Select at least one lead'],
      [{ leadIds: someId }, 'Select at least one lead'],
      [{ leadIds: [] }, 'Select at least one lead'],
      [{ leadIds: [someId, null] }, 'The id must be a UUID'],
    ],
  ],
  [
    'a login',
    loginInput,
    { username: 'admin', password: 'correct-horse' },
    [
      [{ username: ' ad ' }, 'Username must be at least 3 characters'],
      [{ username: { $ne: '' } }, 'Username must be at least 3 characters'],
      [{ username: 'a'.repeat(101) }, 'Username is too long'],
      [{ username: 'ad\u0000min' }, 'Username contains characters that cannot be used'],
      [{ password: '12345' }, 'Password must be at least 6 characters'],
      [{ password: 'x'.repeat(201) }, 'Password is too long'],
      [{ username: 'ad', password: '1' }, 'Username must be at least 3 characters'],
    ],
  ],
  [
    'a volunteer',
    registration,
    { fullName: 'Priya Shah', username: 'priya', password: 'secret-enough' },
    [
      [{ fullName: ' ' }, 'Full name is required'],
      [{ fullName: 'x'.repeat(101) }, 'Full name is too long'],
      [{ fullName: undefined, name: 'B' }, 'Name must be at least 2 characters'],
      [{ username: undefined }, 'Username must be at least 3 characters'],
      [{ password: undefined }, 'Password must be at least 6 characters'],
      [{ role: 'admin' }, 'Only volunteers can be registered'],
    ],
  ],
  [
    'a change to a volunteer',
    volunteerChange,
    {},
    [
      [{ fullName: null }, 'Full name is required'],
      [{ name: 'P' }, 'Name must be at least 2 characters'],
      [{ username: 'ab' }, 'Username must be at least 3 characters'],
      [{ password: '' }, 'Password must be at least 6 characters'],
    ],
  ],
  [
    'an assignment',
    assignmentInput,
    { eventId: someId, volunteerId: someId },
    [
      [{ eventId: '' }, 'Event is required'],
      [{ volunteerId: undefined }, 'Volunteer is required'],
      [{ volunteerId: undefined, userId: 7 }, 'Volunteer is required'],
    ],
  ],
  [
    'an account',
    accountInput,
    { fullName: 'X', username: 'jo.bloggs', password: 'harbour lantern', currentPassword: 'x' },
    [
      [{ password: 'elevenchars' }, 'Password must be at least 12 characters'],
      [{ currentPassword: undefined }, 'Enter your current password'],
    ],
  ],
];

const rows = inputs.flatMap(([name, schema, good, wrongs]) =>
  wrongs.map(([wrong, sentence]) => ({ name, schema, good, wrong, sentence })),
);

it.each(inputs)('%s is taken', (_name, schema, good) => {
  expect(schema.safeParse(good).error).toBeUndefined();
});

it.each(rows)('$name with $wrong: $sentence', ({ schema, good, wrong, sentence }) => {
  expect(schema.safeParse({ ...good, ...wrong }).error?.issues[0]?.message).toBe(sentence);
});
