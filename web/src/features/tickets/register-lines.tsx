// Loaded only on devices that hold a ticket, because it brings the hash functions along.
import type { SealedDraw } from '@drawbridge/contract/draws';
import { findStanding, type Standing } from '@drawbridge/contract/fair-draw/watched';
import { useEffect, useState } from 'react';
import { api, hasCode } from '../../lib/api-client.ts';
import { classNames } from '../../lib/class-names.ts';
import { publicShapes } from '../../lib/public-shapes.ts';
import { t } from '../../lib/texts.ts';
import { ticketName } from '../../lib/ticket-names.ts';
import type { OwnTicket } from './saved-entry-codes.ts';

const SPREAD_MS = 3000;

type Said = Standing | 'set-back' | 'forged';

const texts = {
  missing: 'watched.registerMissing',
  removed: 'watched.registerRemoved',
  unverified: 'watched.registerUnverified',
  promoted: 'watched.registerPromoted',
  won: 'watched.registerWon',
  'in-draw': 'watched.registerIn',
  alone: 'watched.registerAlone',
  together: 'watched.registerTogether',
  renamed: 'watched.registerRenamed',
  'other-name': 'watched.registerOtherName',
  'set-back': 'watched.registerSetBack',
  forged: 'watched.registerForged',
} as const satisfies Record<Said, string>;

const alarming = new Set<Said>(['missing', 'renamed', 'set-back', 'forged']);

interface RegisterLinesProps {
  eventId: string;
  /** The draw whose register is asked. */
  number: number;
  sealed: SealedDraw | null | undefined;
  tickets: readonly OwnTicket[];
}

/** What the register of a draw says of the tickets on this device: in the draw and in whose name, or why not. */
export function RegisterLines({ eventId, number, sealed, tickets }: RegisterLinesProps) {
  const [found, setFound] = useState<{ number: number; said: Map<string, Said> }>();
  const codes = tickets.map(({ code }) => code).join();
  const hash = sealed?.number === number ? sealed.seal?.register.hash : undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known of the tickets changes more often.
  useEffect(() => {
    const timer = setTimeout(async () => {
      const said = await readRegister(eventId, number, hash, tickets).catch(() => undefined);
      if (said) setFound({ number, said });
    }, Math.random() * SPREAD_MS);
    return () => clearTimeout(timer);
  }, [eventId, number, hash, codes]);

  if (found?.number !== number) return null;
  return (
    <ul role="status" className="text-sm">
      {tickets.map(({ code, ticket }) => {
        const said = found.said.get(code);
        return (
          said && (
            <li
              key={code}
              className={classNames(
                alarming.has(said) ? 'font-semibold text-danger' : 'text-ink-2',
              )}
            >
              {tickets.length > 1 && `${ticketName(ticket)} · `}
              {t(texts[said], { number })}
            </li>
          )
        );
      })}
    </ul>
  );
}

async function readRegister(
  eventId: string,
  number: number,
  hash: string | undefined,
  tickets: readonly OwnTicket[],
): Promise<Map<string, Said> | undefined> {
  const params = { eventId, number };
  // Draws of earlier versions have none.
  const register = await api
    .get('/api/events/:eventId/draws/:number/register', { params, shape: publicShapes.register })
    .catch((error) => {
      if (hasCode(error, 'draw-not-found')) return undefined;
      throw error;
    });
  if (!register) return undefined;
  const said = new Map<string, Said>();
  for (const own of tickets) {
    const bucket = await api.get('/api/events/:eventId/draws/:number/register/:bucket', {
      params: { ...params, bucket: Number.parseInt(own.ticket.slice(0, 2), 16) },
      shape: publicShapes.bucket,
    });
    said.set(own.code, await judge(own, register, bucket));
  }
  return said;

  async function judge(
    own: OwnTicket,
    published: NonNullable<typeof register>,
    bucket: { count: number; entries: string },
  ): Promise<Said> {
    if (hash && published.hash !== hash) return 'forged';
    const holders = [own, ...tickets.filter((other) => other !== own)] as const;
    try {
      const standing = findStanding({ eventId, version: 3 }, number, published, bucket, holders);
      return standing === 'missing' ? await explainMissing(own) : standing;
    } catch {
      return 'forged';
    }
  }

  /** An entry that was made after the draw is not missing; nor is one whose record was set back. */
  async function explainMissing({ nextNumber, nextCommitment }: OwnTicket): Promise<Said> {
    if (!nextNumber || number < nextNumber) return 'unverified';
    const { draws } = await api.get('/api/events/:eventId/draws', {
      params: { eventId },
      shape: publicShapes.draws,
    });
    const first = draws.find((record) => record.number === nextNumber);
    return first && first.commitment !== nextCommitment ? 'set-back' : 'missing';
  }
}
