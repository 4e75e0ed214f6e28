import { describe, expect, it } from 'vitest';
import { findLeads, guessColumns } from './columns.ts';

describe('columns are found by their headings', () => {
  it.each([
    [['Name', 'Email', 'Phone'], { name: 0, email: 1, phone: 2 }],
    [
      ['ID', 'Surname', 'First Name', 'E-mail address', 'Mobile No.'],
      { lastName: 1, firstName: 2, email: 3, phone: 4 },
    ],
    [
      ['Vorname', 'Name', 'Firma', 'Handy', 'E-Mail-Adresse'],
      { firstName: 0, lastName: 1, phone: 3, email: 4 },
    ],
    [
      ['Prénom', 'Nom', 'Numéro de téléphone', 'Courriel'],
      { firstName: 0, lastName: 1, phone: 2, email: 3 },
    ],
    [
      ['Nombre', 'Apellidos', 'Teléfono', 'Correo electrónico'],
      { firstName: 0, lastName: 1, phone: 2, email: 3 },
    ],
    [['Navn', 'Telefon', 'E-post'], { name: 0, phone: 1, email: 2 }],
    [['Name', 'Telefon', 'Lose'], { name: 0, phone: 1, chances: 2 }],
    [['Imię i nazwisko', 'Telefon', 'Adres e-mail'], { name: 0, phone: 1, email: 2 }],
    [['Attendee name', 'Phone (with country code)'], { name: 0, phone: 1 }],
    [['Company', 'Event name', 'User name'], {}],
  ])('%j', (header, matching) => expect(guessColumns(header, [])).toEqual(matching));
});

describe('the exports of other systems are understood', () => {
  const rows: [system: string, header: string, expected: Record<string, string>][] = [
    [
      'Eventbrite',
      'Order #,Order Date,First Name,Last Name,Email,Quantity,Ticket Type,Attendee #,Attendee Status,Cell Phone',
      { firstName: 'First Name', lastName: 'Last Name', email: 'Email', phone: 'Cell Phone' },
    ],
    [
      'pretix',
      'Order code,Position ID,Status,Email,Phone number,Product,Attendee name,Attendee name: Given name,Attendee name: Family name,Attendee email,Company',
      { name: 'Attendee name', email: 'Attendee email', phone: 'Phone number' },
    ],
    [
      'Hi.Events',
      'ID,First Name,Last Name,Email,Status,Is Checked In,Checked In At,Product ID,Product Name,Event ID,Public ID,Short ID,Created Date,Last Updated Date,Notes,Phone number',
      { firstName: 'First Name', lastName: 'Last Name', email: 'Email', phone: 'Phone number' },
    ],
    [
      'Google Forms',
      'Timestamp,Email address,What is your name?,What is your phone number?,What interests you?',
      {
        name: 'What is your name?',
        email: 'Email address',
        phone: 'What is your phone number?',
      },
    ],
  ];
  it.each(rows)('%s', (_system, header, expected) => {
    const headings = header.split(',');
    const found = Object.entries(guessColumns(headings, []));
    expect(Object.fromEntries(found.map(([key, at]) => [key, headings[at]]))).toEqual(expected);
  });
});

it('columns without a heading are found by what stands in them', () => {
  const rows = [
    ['1', 'Zoë Okafor', 'zoe@example.com', '+47 406 12 345', '2026-12-05'],
    ['2', "Sinéad O'Hara", '', '07700 900121', '2026-12-05'],
  ];
  expect(findLeads(rows)).toBe(0);
  expect(guessColumns(undefined, rows)).toEqual({ name: 1, email: 2, phone: 3 });
});

it('a first row without contact data is a header', () => {
  expect(
    findLeads([
      ['Wer', 'Wohin'],
      ['Zoë', '07700 900121'],
    ]),
  ).toBe(1);
  expect(findLeads([['Zoë', '07700 900121']])).toBe(0);
});

it.each([
  [[['Attendees'], ['Harbour Fair', '', '2026'], ['Name', 'Phone'], ['Zoë', '07700 900121']], 3],
  [[['Contact list'], ['Wer', 'Wohin'], ['Zoë', '07700 900121']], 2],
  [
    [
      ['Name', 'Email (name@example.com)'],
      ['Zoë', 'zoe@example.com'],
    ],
    1,
  ],
  // 'Mobile' is a cell of a person below contact data, so this row is no header.
  [
    [
      ['Zoë', '07700 900121'],
      ['Mobile', '07700 900122'],
    ],
    0,
  ],
])('a header is found below a title: %j', (rows, first) => expect(findLeads(rows)).toBe(first));

it('columns with values are preferred to empty ones', () => {
  const header = ['Name', 'Phone', 'Mobile', 'Email', 'Full name', 'Contact 2'];
  const rows = [
    ['', '', '07700 900121', '', 'Zoë Okafor', 'zoe@example.com'],
    ['', ' ', '07700 900122', '', 'Amir Haddad', ''],
  ];
  expect(guessColumns(header, rows)).toEqual({ name: 4, phone: 2, email: 5 });
  // A matching heading is used even if its column is empty.
  expect(guessColumns(['Name', 'Phone', 'Email'], [['Zoë', '', '']])).toEqual({
    name: 0,
    phone: 1,
    email: 2,
  });
});
