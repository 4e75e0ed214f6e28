import { createHash } from 'node:crypto';
import { type LogoType, type Sponsor, sponsor } from '@drawbridge/contract/events/sponsors';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../db/client.ts';
import { compressAll, ResponseCache } from '../../http/response-cache.ts';
import { decodeLogo } from './rules.ts';
import { findLogo, hasLogo, listSummaries, type SponsorSummary } from './store.ts';

/** Enough for the lists of a few events with the maximum size of logos. */
const LISTS_MAX_BYTES = 64 * 1024 * 1024;
const PICTURES_MAX_BYTES = 32 * 1024 * 1024;

interface SponsorList {
  etag: string;
  bytes: Buffer;
}

interface Picture {
  type: LogoType;
  bytes: Buffer;
  /** The compressed bytes of an SVG; undefined for bitmaps. */
  gzip: Buffer | undefined;
}

/** Caches logos and lists of sponsors, each built once per process. */
export class SharedLogos {
  readonly #db: Db;
  readonly #lists: ResponseCache<SponsorList>;
  readonly #pictures: ResponseCache<Picture>;

  constructor(db: Db, log: FastifyBaseLogger) {
    this.#db = db;
    this.#lists = new ResponseCache(LISTS_MAX_BYTES, log);
    this.#pictures = new ResponseCache(PICTURES_MAX_BYTES, log);
  }

  /** The list of sponsors as JSON, with their logos as data URLs. */
  async readList(eventId: string): Promise<SponsorList> {
    for (;;) {
      const summaries = await listSummaries(this.#db, eventId);
      // Every process computes the same ETag, and every change changes it.
      const etag = `"${createHash('sha256').update(JSON.stringify(summaries)).digest('base64url')}"`;
      const key = `${eventId} ${etag}`;
      const list = await this.#lists.get(key, () => this.#buildList(summaries, etag));
      if (list) return list;
    }
  }

  /** Reads a logo. Returns undefined if the sponsor has no logo with this hash now. */
  async readPicture(id: string, logoHash: string): Promise<Picture | undefined> {
    if (!/^[0-9a-f]{32}$/.test(logoHash) || !(await hasLogo(this.#db, id, logoHash))) {
      return undefined;
    }
    return this.#pictures.get(`${id} ${logoHash}`, () => this.#buildPicture(id, logoHash));
  }

  /** Builds the list from one logo at a time. Returns undefined if a logo has changed meanwhile. */
  async #buildList(summaries: SponsorSummary[], etag: string): Promise<SponsorList | undefined> {
    const parts: Buffer[] = [];
    for (const summary of summaries) {
      const logo = await findLogo(this.#db, summary);
      if (logo === undefined) return undefined;
      const fields: Sponsor = sponsor.parse({ ...summary, logo });
      parts.push(Buffer.from(`${parts.length === 0 ? '[' : ','}${JSON.stringify(fields)}`));
    }
    parts.push(Buffer.from(parts.length === 0 ? '[]' : ']'));
    return { etag, bytes: Buffer.concat(parts) };
  }

  async #buildPicture(id: string, logoHash: string): Promise<Picture | undefined> {
    const logo = await findLogo(this.#db, { id, logoHash });
    const decoded = logo === undefined ? undefined : decodeLogo(logo);
    if (!decoded) return undefined;
    const isText = decoded.type === 'image/svg+xml';
    return { ...decoded, gzip: isText ? await compressAll([decoded.bytes]) : undefined };
  }
}
