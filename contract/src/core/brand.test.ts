import { describe, expect, it } from 'vitest';
import { brandStyles, brandTokens, contrastOf } from './brand.ts';

const steps = [0, 36, 73, 109, 146, 182, 219, 255].map((step) =>
  step.toString(16).padStart(2, '0'),
);
const grid = steps.flatMap((red) =>
  steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)),
);
/** The lightest and darkest grounds of the pages in each theme, from `web/src/styles.css`. */
const grounds = { light: ['#f4f2ed', '#ffffff'], dark: ['#25283d', '#12151d'] } as const;

describe.each(['light', 'dark'] as const)('any accent colour, in the %s theme,', (theme) => {
  const all = grid.map((accent) => ({ accent, ...brandTokens(accent, theme) }));

  it('can be read as text on every ground', () => {
    for (const { accent, '--accent-ink': ink, '--accent-soft': soft } of all) {
      for (const ground of [...grounds[theme], soft]) {
        expect(contrastOf(ink, ground), `${accent} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it('has text on it that can be read, also under the pointer', () => {
    for (const { accent, '--accent': fill, '--accent-hover': hover, '--on-accent': ink } of all) {
      expect(contrastOf(ink, fill), accent).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(ink, hover), accent).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('stands out from the page', () => {
    for (const { accent, '--accent': fill } of all) {
      for (const ground of grounds[theme]) {
        expect(contrastOf(fill, ground), accent).toBeGreaterThanOrEqual(1.3);
      }
    }
  });
});

it('leaves an accent colour as it is where it can be', () => {
  expect(brandTokens('#0f6b6d', 'light')).toMatchObject({
    '--accent': '#0f6b6d',
    '--accent-ink': '#0f6b6d',
    '--on-accent': '#ffffff',
  });
  expect(brandTokens('#ffcc00', 'dark')).toMatchObject({
    '--accent': '#ffcc00',
    '--on-accent': '#000000',
  });
});

it('writes styles that need no escaping in HTML', () => {
  expect(brandStyles('#0f6b6d')).not.toMatch(/[<>&"']/);
});
