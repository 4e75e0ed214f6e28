import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { newEntryCode } from '../fair-draw/entry-code.ts';
import { bulkChancesInput, bulkVerifyInput, leadQuery } from './lead-lists.ts';
import { BULK_VERIFY_MAX } from './lead-values.ts';
import { leadChange, leadContact, leadInput, publicLeadInput } from './leads.ts';

const { email: leadEmail } = leadContact.shape;

/** The first message of a failed check, or undefined if the value is valid. */
function complaint(schema: z.ZodType, value: unknown): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message;
}

const eventId = '0b0e7a52-3c1f-4d5c-9a65-0d6f6a3f5f10';
const someId = '7d1ff0f5-24f2-4f3e-8df8-1f0a8e2f9b11';
const good = { eventId, name: 'Amara Okafor', phone: '07700 900123', email: 'amara@example.com' };

const TOO_SHORT = 'Phone number must be at least 10 digits';

describe("a lead's e-mail", () => {
  it.each([null, '', '   ', '\t\n'])('%j means that there is none', (email) => {
    expect(leadEmail.parse(email)).toBeNull();
  });

  it('is trimmed and in lower case', () => {
    expect(leadEmail.parse('  Amara.OKAFOR+Fair@Example.COM ')).toBe(
      'amara.okafor+fair@example.com',
    );
  });

  it.each([
    ['info@Müller.de', 'info@müller.de'],
    ['info@mu\u0308ller.de', 'info@müller.de'],
    ['info@xn--mller-kva.de', 'info@xn--mller-kva.de'],
    ['post@пример.рф', 'post@пример.рф'],
    ['post@example.xn--p1ai', 'post@example.xn--p1ai'],
    ['hi@उदाहरण.भारत', 'hi@उदाहरण.भारत'],
  ])('may have an international domain: %s', (typed, stored) => {
    expect(leadEmail.parse(typed)).toBe(stored);
  });

  it.each([
    'amara@-müller.de',
    'amara@müller',
    'amara',
    'amara@',
    '@example.com',
    'amara@example',
    'amara okafor@example.com',
    'amara@exam ple.com',
    'a@b@example.com',
    'amara@example.com\u0000',
    'amara@\ud800example.com',
    '<amara@example.com>',
    'amara@example.com, second@example.com',
    `${'a'.repeat(250)}@example.com`,
    17,
    true,
    ['amara@example.com'],
    {},
  ])('refuses %j', (email) => {
    expect(complaint(leadEmail, email)).toBe('Invalid email address');
  });

  it('fits into 254 characters', () => {
    const emailOfLength = (n: number) => `${'a'.repeat(n - '@example.com'.length)}@example.com`;
    expect(leadEmail.parse(emailOfLength(254))).toHaveLength(254);
    expect(complaint(leadEmail, emailOfLength(255))).toBe('Invalid email address');
  });

  it('is the same when what it became is sent again', () => {
    fc.assert(
      fc.property(fc.emailAddress(), fc.constantFrom('', ' ', '\n'), (address, blank) => {
        const first = leadEmail.safeParse(`${blank}${address.toUpperCase()}${blank}`);
        // Some addresses that the standard allows are refused by zod; those are not tested here.
        if (first.success) expect(leadEmail.parse(first.data)).toBe(first.data);
      }),
    );
  });
});

describe('the three fields of every form', () => {
  it('have the e-mail as the optional one', () => {
    expect(leadContact.parse({ name: 'Amara', phone: '07700900123' })).toEqual({
      name: 'Amara',
      phone: '07700900123',
      email: null,
    });
  });

  it('complain in the order of the form: name, phone, e-mail', () => {
    const wrong = { name: 'A', phone: '1', email: 'x' };
    const messages = leadContact.safeParse(wrong).error?.issues.map(({ message }) => message);
    expect(messages).toEqual([
      'Name must be at least 2 characters',
      TOO_SHORT,
      'Invalid email address',
    ]);
    expect(complaint(leadContact, { ...wrong, name: 'Al' })).toBe(TOO_SHORT);
    expect(complaint(leadContact, { ...wrong, name: 'Al', phone: '0770090012' })).toBe(
      'Invalid email address',
    );
  });
});

describe('a lead as it is sent', () => {
  it('gets the not-found of the event for an id that cannot be one', () => {
    const [issue] = leadInput.safeParse({ ...good, eventId: 'summer-fair' }).error?.issues ?? [];
    expect(issue).toMatchObject({
      message: 'Event not found',
      params: { problem: 'event-not-found' },
    });
  });

  it('may carry an id, which is compared in lower case', () => {
    expect(leadInput.parse(good).id).toBeUndefined();
    expect(leadInput.parse({ ...good, id: someId.toUpperCase() }).id).toBe(someId);
    for (const id of ['', 'x', 1, null, `${someId}0`, someId.replaceAll('-', ''), `{${someId}}`]) {
      expect(complaint(leadInput, { ...good, id })).toBe('The id must be a UUID');
    }
  });

  it('may carry an entry code that the device has made', () => {
    const entryCode = newEntryCode();
    expect(leadInput.parse({ ...good, entryCode })).toEqual({ ...good, entryCode });
    for (const wrong of ['', 'x', entryCode.slice(1), 1, null]) {
      expect(complaint(leadInput, { ...good, entryCode: wrong })).toBe(
        'The entry code is not valid',
      );
    }
  });
});

describe('the public form', () => {
  it('has a field that only robots fill in', () => {
    expect(complaint(publicLeadInput, good)).toBeUndefined();
    expect(complaint(publicLeadInput, { ...good, website: '' })).toBeUndefined();
    for (const website of ['https://spam.example', ' ', 0, null, false]) {
      expect(complaint(publicLeadInput, { ...good, website })).toBe(
        'Please leave the website field empty',
      );
    }
  });
});

describe('a change to a lead', () => {
  it('is any subset of the fields, and an empty one adds no defaults', () => {
    expect(leadChange.parse({})).toEqual({});
    expect(leadChange.parse({ name: ' Amara ' })).toEqual({ name: 'Amara' });
    expect(leadChange.parse({ email: '' })).toEqual({ email: null });
    expect(leadChange.parse({ ...good, source: 'qr', status: 'verified' })).toEqual({
      ...good,
      source: 'qr',
      status: 'verified',
    });
  });
});

describe('a bulk verification', () => {
  it('has an upper bound, which is checked before any of the ids', () => {
    const many = (n: number, id: unknown) => ({ leadIds: Array.from({ length: n }, () => id) });
    const tooMany = bulkVerifyInput.safeParse(many(BULK_VERIFY_MAX + 1, 0));
    expect(tooMany.error?.issues.map(({ message }) => message)).toEqual([
      'At most 100000 leads can be verified at once',
    ]);
    expect(complaint(bulkVerifyInput, many(BULK_VERIFY_MAX, someId))).toBeUndefined();
  });
});

describe('the query of the list', () => {
  it('takes `all` and nothing as no event', () => {
    expect(leadQuery.parse({})).toEqual({});
    expect(leadQuery.parse({ eventId: 'all' }).eventId).toBeUndefined();
    expect(leadQuery.parse({ eventId: eventId.toUpperCase() }).eventId).toBe(eventId);
    expect(complaint(leadQuery, { eventId: 'x' })).toBe('Event not found');
  });

  it('takes days and moments as they are', () => {
    const days = { from: '2026-11-15', to: '2026-11-15' };
    expect(leadQuery.parse(days)).toEqual(days);
    expect(leadQuery.parse({ from: '2026-11-15T08:30:00+01:00' }).from).toBe(
      '2026-11-15T08:30:00+01:00',
    );
    for (const from of ['', '2026-02-30', '2026-1-5', 'yesterday', '0000-01-01', '15.11.2026']) {
      expect(complaint(leadQuery, { from })).toBe('Invalid date');
      expect(complaint(leadQuery, { to: from })).toBe('Invalid date');
    }
  });

  it('takes 1 to 1000 leads per page', () => {
    const sentence = 'The limit must be a whole number from 1 to 1000';
    expect(leadQuery.parse({ limit: '1000' }).limit).toBe(1000);
    for (const limit of ['0', '-1', '1001', '1.5', 'ten', '', '1e9', 'NaN', 'Infinity']) {
      expect(complaint(leadQuery, { limit })).toBe(sentence);
    }
  });

  it('knows its statuses and sources', () => {
    expect(complaint(leadQuery, { status: 'new' })).toBe(
      'Status must be pending, verified or promoted',
    );
    expect(complaint(leadQuery, { source: 'web' })).toBe('Source must be qr or volunteer');
  });
});

describe("a lead's chances", () => {
  it('are a whole number from 1 to 1,000, in every way in which organisers set them', () => {
    const some = { ids: [someId] };
    for (const [chances, problem] of [
      [1, undefined],
      [1000, undefined],
      [0, 'Chances must be at least 1'],
      [1001, 'Chances must be at most 1000'],
      [1.5, 'Chances must be a whole number'],
      ['2', 'Chances must be a whole number'],
    ] as const) {
      expect(complaint(leadInput, { ...good, chances })).toBe(problem);
      expect(complaint(leadChange, { chances })).toBe(problem);
      expect(complaint(bulkChancesInput, { ...some, chances })).toBe(problem);
    }
    expect(leadChange.parse({})).not.toHaveProperty('chances');
  });

  it('are ignored in a public entry, whatever it sends', () => {
    for (const chances of [1000, 0, 'many']) {
      expect(publicLeadInput.parse({ ...good, chances })).not.toHaveProperty('chances');
    }
  });

  it('are set for some leads or for a filter', () => {
    expect(complaint(bulkChancesInput, { chances: 2 })).toBe('Select at least one lead');
    expect(complaint(bulkChancesInput, { ids: [], chances: 2 })).toBe('Select at least one lead');
    expect(complaint(bulkChancesInput, { filter: { status: 'verified' }, chances: 2 })).toBe(
      undefined,
    );
  });
});
