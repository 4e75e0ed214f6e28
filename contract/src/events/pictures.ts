import { z } from 'zod';

export const PICTURE_MAX_BYTES = 200 * 1024;
/** The longest side in pixels. */
export const PICTURE_MAX_SIDE = 2048;

export const NOT_A_PICTURE =
  'The picture must be a still WebP image without metadata, of at most 200 KB and 2048 pixels a side';

const DATA_URL = 'data:image/webp;base64,';
/** The longest data URL of a picture. */
export const PICTURE_URL_LENGTH = DATA_URL.length + Math.ceil(PICTURE_MAX_BYTES / 3) * 4;

/** A picture: a new one as a data URL, whose bytes the server also checks, or the address of a stored one. */
export const picture = z
  .string(NOT_A_PICTURE)
  .max(PICTURE_URL_LENGTH, NOT_A_PICTURE)
  .regex(
    /^(\/pictures\/[0-9a-f]{64}\.webp|data:image\/webp;base64,[A-Za-z0-9+/]+={0,2})$/,
    NOT_A_PICTURE,
  )
  .nullable()
  .describe(
    'A still WebP image as a data URL, at most 200 KB and 2048 pixels a side, or the address of a picture that the ' +
      'server has; null for none.',
  );
