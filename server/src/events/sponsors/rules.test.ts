import { LOGO_MAX_BYTES, type LogoType, logoTypes } from '@drawbridge/contract/events/sponsors';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../scripts/lib/any-character.mjs';
import { checkLogo } from './rules.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>';

/** The smallest picture of each type that a browser shows. */
const pictures: Record<LogoType, Buffer> = {
  'image/png': decodeBase64(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg' +
      'gg==',
  ),
  'image/jpeg': decodeBase64(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI//////////////////////////' +
      '//////////////////////////2wBDAVVaWnhpeOuCguv//////////////////////////////////////////////' +
      '///////////////////////////wAARCAABAAEDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEA' +
      'AAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhED' +
      'EQA/AIgAf//Z',
  ),
  'image/webp': decodeBase64('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'),
  'image/gif': decodeBase64('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'),
  'image/avif': decodeBase64(
    'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAA' +
      'AAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAAB0AAAAoaWluZgAA' +
      'AAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAAAIAAAACAAAA' +
      'EHBpeGkAAAAAAwgICAAAAAxhdjFDgQ0MAAAAABNjb2xybmNseAACAAIAAYAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAA' +
      'ACVtZGF0EgAKCBgANogQEAwgMg8f8D///8WfhwB8+ErK42A=',
  ),
  'image/svg+xml': Buffer.from(svg),
};

function decodeBase64(text: string): Buffer {
  return Buffer.from(text, 'base64');
}

function asDataUrl(type: string, bytes: Buffer): string {
  return `data:${type};base64,${bytes.toString('base64')}`;
}

describe('the type of a logo', () => {
  for (const claimed of logoTypes) {
    for (const actual of logoTypes) {
      it(`${claimed === actual ? 'takes' : 'refuses'} ${actual} bytes as ${claimed}`, async () => {
        const verdict = await checkLogo(asDataUrl(claimed, pictures[actual]));
        expect(verdict).toBe(claimed === actual ? 'ok' : 'not an image');
      });
    }
  }

  it('takes both versions of GIF, but no moving AVIF, whose frames nothing counts', async () => {
    const old = Buffer.from(pictures['image/gif']);
    old.write('GIF87a', 'latin1');
    expect(await checkLogo(asDataUrl('image/gif', old))).toBe('ok');
    const moving = Buffer.from(pictures['image/avif']);
    moving.write('avis', 8, 'latin1');
    expect(await checkLogo(asDataUrl('image/avif', moving))).toBe('not an image');
  });

  it.each(['text/html', 'image/bmp', 'image/tiff', 'image/x-icon', 'image/', 'image/png2', ''])(
    'refuses %j whatever the bytes are',
    async (type) => {
      for (const bytes of Object.values(pictures)) {
        expect(await checkLogo(asDataUrl(type, bytes))).toBe('not an image');
      }
    },
  );

  it('may be written in capitals and carry parameters', async () => {
    const payload = pictures['image/png'].toString('base64');
    expect(await checkLogo(`data:IMAGE/PNG;BASE64,${payload}`)).toBe('ok');
    expect(await checkLogo(`data:image/png;charset=utf-8;base64,${payload}`)).toBe('ok');
  });

  it('refuses pictures that are cut short within their signature, and empty ones', async () => {
    for (const type of logoTypes) {
      expect(await checkLogo(asDataUrl(type, pictures[type].subarray(0, 2)))).toBe('not an image');
      expect(await checkLogo(`data:${type};base64,`)).toBe('not an image');
      expect(await checkLogo(`data:${type},`)).toBe('not an image');
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
  ])('refuses base64 with %s', async (_, text) => {
    expect(await checkLogo(`data:image/png;base64,${text}`)).toBe('not an image');
  });

  it.each([
    '',
    'data:',
    'data:image/png',
    'data:image/png;base64',
    'image/png;base64,AAAA',
    ' data:image/png;base64,AAAA',
    'https://example.com/logo.png',
  ])('refuses %j, which is no data URL', async (url) => {
    expect(await checkLogo(url)).toBe('not an image');
  });

  it('never throws, whatever the text', async () => {
    const anything = fc.tuple(
      fc.constantFrom('data:', ''),
      fc.constantFrom(...logoTypes, 'image/bmp', ''),
      fc.constantFrom(';base64,', ',', ';charset=utf-8,', ';;,', ''),
      fc.oneof(fc.string({ unit: anyCharacter }), fc.base64String(), fc.constant('%E0%A4%A')),
    );
    await fc.assert(
      fc.asyncProperty(anything, async (parts) => {
        expect(['ok', 'not an image', 'too large']).toContain(await checkLogo(parts.join('')));
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
    ['comments', '<!-- Generator: Inkscape -->\n<!-- > <html> -->'],
    [
      'all that Illustrator writes',
      '<?xml version="1.0" encoding="utf-8"?>\n<!-- Generator: Adobe Illustrator 27.0 -->\n' +
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" ' +
        '"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n<!-- again -->\n',
    ],
  ])('may have %s before its root', async (_, prologue) => {
    for (const url of spellings(prologue + svg)) expect(await checkLogo(url)).toBe('ok');
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
  ])('is not %s', async (text) => {
    for (const url of spellings(text)) expect(await checkLogo(url)).toBe('not an image');
  });

  it('with a broken percent sign is refused', async () => {
    expect(await checkLogo('data:image/svg+xml,%3Csvg %')).toBe('not an image');
    expect(await checkLogo('data:image/svg+xml,%3Csvg %ff%3E')).toBe('not an image');
  });

  it('with thousands of comments and no root is refused without trying every way to read them', async () => {
    const text = '<!-- a -->'.repeat(50_000);
    expect(await checkLogo(asDataUrl('image/svg+xml', Buffer.from(text)))).toBe('not an image');
    expect(await checkLogo(asDataUrl('image/svg+xml', Buffer.from(`${text}${svg}`)))).toBe('ok');
  });
});

const blank = (width: number, height: number, pageHeight = height) =>
  sharp(Buffer.alloc(width * height * 3), { raw: { width, height, channels: 3, pageHeight } });
/** A GIF in which each frame changes one pixel of a square. */
const gif = (frames: number, side: number) => {
  const bytes = Buffer.from(
    `474946383961ffffffff800000000000ffffff${'2c00000000010001000002014400'.repeat(frames)}3b`,
    'hex',
  );
  bytes.writeUInt16LE(side, 6);
  bytes.writeUInt16LE(side, 8);
  return bytes;
};
const svgOf = (content: string) =>
  Buffer.from(svg.replace('/>', ` xmlns:xlink="http://www.w3.org/1999/xlink">${content}</svg>`));
const doubled = Array.from(
  { length: 24 },
  (_, n) => `<g id="g${n + 1}"><use href="#g${n}"/><use href="#g${n}"/></g>`,
).join('');
const withChunks = (...chunks: string[]) => {
  const png = pictures['image/png'];
  return Buffer.concat([
    png.subarray(0, 33),
    ...chunks.map((hex) => Buffer.from(hex, 'hex')),
    png.subarray(33),
  ]);
};
/** An animation of 400 frames, and a comment that looks like the start of the first one. */
const frames = '000000086163544c0000019000000000c0c0c0c0';
const comment = '00000006744558744900494441547190e8a9';
const wide = () => blank(5000, 1).png().toBuffer();

describe('a logo that is more than a phone can show is refused:', () => {
  it.each<[called: string, type: LogoType, make: () => Buffer | Promise<Buffer>]>([
    ['a wide PNG', 'image/png', wide],
    ['a high JPEG', 'image/jpeg', () => blank(1, 5000).jpeg().toBuffer()],
    ['a wide WebP', 'image/webp', () => blank(5000, 1).webp().toBuffer()],
    ['a wide AVIF', 'image/avif', () => blank(5000, 1).avif().toBuffer()],
    ['an animated PNG', 'image/png', () => withChunks(frames)],
    ['one with a comment before its frames', 'image/png', () => withChunks(comment, frames)],
    ['a GIF of 65,535 × 65,535', 'image/gif', () => gif(1, 65_535)],
    ['two large frames', 'image/gif', () => gif(2, 4096)],
    ['many frames', 'image/gif', () => gif(400, 400)],
    ['a WebP header alone', 'image/webp', () => pictures['image/webp'].subarray(0, 30)],
    ['half a PNG', 'image/png', () => pictures['image/png'].subarray(0, 50)],
  ])('%s', async (_, type, make) => {
    expect(await checkLogo(asDataUrl(type, await make()))).toBe('not an image');
  });

  const png = asDataUrl('image/png', pictures['image/png']);
  const shape = '<path id="a" d="M0 0h1v1z"/>';
  it.each([
    ['elements that use each other', `<g id="g0">${shape}</g>${doubled}<use href="#g24"/>`],
    ['the same by another name', `<g id="g0">${shape}</g>${doubled}<use xlink:href="#g%32%34"/>`],
    [
      'patterns in patterns',
      doubled.replaceAll(/<use href="(#g\d+)"\/>/g, '<path fill="url($1)"/>'),
    ],
    ['an element that uses itself', '<g id="a"><use href="#a"/></g>'],
    ['a use that changes', `${shape}<use href="#a"><set attributeName="href" to="#b"/></use>`],
    ['a fill that changes', `${shape}<animate href="#a" attributeName="fill" to="url(#a)"/>`],
    ['many elements', '<g/>'.repeat(10_001)],
    ['elements deep in each other', `${'<g>'.repeat(200)}${'</g>'.repeat(200)}`],
    ['elements deeper than a program can read', '<g>'.repeat(100_000) + '</g>'.repeat(100_000)],
    ['an image', `<image width="8" height="8" href="${png}"/>`],
    ['an image in a filter', `<filter><feImage href="${png}"/></filter>`],
    ['an image in a style', `<path style="mask:url(${png})"/>`],
    ['an image in a style sheet', `<style>path { mask: url("${png}") }</style>`],
    ['a pattern in a style sheet', `<pattern id="p"/><style>path { fill: url(#p) }</style>`],
    ['a reference with escapes', `<pattern id="p"/><path fill="\\75rl(#p)"/>`],
    ['a marker at each corner', `<marker id="m"/><path marker-mid="url(#m)"/>`],
    ['a slow filter', '<filter><feTurbulence numOctaves="255"/></filter>'],
    [
      'a filter at each of many elements',
      `<filter id="f"><feOffset/><feGaussianBlur/></filter>${'<path filter="url(#f)"/>'.repeat(50)}`,
    ],
    ['many shadows', '<path style="filter:drop-shadow(1px 1px 1px)"/>'.repeat(100)],
    ['a filter in a style sheet', '<style>path { filter: blur(9px) }</style>'],
    ['an imported style sheet', '<style>@import "a.css"</style>'],
    ['HTML', '<foreignObject><b xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'],
    ['an unknown entity', '&lol;'],
  ])('an SVG with %s', async (_, content) => {
    expect(await checkLogo(asDataUrl('image/svg+xml', svgOf(content)))).toBe('not an image');
  });

  it.each([
    ['entities', '<!DOCTYPE svg [<!ENTITY lol "lol">]>'],
    ['a style sheet inside its address', '<?xml-stylesheet href="data:text/css,*{}"?>'],
  ])('an SVG after %s', async (_, prologue) => {
    expect(await checkLogo(asDataUrl('image/svg+xml', Buffer.from(prologue + svg)))).toBe(
      'not an image',
    );
  });
});

describe('a logo that every phone can show is taken:', () => {
  it.each<[called: string, type: LogoType, make: () => Buffer | Promise<Buffer>]>([
    ['4,096 pixels', 'image/png', () => blank(4096, 2).png().toBuffer()],
    ['a large GIF', 'image/gif', () => gif(1, 4096)],
    ['an animation', 'image/gif', () => blank(20, 60, 20).gif().toBuffer()],
    [
      'an SVG as drawing programs write it',
      'image/svg+xml',
      () =>
        svgOf(`<style>.st0 { fill: url(#b) }</style><linearGradient id="a"><stop/></linearGradient>
          <linearGradient id="b" xlink:href="#a"/><path id="c" class="st0" d="M0 0h1v1z"/>
          <clipPath id="d"><use xlink:href="#c"/></clipPath><a href="https://example.com"><g clip-path="url(#d)"
          style="fill:url('#b');marker:none"/></a><animate attributeName="opacity" to="0"/>`),
    ],
    [
      'an SVG with a shadow',
      'image/svg+xml',
      () =>
        svgOf(`<filter id="f"><feFlood/><feColorMatrix/><feOffset/><feGaussianBlur/><feComposite/><feBlend/></filter>
          <g filter="url(#f)"><path d="M0 0h1v1z"/></g>`),
    ],
  ])('%s', async (_, type, make) => {
    expect(await checkLogo(asDataUrl(type, await make()))).toBe('ok');
  });
});

describe('the size of a logo', () => {
  it.each(logoTypes)('is at most 1 MiB once decoded: %s', async (type) => {
    const full = Buffer.alloc(LOGO_MAX_BYTES, ' ');
    pictures[type].copy(full);
    expect(LOGO_MAX_BYTES).toBe(1_048_576);
    expect(await checkLogo(asDataUrl(type, full))).toBe('ok');
    const fuller = Buffer.concat([full, Buffer.from(' ')]);
    expect(await checkLogo(asDataUrl(type, fuller))).toBe('too large');
  });

  it('counts bytes and not characters', async () => {
    const [start, end] = [svg.replace('/>', '>'), '</svg>'];
    const text = (letters: number) => start + 'é'.repeat(letters) + end;
    const longest = (LOGO_MAX_BYTES - start.length - end.length) / 2;
    expect(await checkLogo(`data:image/svg+xml,${encodeURIComponent(text(longest))}`)).toBe('ok');
    expect(await checkLogo(`data:image/svg+xml,${encodeURIComponent(text(longest + 1))}`)).toBe(
      'too large',
    );
  });
});
