/** The look of an event's public pages: the URLs of two pictures, and a colour such as `#0f766e`. */
export interface Brand {
  logo: string | null;
  cover: string | null;
  accent: string | null;
}

export type Theme = 'light' | 'dark';

/** The product's own colour, for events without one. */
export const OWN_ACCENT = '#c6361e';

const WHITE = '#ffffff';
const BLACK = '#000000';
/** The minimum contrast of text in WCAG. */
const TEXT_CONTRAST = 4.5;

/**
 * The settings of each theme. `grounds`: the backgrounds on which the colour appears, the closest first, as in the
 * tokens of the web app. `toward`: the colour to mix in until it stands out from them. `surface`: the contrast between
 * a surface and its ground. `soft`: the share of the colour in a soft ground. Pale surfaces stay pale on paper, because
 * their text says what they are.
 */
const themes = {
  light: { grounds: ['#f4f2ed', WHITE], toward: BLACK, surface: 1.3, soft: 0.1 },
  dark: { grounds: ['#25283d', '#12151d'], toward: WHITE, surface: 3, soft: 0.15 },
} as const;

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** The relative luminance as WCAG defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex).map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours as WCAG computes it, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Mixes the colour with a share of another. */
function mix(hex: string, other: string, share: number): string {
  const added = channels(other);
  const mixed = channels(hex).map((channel, at) => channel + ((added[at] ?? 0) - channel) * share);
  return `#${mixed.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** Mixes the colour with another just enough to stand out from all grounds. */
function standOut(hex: string, grounds: readonly string[], contrast: number, toward: string) {
  for (let share = 0; share < 1; share += 0.02) {
    const moved = mix(hex, toward, share);
    if (grounds.every((ground) => contrastOf(moved, ground) >= contrast)) return moved;
  }
  return toward;
}

/** White ink if it is readable on the colour, otherwise black, which is readable then. */
const inkOn = (hex: string) => (contrastOf(WHITE, hex) >= TEXT_CONTRAST ? WHITE : BLACK);

/** The web app's tokens for an accent colour. Text in this colour and on it is readable, whatever the colour is. */
export function brandTokens(accent: string, theme: Theme) {
  const { grounds, toward, surface, soft } = themes[theme];
  const fill = standOut(accent, grounds, surface, toward);
  const ink = inkOn(fill);
  const softGround = mix(grounds[1], accent, soft);
  return {
    '--accent': fill,
    '--accent-hover': mix(fill, ink === WHITE ? BLACK : WHITE, 0.12),
    '--accent-soft': softGround,
    '--accent-ink': standOut(accent, [...grounds, softGround], TEXT_CONTRAST, toward),
    '--on-accent': ink,
  };
}

/** The tokens as a style sheet that overrides those of both themes. */
export function brandStyles(accent: string): string {
  const rule = (selector: string, theme: Theme) => {
    const tokens = Object.entries(brandTokens(accent, theme));
    return `${selector}{${tokens.map((token) => token.join(':')).join(';')}}`;
  };
  // The selectors have the specificity of those that the build makes of the tokens.
  return rule(':root,.light', 'light') + rule(':is(.dark,:root:has(.stage))', 'dark');
}
