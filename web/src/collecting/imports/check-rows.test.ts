import { csvLines } from '@drawbridge/contract/core/files/csv';
import { describe, expect, it } from 'vitest';
import { checkerFor, contactIn } from './check-rows.ts';
import { readCsv } from './reading/read-file.ts';

const columns = { name: 0, phone: 1, email: 2 };
const check = (name: string, phone: string, email = '', country = 'GB') =>
  checkerFor(country)(contactIn([name, phone, email], columns));

describe('a row', () => {
  it('becomes a contact as a form would send it', () => {
    expect(check(' Zoë\n Okafor ', '+44 7400 123456', ' Zoe@Example.com')).toEqual({
      ok: true,
      contact: { name: 'Zoë Okafor', phone: '+44 7400 123456', email: 'zoe@example.com' },
    });
    expect(check('Zoë', '07400 123456')).toMatchObject({ contact: { email: null } });
  });

  it('tells each wrong field once, with the sentence of the forms', () => {
    expect(check('Z', 'call me', 'zoe@')).toEqual({
      ok: false,
      problems: [
        { message: 'Name must be at least 2 characters' },
        { message: 'Phone number must be at least 10 digits' },
        { message: 'Invalid email address' },
      ],
    });
  });

  it('may say how many chances the lead has in draws', () => {
    const person = contactIn(['Zoë', '07400 123456', ''], columns);
    const withChances = (text: string) => checkerFor('GB')(person, [], text);
    expect(withChances(' 12 ')).toMatchObject({ contact: { chances: 12 } });
    const none = withChances(' ');
    expect(none.ok && 'chances' in none.contact).toBe(false);
    for (const wrong of ['two', '1.5', '0', '1001']) {
      expect(withChances(wrong)).toMatchObject({
        problems: [{ message: expect.stringMatching(/^Chances must/) }],
      });
    }
  });

  it("is judged by the event's country", () => {
    expect(check('Kari', '40612345', '', 'NO').ok).toBe(true);
    expect(check('Kari', '40612345', '', 'GB').ok).toBe(false);
    expect(check('Kari', '1234567', '', 'NO')).toEqual({
      ok: false,
      problems: [{ message: "Phone number is not valid in the event's country" }],
    });
  });

  it.each([
    '0171/123 4567',
    '0171.123.4567',
    '0171\u00a0123\u202f4567',
    '0171\u2013123\u20114567',
    'tel:0171 123 4567',
  ])('may have a phone number written as %j', (phone) =>
    expect(check('Zoë', phone, '', 'DE').ok).toBe(true),
  );

  it('has its name in one column or in two', () => {
    const cells = ['Okafor', 'Zoë', '07700 900121'];
    expect(contactIn(cells, { firstName: 1, lastName: 0, phone: 2 }).name).toBe('Zoë Okafor');
    expect(contactIn(cells, { name: 0, firstName: 1, phone: 2 }).name).toBe('Okafor');
    expect(contactIn(['', 'Zoë', '07700'], { lastName: 0, firstName: 1 }).name).toBe('Zoë');
  });

  it('from our own export loses the sign that prevents a formula', () => {
    const typed = ['=Zoë, -the +1', '+47 406 12 345', ''];
    const { rows } = readCsv(csvLines([['Name', 'Phone', 'Email'], typed]));
    expect(contactIn(rows[1] ?? [], columns)).toEqual({
      name: typed[0],
      phone: typed[1],
      email: '',
    });
  });
});
