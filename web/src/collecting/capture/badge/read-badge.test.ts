import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../../scripts/lib/any-character.mjs';
import { readBadge } from './read-badge.ts';

const card = (...lines: string[]) =>
  ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD'].join('\r\n');

describe('a badge', () => {
  it.each([
    [
      'a vCard with a mobile number',
      card(
        'N:Field;Jon;;;',
        'FN:Jon Field',
        'TEL;TYPE=FAX:020 1',
        'TEL;TYPE=WORK:+44 20 7946 0000',
        'item1.TEL;TYPE=CELL:+44 7700 900131',
        'EMAIL;TYPE=INTERNET:jon@example.com',
      ),
      { name: 'Jon Field', phone: '+44 7700 900131', email: 'jon@example.com' },
    ],
    [
      'a vCard without a full name',
      card('N:Field;Jon', 'TEL:07700900131'),
      { name: 'Jon Field', phone: '07700900131' },
    ],
    ['a folded line', card('FN:Jon F', ' ield'), { name: 'Jon Field' }],
    [
      'escaped characters',
      card('FN:Field\\, Jon', 'EMAIL:jon@example.com'),
      { name: 'Field, Jon', email: 'jon@example.com' },
    ],
    [
      'quoted-printable',
      card('FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Zo=C3=AB=\r\n=20Field'),
      { name: 'Zoë Field' },
    ],
    [
      'a number as a link',
      card('FN:Jon Field', 'TEL;VALUE=uri;TYPE="voice,home":tel:+1-555-555-5555;ext=5555'),
      { name: 'Jon Field', phone: '+1-555-555-5555' },
    ],
    [
      'a MECARD',
      'MECARD:N:Field,Jon;TEL:07700900131;EMAIL:jon@example.com;;',
      { name: 'Jon Field', phone: '07700900131', email: 'jon@example.com' },
    ],
    [
      'a MECARD with escapes',
      'MECARD:N:O\\;Neil,Jon;TEL:07700 900131;;',
      { name: 'Jon O;Neil', phone: '07700 900131' },
    ],
    [
      'a vCard with more about the person',
      card(
        'FN:Jon Field',
        'ORG:Acme\\; Sons;Sales',
        'TITLE:Head of Sales',
        'URL;TYPE=WORK:https://example.com',
        'ADR;TYPE=HOME:;;1 Old St;Bath;;BA1 1AA;France',
        'ADR;TYPE=WORK,PREF:;;2 New St;Bristol;;BS1 4XX;United Kingdom',
        'NOTE:Likes boats\\nand trains',
      ),
      {
        name: 'Jon Field',
        company: 'Acme; Sons',
        jobTitle: 'Head of Sales',
        website: 'https://example.com',
        postalCode: 'BS1 4XX',
        country: 'United Kingdom',
        notes: 'Likes boats and trains',
      },
    ],
    [
      'a MECARD with more about the person',
      'MECARD:N:Field,Jon;ORG:Acme, Inc.;ADR:,,2 New St,Bristol,,BS1 4XX,UK;NOTE:Boats;;',
      {
        name: 'Jon Field',
        company: 'Acme, Inc.',
        postalCode: 'BS1 4XX',
        country: 'UK',
        notes: 'Boats',
      },
    ],
    [
      'plain text',
      'Jon Field\n+44 7700 900131\njon@example.com',
      { name: 'Jon Field', phone: '+44 7700 900131', email: 'jon@example.com' },
    ],
    ['a name alone', "Zoë O'Neil-Smith", { name: "Zoë O'Neil-Smith" }],
    ['a number alone', 'tel:+447700900131', { phone: '+447700900131' }],
    ['a link', 'https://example.com/profile/12345678', undefined],
    ['nothing', '', undefined],
    ['a bad e-mail address', card('FN:Jon Field', 'EMAIL:nowhere'), { name: 'Jon Field' }],
  ])('%s', (_, text, expected) => {
    expect(readBadge(text)).toEqual(expected);
  });

  it('made to keep the reader busy is read at once', () => {
    // A pattern that backtracks would need exponential time for this.
    expect(readBadge(`BEGIN:VCARD\nTEL${';'.repeat(100)}`)).toBeUndefined();
  });

  it('never throws, whatever its content', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('', 'BEGIN:VCARD\n', 'MECARD:', 'BEGIN:VCARD\nFN;QUOTED-PRINTABLE:'),
        fc.string({ unit: anyCharacter }),
        (head, text) => {
          readBadge(head + text);
        },
      ),
    );
  });
});
