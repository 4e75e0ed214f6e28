import { z } from 'zod';
import { id, position, reference, requestId } from '../core/ids.ts';
import { formFields } from '../core/inputs/form-fields.ts';
import { optionalText } from '../core/inputs/text.ts';
import { timestamp } from '../core/inputs/times.ts';

const SPONSOR_NAME_MAX = 100;
export const LOGO_MAX_BYTES = 1024 * 1024;
// The limits on an event's sponsors, which the database enforces.
export const SPONSORS_MAX = 60;
export const LOGOS_MAX_BYTES = 12 * 1024 * 1024;
export const logoTypes = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/svg+xml',
] as const;
export type LogoType = (typeof logoTypes)[number];

export const NOT_AN_IMAGE = 'The logo must be a PNG, JPEG, WebP, GIF, AVIF or SVG image';

const name = optionalText('Sponsor name', SPONSOR_NAME_MAX)
  .describe(`At most ${SPONSOR_NAME_MAX} characters; null shows the logo alone.`)
  .register(formFields, { label: 'Sponsor Name (Optional)' });

/** A data URL. The server also checks the bytes inside. */
export const logo = z
  .string('Please upload a sponsor logo')
  .min(1, 'Please upload a sponsor logo')
  .startsWith('data:image/', NOT_AN_IMAGE)
  .describe('A data URL of a PNG, JPEG, WebP, GIF, AVIF or SVG image.');

/** The fields of a sponsor's form. The form itself reports a missing logo. */
export const sponsorDetails = z.object({ name, logo: logo.nullable() });

export const sponsorInput = z
  .object({
    id: requestId,
    eventId: reference('event-not-found', 'Event is required'),
    name: name.default(null),
    logo,
    position: position.default(0),
  })
  .meta({ id: 'NewSponsor' });

export const sponsorChange = z
  .object({ name, logo, position })
  .partial()
  .meta({ id: 'SponsorChange' });

export const sponsorQuery = z.object({
  eventId: reference('event-not-found', 'Event is required'),
});

export const sponsor = z
  .object({
    id,
    eventId: id,
    name: z.string().nullable().describe('Null shows the logo alone.'),
    logo: z.string().describe('A data URL of the picture.'),
    position: z.int().describe('Its index in the list, from 0.'),
    createdAt: timestamp,
  })
  .meta({ id: 'Sponsor' });

/** A sponsor on public pages. The logo is a URL that browsers cache permanently. */
export const publicSponsor = z
  .object({
    id,
    name: z.string().nullable().describe('Null shows the logo alone.'),
    logo: z.string().describe('The address of the picture.'),
  })
  .meta({ id: 'PublicSponsor' });

export type PublicSponsor = z.infer<typeof publicSponsor>;
export type SponsorInput = z.infer<typeof sponsorInput>;
export type SponsorChange = z.infer<typeof sponsorChange>;
export type Sponsor = z.infer<typeof sponsor>;
