import { LOGO_MAX_BYTES, type LogoType, logoTypes } from '@drawbridge/contract/sponsors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../scripts/lib/any-character.mjs';
import { checkLogo } from './rules.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>';

/** The smallest picture of each type that a browser shows. */
const pictures: Record<LogoType, Buffer> = {
  'image/png': fromBase64(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg' +
      'gg==',
  ),
  'image/jpeg': fromBase64(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI//////////////////////////' +
      '//////////////////////////2wBDAVVaWnhpeOuCguv//////////////////////////////////////////////' +
      '///////////////////////////wAARCAABAAEDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEA' +
      'AAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhED' +
      'EQA/AIgAf//Z',
  ),
  'image/webp': fromBase64('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'),
  'image/gif': fromBase64('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'),
  'image/avif': fromBase64(
    'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAA' +
      'AAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAAB0AAAAoaWluZgAA' +
      'AAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAAAIAAAACAAAA' +
      'EHBpeGkAAAAAAwgICAAAAAxhdjFDgQ0MAAAAABNjb2xybmNseAACAAIAAYAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAA' +
      'ACVtZGF0EgAKCBgANogQEAwgMg8f8D///8WfhwB8+ErK42A=',
  ),
  'image/svg+xml': Buffer.from(svg),
};

function fromBase64(text: string): Buffer {
  return Buffer.from(text, 'base64');
}

function asDataUrl(type: string, bytes: Buffer): string {
  return `data:${type};base64,${bytes.toString('base64')}`;
}

describe('the type of a logo', () => {
  for (const claimed of logoTypes) {
    for (const actual of logoTypes) {
      it(`${claimed === actual ? 'takes' : 'refuses'} ${actual} bytes as ${claimed}`, () => {
        const verdict = checkLogo(asDataUrl(claimed, pictures[actual]));
        expect(verdict).toBe(claimed === actual ? 'ok' : 'not an image');
      });
    }
  }

  it('takes both versions of GIF and moving AVIF', () => {
    const old = Buffer.from(pictures['image/gif']);
    old.write('GIF87a', 'latin1');
    expect(checkLogo(asDataUrl('image/gif', old))).toBe('ok');
    const moving = Buffer.from(pictures['image/avif']);
    moving.write('avis', 8, 'latin1');
    expect(checkLogo(asDataUrl('image/avif', moving))).toBe('ok');
  });

  it.each(['text/html', 'image/bmp', 'image/tiff', 'image/x-icon', 'image/', 'image/png2', ''])(
    'refuses %j whatever the bytes are',
    (type) => {
      for (const bytes of Object.values(pictures)) {
        expect(checkLogo(asDataUrl(type, bytes))).toBe('not an image');
      }
    },
  );

  it('may be written in capitals and carry parameters', () => {
    const payload = pictures['image/png'].toString('base64');
    expect(checkLogo(`data:IMAGE/PNG;BASE64,${payload}`)).toBe('ok');
    expect(checkLogo(`data:image/png;charset=utf-8;base64,${payload}`)).toBe('ok');
  });

  it('refuses pictures that are cut short within their signature, and empty ones', () => {
    for (const type of logoTypes) {
      expect(checkLogo(asDataUrl(type, pictures[type].subarray(0, 2)))).toBe('not an image');
      expect(checkLogo(`data:${type};base64,`)).toBe('not an image');
      expect(checkLogo(`data:${type},`)).toBe('not an image');
    }
  });
});

describe('the spelling of a logo', () => {
  const payload = pictures['image/png'].toString('base64');

  it.each([
    ['a character outside the alphabet', `${payload.slice(0, 8)}!${payload.slice(9)}`],
    ['a space inside', `${payload.slice(0, 8)} ${payload.slice(9)}`],
    ['a line end inside', `${payload.slice(0, 8)}\n${payload.slice(9)}`],
    ['a line end at the end', `${payload}\n`],
    ['the URL-safe alphabet', `${payload.slice(0, 8)}-_${payload.slice(10)}`],
    ['missing padding', payload.replace(/=+$/, '')],
    ['too much padding', `${payload}====`],
    ['padding in the middle', `${payload.slice(0, 8)}==${payload.slice(10)}`],
    ['nothing but padding', '===='],
  ])('refuses base64 with %s', (_, text) => {
    expect(checkLogo(`data:image/png;base64,${text}`)).toBe('not an image');
  });

  it.each([
    '',
    'data:',
    'data:image/png',
    'data:image/png;base64',
    'image/png;base64,AAAA',
    ' data:image/png;base64,AAAA',
    'https://example.com/logo.png',
  ])('refuses %j, which is no data URL', (url) => {
    expect(checkLogo(url)).toBe('not an image');
  });

  it('never throws, whatever the text', () => {
    const anything = fc.tuple(
      fc.constantFrom('data:', ''),
      fc.constantFrom(...logoTypes, 'image/bmp', ''),
      fc.constantFrom(';base64,', ',', ';charset=utf-8,', ';;,', ''),
      fc.oneof(fc.string({ unit: anyCharacter }), fc.base64String(), fc.constant('%E0%A4%A')),
    );
    fc.assert(
      fc.property(anything, (parts) => {
        expect(['ok', 'not an image', 'too large']).toContain(checkLogo(parts.join('')));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('an SVG logo', () => {
  const spellings = (text: string) => [
    asDataUrl('image/svg+xml', Buffer.from(text)),
    `data:image/svg+xml,${encodeURIComponent(text)}`,
    `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`,
    `data:image/svg+xml;utf8,${text}`,
  ];

  it.each([
    ['nothing', ''],
    ['blank space', '\r\n\t '],
    ['a byte order mark', '\ufeff'],
    ['a declaration', '<?xml version="1.0" encoding="UTF-8"?>\n'],
    ['a style sheet', '<?xml version="1.0"?><?xml-stylesheet href="a.css"?>'],
    ['comments', '<!-- Generator: Inkscape -->\n<!-- > -- <html> -->'],
    [
      'all that Illustrator writes',
      '<?xml version="1.0" encoding="utf-8"?>\n<!-- Generator: Adobe Illustrator 27.0 -->\n' +
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" ' +
        '"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n<!-- again -->\n',
    ],
  ])('may have %s before its root', (_, prologue) => {
    for (const url of spellings(prologue + svg)) expect(checkLogo(url)).toBe('ok');
  });

  it.each([
    '<html><body><svg></svg></body></html>',
    '<!DOCTYPE html><svg xmlns="http://www.w3.org/2000/svg"></svg>',
    '<!DOCTYPE svg><html><script>alert(1)</script><svg></html>',
    '<!-- <svg xmlns="http://www.w3.org/2000/svg"> --><html></html>',
    '<!-- <svg > ',
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><svg ></svg></html>',
    '<script>alert(1)</script><svg ></svg>',
    'just text <svg ></svg>',
    '<svgx xmlns="http://www.w3.org/2000/svg"></svgx>',
    '<svg',
    '   ',
  ])('is not %s', (text) => {
    for (const url of spellings(text)) expect(checkLogo(url)).toBe('not an image');
  });

  it('with a broken percent sign is refused', () => {
    expect(checkLogo('data:image/svg+xml,%3Csvg %')).toBe('not an image');
    expect(checkLogo('data:image/svg+xml,%3Csvg %ff%3E')).toBe('not an image');
  });

  it('with thousands of comments and no root is refused without trying every way to read them', () => {
    const text = '<!-- a -->'.repeat(50_000);
    expect(checkLogo(asDataUrl('image/svg+xml', Buffer.from(text)))).toBe('not an image');
    expect(checkLogo(asDataUrl('image/svg+xml', Buffer.from(`${text}${svg}`)))).toBe('ok');
  });
});

describe('the size of a logo', () => {
  it.each(logoTypes)('is at most 1 MiB once decoded: %s', (type) => {
    const full = Buffer.alloc(LOGO_MAX_BYTES, ' ');
    pictures[type].copy(full);
    expect(LOGO_MAX_BYTES).toBe(1_048_576);
    expect(checkLogo(asDataUrl(type, full))).toBe('ok');
    const fuller = Buffer.concat([full, Buffer.from(' ')]);
    expect(checkLogo(asDataUrl(type, fuller))).toBe('too large');
  });

  it('counts bytes and not characters', () => {
    const text = (letters: number) => `<svg >${'é'.repeat(letters)}`;
    const longest = (LOGO_MAX_BYTES - 6) / 2;
    expect(checkLogo(`data:image/svg+xml,${encodeURIComponent(text(longest))}`)).toBe('ok');
    expect(checkLogo(`data:image/svg+xml,${encodeURIComponent(text(longest + 1))}`)).toBe(
      'too large',
    );
  });
});
