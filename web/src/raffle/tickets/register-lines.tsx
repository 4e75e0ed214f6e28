// Loaded only on devices that hold a ticket, because it brings the hash functions along.
import type { DrawList, SealedDraw } from '@drawbridge/contract/fair-draw/draws';
import {
  doubtRollCall,
  findRegisterStatus,
  openSealHash,
  type RegisterStatus,
  type SeenRollCall,
} from '@drawbridge/contract/fair-draw/sealed/seal-check';
import { useEffect, useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { publicShapes } from '../../lib/api/public-shapes.ts';
import { classNames } from '../../lib/class-names.ts';
import { momentOfRollCall, readSeenRollCalls } from '../../lib/device/seen-roll-calls.ts';
import { formatCount, formatTime } from '../../lib/texts/formats.ts';
import { t } from '../../lib/texts/texts.ts';
import { ticketName } from '../../lib/texts/ticket-names.ts';
import type { OwnTicket } from './saved-entry-codes.ts';

const SPREAD_MS = 3000;

/** The status of a ticket in a draw. */
type Status = RegisterStatus | { kind: 'too-early' | 'restored' | 'forged' | 'unread' };

/** The facts of a draw that are needed here; its seal's hash contains them. */
type DrawFacts = Pick<SealedDraw, 'totalChances' | 'rollCall'>;

interface FoundStatus {
  /** The draw; undefined until it could be read. */
  draw: DrawFacts | undefined;
  seenRollCalls: SeenRollCall[];
  /** The statuses by entry code. */
  statuses: Map<string, Status>;
}

interface RegisterLinesProps {
  eventId: string;
  /** The number of the draw whose register is searched. */
  number: number;
  /** The current sealed draw, or the one that this device saw sealed. */
  sealed: SealedDraw | null | undefined;
  /** True if the draw has been held, so that what a win would publish is settled. */
  held: boolean;
  tickets: readonly OwnTicket[];
}

/**
 * The status of this device's tickets in the register of a draw: included and under which name, or the reason why not.
 */
export function RegisterLines({ eventId, number, sealed, held, tickets }: RegisterLinesProps) {
  const [found, setFound] = useState<FoundStatus & { number: number }>();
  const codes = tickets.map(({ code }) => code).join();
  const fixed = sealed?.number === number ? sealed : undefined;
  const hash = fixed?.sealHash;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the states of the tickets change more often.
  useEffect(() => {
    const timer = setTimeout(async () => {
      const read = await readStatuses(eventId, number, fixed, tickets).catch(() => undefined);
      const unread = new Map(tickets.map(({ code }) => [code, { kind: 'unread' } as const]));
      const seenRollCalls = readSeenRollCalls(eventId);
      setFound({ number, seenRollCalls, ...(read ?? { draw: undefined, statuses: unread }) });
    }, Math.random() * SPREAD_MS);
    return () => clearTimeout(timer);
  }, [eventId, number, hash, codes]);

  if (found?.number !== number) return null;
  const { draw, statuses, seenRollCalls } = found;
  const doubt = draw && doubtRollCall(draw.rollCall, seenRollCalls);
  return (
    <ul role="status" className="text-sm">
      {tickets.map((own) => {
        const status = statuses.get(own.code);
        const text =
          status &&
          (otherRollCall(number, status, draw, own) || describeStatus(number, status, draw, held));
        return (
          text && (
            <li
              key={own.code}
              className={classNames(
                isAlarming(status) ? 'font-semibold text-danger' : 'text-ink-2',
              )}
            >
              {tickets.length > 1 && `${ticketName(own.ticket)} · `}
              {text}
            </li>
          )
        );
      })}
      {draw && doubt && (
        <li className="font-semibold text-wait">
          {t(doubt === 'unseen' ? 'watched.rollCallUnseen' : 'watched.rollCallShort', {
            ...{ number, time: formatRollCall(draw.rollCall) },
          })}
        </li>
      )}
    </ul>
  );
}

const formatRollCall = (rollCall: number) => formatTime(momentOfRollCall(rollCall));

const isAlarming = (status: Status) =>
  ['missing', 'restored', 'forged'].includes(status.kind) ||
  (status.kind === 'other-name' && status.entries === 1);

const outside = {
  missing: 'watched.registerMissing',
  absent: 'watched.registerNotHere',
  removed: 'watched.registerRemoved',
  unverified: 'watched.registerUnverified',
  promoted: 'watched.registerPromoted',
  won: 'watched.registerWon',
  related: 'watched.registerRelated',
  restored: 'watched.registerRestored',
  forged: 'watched.registerForged',
  unread: 'watched.registerUnread',
} as const;

/** The text for a ticket that has answered an earlier roll call than the one of the draw. */
function otherRollCall(
  number: number,
  { kind }: Status,
  draw: DrawFacts | undefined,
  { status }: OwnTicket,
): string {
  const answered = typeof status === 'object' ? status.rollCall : 0;
  if (kind !== 'absent' || !draw || answered === 0 || answered >= draw.rollCall) return '';
  return t('watched.registerOtherRollCall', {
    ...{ number, answered: formatRollCall(answered), time: formatRollCall(draw.rollCall) },
  });
}

function describeStatus(
  number: number,
  status: Status,
  draw: DrawFacts | undefined,
  held: boolean,
): string {
  switch (status.kind) {
    // A draw before the entry has no line.
    case 'too-early':
      return '';
    case 'in-draw':
    case 'named':
    case 'other-name': {
      const total = formatCount(draw?.totalChances ?? 0);
      const others = status.entries - 1;
      const values = { number, chances: formatCount(status.chances), total };
      if (held) return t('watched.registerWasIn', values);
      return [
        t('watched.registerIn', values),
        others > 0
          ? t('watched.registerTogether', { others: formatCount(others) })
          : t('watched.registerAlone'),
        status.kind === 'named' && t('watched.registerNamed'),
        status.kind === 'other-name' &&
          t(others > 0 ? 'watched.registerOtherName' : 'watched.registerRenamed'),
      ]
        .filter(Boolean)
        .join(' ');
    }
    default:
      return t(outside[status.kind], { number });
  }
}

async function readStatuses(
  eventId: string,
  number: number,
  fixed: SealedDraw | undefined,
  tickets: readonly OwnTicket[],
): Promise<Omit<FoundStatus, 'seenRollCalls'>> {
  const params = { eventId, number };
  const register = await api.get('/api/events/:eventId/draws/:number/register', {
    params,
    shape: publicShapes.register,
  });
  const list = await api.get('/api/events/:eventId/draws', {
    params: { eventId },
    shape: publicShapes.draws,
  });
  const draw = fixed ?? list.draws.find((each) => each.number === number);
  const isFixed =
    draw !== undefined &&
    'sealHash' in draw &&
    draw.registerHash === register.hash &&
    openSealHash(eventId, draw) === draw.sealHash;
  const statuses = new Map<string, Status>();
  for (const own of tickets) {
    const bucket = await api.get('/api/events/:eventId/draws/:number/register/:bucket', {
      params: { ...params, bucket: Number.parseInt(own.ticket.slice(0, 2), 16) },
      shape: publicShapes.bucket,
    });
    const holders = [own, ...tickets.filter((other) => other !== own)] as const;
    let status: Status = { kind: 'forged' };
    try {
      if (isFixed) status = findRegisterStatus(eventId, number, register, bucket, holders);
    } catch {
      // The bucket is not part of the register.
    }
    statuses.set(own.code, status.kind === 'missing' ? explainMissing(own, number, list) : status);
  }
  return { draw: draw && 'rollCall' in draw ? draw : undefined, statuses };
}

/**
 * The reason why a ticket is not on a register: the draw was before its entry, or the event was restored from a backup.
 */
function explainMissing(
  { nextNumber, nextCommitment }: OwnTicket,
  number: number,
  list: Pick<DrawList, 'nextNumber' | 'nextCommitment' | 'sealed' | 'draws'>,
): Status {
  // A device that got the code in a link has no record number.
  if (!nextNumber) return { kind: 'too-early' };
  const first = [...list.draws, list.sealed].find((record) => record?.number === nextNumber);
  const commitment = nextNumber === list.nextNumber ? list.nextCommitment : first?.commitment;
  // The ticket was promised a record number higher than the current one: records must have been removed.
  if (nextNumber > list.nextNumber) return { kind: 'restored' };
  if (commitment !== undefined && commitment !== nextCommitment) return { kind: 'restored' };
  return { kind: number < nextNumber ? 'too-early' : 'missing' };
}
