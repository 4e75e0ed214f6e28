// Loaded only on devices that hold a ticket, because it brings the hash functions along.
import type { SealedDraw } from '@drawbridge/contract/draws';
import { findStanding, openSealHash, type Standing } from '@drawbridge/contract/fair-draw/watched';
import { useEffect, useState } from 'react';
import { api, hasCode } from '../../lib/api-client.ts';
import { classNames } from '../../lib/class-names.ts';
import { publicShapes } from '../../lib/public-shapes.ts';
import { t } from '../../lib/texts.ts';
import { ticketName } from '../../lib/ticket-names.ts';
import type { OwnTicket } from './saved-entry-codes.ts';

const SPREAD_MS = 3000;

type Said = Standing | 'set-back' | 'forged' | 'unread';

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
  unread: 'watched.registerUnread',
} as const satisfies Record<Said, string>;

const alarming = new Set<Said>(['missing', 'renamed', 'set-back', 'forged']);

interface RegisterLinesProps {
  eventId: string;
  /** The draw whose register is asked. */
  number: number;
  /** What is sealed now, or what this device saw sealed. */
  sealed: SealedDraw | null | undefined;
  tickets: readonly OwnTicket[];
}

/** What the register of a draw says of the tickets on this device: in the draw and in whose name, or why not. */
export function RegisterLines({ eventId, number, sealed, tickets }: RegisterLinesProps) {
  const [found, setFound] = useState<{ number: number; said: Map<string, Said> }>();
  const codes = tickets.map(({ code }) => code).join();
  const fixed = sealed?.number === number ? sealed : undefined;
  const hash = fixed?.seal?.hash;

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known of the tickets changes more often.
  useEffect(() => {
    const timer = setTimeout(async () => {
      const unread = new Map(tickets.map(({ code }): [string, Said] => [code, 'unread']));
      const said = await readRegister(eventId, number, fixed, tickets).catch(() => unread);
      setFound({ number, said });
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
  fixed: SealedDraw | undefined,
  tickets: readonly OwnTicket[],
): Promise<Map<string, Said>> {
  const params = { eventId, number };
  const said = new Map<string, Said>();
  const register = await api
    .get('/api/events/:eventId/draws/:number/register', { params, shape: publicShapes.register })
    .catch((error) => {
      // Draws of earlier versions have none; their tickets know no number.
      const none = hasCode(error, 'draw-not-found') && !tickets.some((own) => own.nextNumber);
      if (none && !fixed?.seal) return undefined;
      throw error;
    });
  if (!register) return said;
  const chain = { eventId, version: 3 } as const;
  const { seal } = fixed ?? {};
  const isFixed =
    !fixed ||
    !seal ||
    (seal.register.hash === register.hash && openSealHash(chain, fixed) === seal.hash);
  for (const own of tickets) {
    const bucket = await api.get('/api/events/:eventId/draws/:number/register/:bucket', {
      params: { ...params, bucket: Number.parseInt(own.ticket.slice(0, 2), 16) },
      shape: publicShapes.bucket,
    });
    const holders = [own, ...tickets.filter((other) => other !== own)] as const;
    let standing: Said = 'forged';
    try {
      if (isFixed) standing = findStanding(chain, number, register, bucket, holders);
    } catch {
      // The bucket is not one of the register.
    }
    const what = standing === 'missing' ? await explainMissing(own) : standing;
    if (what) said.set(own.code, what);
  }
  return said;

  /** Of a draw before an entry there is nothing to say. An entry whose record was set back is not missing. */
  async function explainMissing({ nextNumber, nextCommitment }: OwnTicket) {
    if (!nextNumber) return 'unverified';
    const { draws, ...list } = await api.get('/api/events/:eventId/draws', {
      params: { eventId },
      shape: publicShapes.draws,
    });
    // Nobody enters before a number that is still to come.
    if (number < nextNumber) return nextNumber > list.nextNumber ? 'missing' : undefined;
    const first = draws.find((record) => record.number === nextNumber);
    return first && first.commitment !== nextCommitment ? 'set-back' : 'missing';
  }
}
